// Runs Vite in a process of its own: `build-process.ts <config> [--watch]`. It ends when the supervisor does.

import { build } from 'vite'

const [configFile = '', flag] = process.argv.slice(2)
const isWatching = flag === '--watch'

process.on('disconnect', () => process.exit(0))
// Ctrl-C reaches every process of the terminal; the supervisor is the one to act on it.
process.on('SIGINT', () => {})

try {
  await build({ configFile, logLevel: isWatching ? 'error' : 'warn', build: isWatching ? { watch: {} } : {} })
  if (isWatching) process.send?.({ type: 'ready' })
  else process.exit(0)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
