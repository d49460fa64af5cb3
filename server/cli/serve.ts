import { parseArgs } from 'node:util'
import type { Command } from './command.ts'

export const serveCommand: Command = {
  name: 'serve',
  summary: 'Runs the API server until it is stopped.',
  usage: `transfer-link serve [--after-restore]

  --after-restore  the database was restored to an earlier time: nothing is sent until "transfer-link reconcile" has compared
                   the lost time with the exchanges, and "transfer-link reconcile --confirm-restore" has succeeded

  TRANSFER_ENV   sandbox or production (production)
  MASTER_KEYS    1:<32 random bytes in base64url>,… The first key seals stored credentials, every key opens them. Required in production
  PUBLIC_URL     the base URL of links (http://localhost:PORT). https, and required in production
  DATABASE_URL   a PostgreSQL database, postgresql://user:password@host:5432/name (an embedded database in DATA_DIR)
  RPC_URLS       the nodes to read payments from and to send Solana transactions to: ethereum=https://…,solana=https://…
  PORT           the port it listens on (4000)
  HOST           the address it listens on, 0.0.0.0 for all (127.0.0.1 and ::1)
  DATA_DIR       the data folder (.data)`,
  async run(args, { environment }) {
    const { values } = parseArgs({ args, options: { 'after-restore': { type: 'boolean', default: false } } })
    const { runServer } = await import('../main.ts')
    const options = { afterRestore: values['after-restore'] }
    await runServer({ TRANSFER_ENV: 'production', ...environment }, undefined, options)
  },
}
