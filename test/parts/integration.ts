// The server, its commands and the sandbox with real databases, ports, chains, exchanges and processes.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { addCounts } from '../support/count.ts'
import { neverReturned, startRecording } from '../support/returned-errors.ts'
import { nodeTestPart } from './node-tests.ts'
import type { Part } from './part.ts'

const filesPart = nodeTestPart({
  name: 'integration',
  description: 'server and sandbox with real databases, chains, exchanges and processes, by node --test',
  folder: 'test/integration',
  // A process mostly waits for another process, a chain or a timeout. Its files share what it loads and starts.
  processes: 2 * availableParallelism(),
  // Repetitions over PostgreSQL load the tests of another file again, and a process loads a file only once. The test of SIGTERM
  // waits for half a minute, so it starts immediately.
  ownGroup: (file) => (/(-postgres|\/sigterm)\.test\.ts$/.test(file) ? 'apart' : undefined),
})

/** A whole run fails if no server returned one of the catalogue's errors. A run that skipped tests is not checked. */
export const integrationPart: Part = {
  ...filesPart,
  async run(options) {
    if (options.files.length > 0) return filesPart.run(options)
    const folder = join(options.reportFolder, 'returned-errors')
    startRecording(folder)
    const result = await filesPart.run(options)
    if (result.count.skipped > 0) {
      console.log('Tests were skipped, so this run does not check that servers returned every error of the catalogue.')
      return result
    }
    const missing = neverReturned(folder)
    if (missing.length === 0) return result
    console.error(`No test makes a server return these errors: ${missing.join(', ')}`)
    return { ...result, count: addCounts(result.count, { passed: 0, failed: 1, skipped: 0 }) }
  },
}
