// The end of a server process: each step runs although another one has failed, and each failure is logged.

import { errorFacts, type Log } from './log/log.ts'

interface ShutDown {
  log: Log
  polling: { stop(): Promise<void> }
  webhooks: { stop(): Promise<void> }
  listening: { close(): Promise<unknown> }
  pendingWrites?: { settled(): Promise<void> } | undefined
  database: { close(): Promise<void> }
  /** Called for each step that failed. */
  failed(): void
}

/** Never rejects. The database is closed last: the other steps still write. */
export async function shutDown({
  log,
  polling,
  webhooks,
  listening,
  pendingWrites,
  database,
  failed,
}: ShutDown): Promise<void> {
  const run = async (step: string, work: () => Promise<unknown> | undefined) => {
    try {
      await work()
    } catch (error) {
      failed()
      log.error({ step, ...errorFacts(error) }, 'a step of the shutdown failed')
    }
  }
  await Promise.all([
    run('polling', () => polling.stop()),
    run('webhooks', () => webhooks.stop()),
    run('connections', () => listening.close()),
  ])
  await run('writes', () => pendingWrites?.settled())
  await run('database', () => database.close())
}
