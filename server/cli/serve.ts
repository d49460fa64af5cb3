import { parseArgs } from 'node:util'
import { parseTime } from '../contract/time.ts'
import { commandActor } from './audited-command.ts'
import { type Command, UsageError } from './command.ts'

export const serveCommand: Command = {
  name: 'serve',
  summary: 'Runs the API server until it is stopped.',
  usage: `transfer-link serve [--after-restore [--restored-to <time>]]

  --after-restore  the database was restored to an earlier time: nothing is sent until "transfer-link reconcile" has compared
                   the lost time with the exchanges, and "transfer-link reconcile --confirm-restore" has succeeded
  --restored-to    the UTC time to which it was restored, such as 2026-11-20T14:00Z. It is needed if a server has run on it
                   since. Default: the time of the newest row that a server has written. The hour before counts, too

  TRANSFER_ENV   sandbox or production (production)
  MASTER_KEYS    1:<32 random bytes in base64url>,… The first key seals stored credentials, every key opens them. Required in production
  PUBLIC_URL     the base URL of links (http://localhost:PORT). https, and required in production
  DATABASE_URL   a PostgreSQL database, postgresql://user:password@host:5432/name (an embedded database in DATA_DIR)
  RPC_URLS       the nodes to read payments from and to send Solana transactions to: ethereum=https://…,solana=https://…
  PORT           the port it listens on (4000)
  HOST           the address it listens on, 0.0.0.0 for all (127.0.0.1 and ::1)
  DATA_DIR       the data folder (.data in the folder in which it is started)`,
  async run(args, { environment }) {
    const flag = { type: 'boolean', default: false } as const
    const { values } = parseArgs({ args, options: { 'after-restore': flag, 'restored-to': { type: 'string' } } })
    const actor = commandActor({ environment })
    const options = { afterRestore: values['after-restore'], restoredTo: restoredTo(values['restored-to']), actor }
    if (options.restoredTo !== undefined && !options.afterRestore)
      throw new UsageError('--restored-to needs --after-restore.')
    const { runServer } = await import('../main.ts')
    await runServer({ TRANSFER_ENV: 'production', ...environment }, undefined, options)
  },
}

function restoredTo(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const time = parseTime(text)
  if (time !== null && time.getTime() <= Date.now()) return time
  throw new UsageError('--restored-to must be a past UTC time such as 2026-11-20T14:00Z.')
}
