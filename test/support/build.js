// `npm run build`: builds the browser's parts where a source is newer than what was built from it, as `npm start` does.
import { buildStale } from '../../server/sandbox/build.ts'
import { readCommandLine } from './command-line.ts'

readCommandLine(
  'Usage: npm run build    builds what the browser loads, where a source is newer than what was built from it',
  {},
)

try {
  await buildStale(process.cwd(), console.log)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
