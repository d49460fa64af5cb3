// The server, its command and the sandbox with what they need: databases, ports, chains, exchanges and processes.
import { availableParallelism } from 'node:os'
import { nodeTestPart } from './node-tests.ts'

export const integrationPart = nodeTestPart({
  name: 'integration',
  description: 'server and sandbox with real databases, chains, exchanges and processes, by node --test',
  folder: 'test/integration',
  // A process mostly waits: for another process, for a chain, to be late. What it loads and starts, its files share.
  processes: 2 * availableParallelism(),
  // Repetitions over PostgreSQL load the tests of another file once more, and a process loads a file only once. The test of
  // SIGTERM waits for half a minute, so it starts at once.
  ownGroup: (file) => (/(-postgres|\/sigterm)\.test\.ts$/.test(file) ? 'apart' : undefined),
})
