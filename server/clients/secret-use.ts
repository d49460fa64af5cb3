// When each secret was last used, so that an operator can tell which one can be revoked.

import type { Database } from '../storage/storage.ts'

const writtenAgainAfterMs = 3_600_000

/** Secrets whose use is being written: of many requests at once, one writes. */
const writing = new Set<string>()

/** Writes nothing more than once an hour. The request does not wait: it is written after the response. */
export function noteUse(
  { database, now }: { database: Database; now(): Date },
  { secretId, lastUsedAt }: { secretId: string; lastUsedAt: number | null },
): void {
  const at = now().getTime()
  if ((lastUsedAt !== null && lastUsedAt > at - writtenAgainAfterMs) || writing.has(secretId)) return
  writing.add(secretId)
  setImmediate(() => {
    const update = database.query.updateTable('client_secret').set({ last_used_at: at }).where('id', '=', secretId)
    // Another process may have written it since.
    const outdated = update.where(({ or, eb }) =>
      or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', at - writtenAgainAfterMs)]),
    )
    // If the database is closed, locked or does not respond, the next request writes it.
    const end = () => writing.delete(secretId)
    outdated.execute().then(end, end)
  })
}
