// `npm start`: reads what was asked for, and supervises the sandbox until it ends.

import { join } from 'node:path'
import { helpText, readOptions } from './options.ts'
import { programsOf, superviseSandbox } from './supervisor.ts'

const projectRoot = join(import.meta.dirname, '../..')

try {
  const options = readOptions(process.argv.slice(2), process.env, projectRoot)
  if (options.wantsHelp) console.log(helpText)
  else process.exit(await superviseSandbox(options, programsOf(projectRoot)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
