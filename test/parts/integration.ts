// The server, its command and the sandbox with what they need: databases, ports, chains, exchanges and processes.
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
  // A process mostly waits: for another process, for a chain, to be late. What it loads and starts, its files share.
  processes: 2 * availableParallelism(),
  // Repetitions over PostgreSQL load the tests of another file once more, and a process loads a file only once. The test of
  // SIGTERM waits for half a minute, so it starts at once.
  ownGroup: (file) => (/(-postgres|\/sigterm)\.test\.ts$/.test(file) ? 'apart' : undefined),
})

/** A whole run fails if there is an error of the catalogue that no server returned in it. A run that skipped tests cannot know. */
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
