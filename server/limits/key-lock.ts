// Runs the calls of one key one at a time, across all processes, each with a higher number (nonce) than any before. The exchange
// refuses a late call with an older nonce, which makes it a fence. So no nonce is ever repeated or followed by a lower one, whatever
// the clocks of the processes are.

import { sql } from 'kysely'
import type { Database } from '../storage/storage.ts'

/** Longer than any call. The lock of a process that died blocks the others for this time. */
const lockMs = 35_000
const acquireTimeoutMs = 15_000
const retryDelayMs = 25

/** Returns null if the lock was not acquired in time. Throws only what `call` throws, once it has run. */
export function keyLock(database: Database, now: () => Date) {
  const queues = new Map<string, Promise<unknown>>()

  async function acquire(key: string, until: number): Promise<{ nonce: number; busyUntil: number } | null> {
    for (;;) {
      const time = now().getTime()
      if (time > until) return null
      const busyUntil = time + lockMs
      const micros = time * 1_000
      const [row] = await database.query
        .insertInto('exchange_key')
        .values({ id: key, nonce: micros, busy_until: busyUntil })
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet({
              nonce: sql`case when exchange_key.nonce < ${micros} then ${micros} else exchange_key.nonce + 1 end`,
              busy_until: busyUntil,
            })
            // The second condition covers a row written by a wrong clock.
            .where(sql<boolean>`exchange_key.busy_until <= ${time} or exchange_key.busy_until > ${busyUntil}`),
        )
        .returning('nonce')
        .execute()
      if (row !== undefined) return { nonce: row.nonce, busyUntil }
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
    }
  }

  async function release(key: string, busyUntil: number): Promise<void> {
    const update = database.query.updateTable('exchange_key').set({ busy_until: 0 })
    // If this fails, the lock expires.
    await update
      .where('id', '=', key)
      .where('busy_until', '=', busyUntil)
      .execute()
      .catch(() => {})
  }

  async function run<T>(key: string, until: number, call: (nonce: number) => Promise<T>): Promise<T | null> {
    const lock = await acquire(key, until)
    if (lock === null) return null
    try {
      return await call(lock.nonce)
    } finally {
      await release(key, lock.busyUntil)
    }
  }

  return async <T>(key: string, call: (nonce: number) => Promise<T>): Promise<T | null> => {
    const until = now().getTime() + acquireTimeoutMs
    const result = (queues.get(key) ?? Promise.resolve()).catch(() => {}).then(() => run(key, until, call))
    queues.set(key, result)
    try {
      return await result
    } finally {
      if (queues.get(key) === result) queues.delete(key)
    }
  }
}
