// Runs Vite in a separate process: `build-process.ts <config> [--watch]`. It ends when the supervisor does.

import { createBuilder } from 'vite'

const [configFile = '', flag] = process.argv.slice(2)
const isWatching = flag === '--watch'

process.on('disconnect', () => process.exit(0))
// Ctrl-C reaches every process of the terminal. Only the supervisor handles it.
process.on('SIGINT', () => {})

try {
  // On a slow machine the bundler would print the duration of each plugin.
  const rolldownOptions = { checks: { pluginTimings: false } }
  const build = { rolldownOptions, ...(isWatching && { watch: {} }) }
  // As in Vite's command, a config without a `builder` is a single build.
  const builder = await createBuilder({ configFile, logLevel: isWatching ? 'error' : 'warn', build }, null)
  await builder.buildApp()
  if (isWatching) process.send?.({ type: 'ready' })
  else process.exit(0)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
