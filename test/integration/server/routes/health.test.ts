// /readyz: whether requests may be sent to this process.
import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { createApp } from '../../../../server/app.ts'
import { readConfig } from '../../../../server/config.ts'
import { createDeps } from '../../../../server/create-deps.ts'
import type { Database } from '../../../../server/storage/storage.ts'
import { findPostgres, runOn } from '../../../support/postgres.ts'

async function startHealth(environment: Record<string, string> = {}) {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'health-'))
  const deps = await createDeps(readConfig({ DATA_DIR, LOG_LEVEL: 'silent', ...environment }))
  let time = Date.now()
  const app = createApp({ ...deps, now: () => new Date(time) })
  return {
    database: deps.database,
    wait: (ms: number) => {
      time += ms
    },
    statusOf: async (path: string) => (await app.request(path)).status,
  }
}

const writesOf = async ({ query }: Database) =>
  (await query.selectFrom('store').select('writes').executeTakeFirst())?.writes

test('a process whose embedded database accepts no writes is not ready, and ready again when it does', async () => {
  const { database, statusOf, wait } = await startHealth()
  assert.equal(await statusOf('/readyz'), 200)
  await sql`pragma query_only = on`.execute(database.query)
  wait(1_000)
  assert.deepEqual([await statusOf('/readyz'), await statusOf('/livez')], [503, 200])
  await sql`pragma query_only = off`.execute(database.query)
  wait(1_000)
  assert.equal(await statusOf('/readyz'), 200)
  await database.close()
})

test('many callers within a second share one write', async () => {
  const { database, statusOf, wait } = await startHealth()
  const before = (await writesOf(database)) ?? 0
  const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOf('/readyz')))
  wait(999)
  statuses.push(await statusOf('/readyz'))
  assert.deepEqual(new Set(statuses), new Set([200]))
  assert.equal(await writesOf(database), before + 1)
  wait(1)
  await statusOf('/readyz')
  assert.equal(await writesOf(database), before + 2)
  await database.close()
})

const { postgres, missing } = await findPostgres()
test('a process whose PostgreSQL is read-only is not ready', { skip: missing }, async () => {
  if (postgres === null) return
  after(() => postgres.drop())
  const url = await postgres.newDatabase()
  const { database, statusOf, wait } = await startHealth({ DATABASE_URL: url })
  assert.equal(await statusOf('/readyz'), 200)
  const name = new URL(url).pathname.slice(1)
  const administration = Object.assign(new URL(url), { pathname: '/postgres' }).href
  await runOn(administration, `alter database ${name} set default_transaction_read_only = on`)
  await runOn(administration, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  wait(1_000)
  assert.equal(await statusOf('/readyz'), 503)
  await runOn(administration, `alter database ${name} reset default_transaction_read_only`)
  wait(1_000)
  assert.equal(await statusOf('/readyz'), 200)
  await database.close()
})
