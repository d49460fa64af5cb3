import { parseArgs } from 'node:util'
import type { Command } from './command.ts'

export const serveCommand: Command = {
  name: 'serve',
  says: 'Runs the API server until it is stopped.',
  usage: 'transfer-link serve',
  async run(args) {
    parseArgs({ args, options: {} })
    // Starting it is what loading it does.
    await import('../main.ts')
  },
}
