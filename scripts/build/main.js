// `npm run build`: builds the browser's files that are stale, as `npm start` does.

import { readCommandLine } from '../command-line.ts'
import { buildPackages } from '../release/build-packages.ts'
import { buildExamples } from './build-examples.ts'
import { buildStale } from './build-stale.ts'

const { values } = readCommandLine(
  `Usage: npm run build                   builds the browser's files that are stale
       npm run build -- --packages     also builds both packages as they are published
       npm run build -- --examples     also builds the examples in React, Solid, Svelte and Vue`,
  { options: { packages: { type: 'boolean' }, examples: { type: 'boolean' } } },
)

try {
  await buildStale(process.cwd(), console.log)
  if (values.packages) await buildPackages(console.log)
  if (values.examples) await buildExamples(console.log)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
