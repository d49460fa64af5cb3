// One sample: the rows of every table, the sizes of files, and the readings of the servers.
import { statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { sql } from 'kysely'
import { isPostgres } from '../../../server/storage/dialect.ts'
import type { Database } from '../../../server/storage/storage.ts'
import type { Stage } from '../chaos/stage.ts'
import type { ProbeReading } from './probe.ts'

export interface Sample {
  minute: number
  rows: Record<string, number>
  /** In bytes. `expiring`: without the tables of transfers, which grow. */
  sizes: { expiring: number; wal: number }
  server: ProbeReading
}

/** Transfers stay, and with them what was sent and their events. */
export const growing = new Set([
  ...['transfer', 'transfer_event', 'attempt', 'wallet_watch', 'wallet_message', 'client_event'],
])

export async function takeSample(
  stage: Stage,
  { database, probes, minute }: { database: Database; probes: string; minute: number },
): Promise<Sample> {
  const tables = (await database.query.introspection.getTables()).map(({ name }) => name)
  const rows: Record<string, number> = {}
  for (const table of tables) {
    const counted = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(database.query)
    rows[table] = Number(counted.rows[0]?.n)
  }
  const readings = await Promise.all(stage.apiUrls.map((url) => read(join(probes, `${new URL(url).port}.sock`))))
  const most = (name: keyof ProbeReading) => Math.max(...readings.map((reading) => reading[name]))
  const server = { heap: most('heap'), rss: most('rss'), handles: most('handles'), delayMs: most('delayMs') }
  return { minute, rows, sizes: { expiring: await expiringBytes(database), wal: walBytes(stage) }, server }
}

async function expiringBytes({ query }: Database): Promise<number> {
  const sizes = isPostgres(query)
    ? sql<{ name: string; bytes: number }>`select relname as name, pg_total_relation_size(oid) as bytes from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace`
    : sql<{ name: string; bytes: number }>`select m.tbl_name as name, sum(s.pgsize) as bytes
        from dbstat s join sqlite_master m on m.name = s.name group by m.tbl_name`
  const { rows } = await sizes.execute(query)
  return rows.reduce((sum, { name, bytes }) => sum + (growing.has(name) ? 0 : Number(bytes)), 0)
}

function walBytes({ storage, folder }: Stage): number {
  if (storage === 'postgres') return 0
  return statSync(join(folder, 'api-1', 'server', 'transfer-link.db-wal'), { throwIfNoEntry: false })?.size ?? 0
}

function read(socketPath: string): Promise<ProbeReading> {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, path: '/' }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += String(chunk)
      })
      response.on('end', () => resolve(JSON.parse(text) as ProbeReading))
    })
    sent.on('error', reject).end()
  })
}
