// The master keys of the servers that run now. Each server reports the ids of its keys, so that nothing is sealed with a key that one of
// them cannot open.

import { hostname } from 'node:os'
import type { Sealer } from '../secrets/seal.ts'
import type { Database, Query } from '../storage/storage.ts'

export const reportEveryMs = 30_000
/** A server that was killed counts as running for so long. */
const aliveMs = 120_000
const deleteAfterMs = 86_400_000

export interface ServerKeys {
  /** Its machine, port and process id. */
  host: string
  /** The first one seals. */
  keyIds: string[]
  reportedAt: Date
}

interface ReportDeps {
  database: Database
  sealer: Sealer
  now(): Date
  /** How an operator recognises this process. Default: its machine and process id. */
  processName?: string
}

export interface KeyReport {
  /** To be repeated every `reportEveryMs`. */
  write(): Promise<void>
  /** The server ends. */
  end(): Promise<void>
}

export function keyReport({ database: { query }, sealer, now, processName }: ReportDeps, id: string): KeyReport {
  const host = processName ?? `${hostname()} (process ${process.pid})`
  return {
    async write() {
      const at = now().getTime()
      await query
        .deleteFrom('server_process')
        .where('reported_at', '<', at - deleteAfterMs)
        .execute()
      const report = { key_ids: JSON.stringify(sealer.keyIds), reported_at: at }
      const insert = query.insertInto('server_process').values({ id, host, ...report })
      await insert.onConflict((same) => same.column('id').doUpdateSet(report)).execute()
    },
    async end() {
      await query.deleteFrom('server_process').where('id', '=', id).execute()
    },
  }
}

/** Servers of versions before this report are missing. */
export async function runningServers(query: Query, now: Date): Promise<ServerKeys[]> {
  const select = query
    .selectFrom('server_process')
    .selectAll()
    .where('reported_at', '>=', now.getTime() - aliveMs)
  return (await select.orderBy('host').execute()).map(({ host, key_ids, reported_at }) => {
    return { host, keyIds: JSON.parse(key_ids) as string[], reportedAt: new Date(reported_at) }
  })
}
