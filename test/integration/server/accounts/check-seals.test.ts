// Whether the master keys open the credentials in the database, on both storages, and at the start of a server.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { credentialsPurpose } from '../../../../server/accounts/accounts.ts'
import { SealsDoNotOpen, sealProblems } from '../../../../server/accounts/check-seals.ts'
import { createClient } from '../../../../server/clients/clients.ts'
import { readConfig } from '../../../../server/config.ts'
import { createDeps } from '../../../../server/create-deps.ts'
import { keyRing } from '../../../../server/secrets/key-ring.ts'
import { sealer } from '../../../../server/secrets/seal.ts'
import { openSqlite } from '../../../../server/storage/sqlite.ts'
import type { Database } from '../../../../server/storage/storage.ts'
import { findPostgres, openEmpty } from '../../../support/postgres.ts'

const newKey = (id: string) => ({ id, bytes: randomBytes(32) })
const keys = [newKey('2026-11'), newKey('b'), newKey('-'), newKey('10'), newKey('9')] as const

async function addSignIns(database: Database, key: (typeof keys)[number], count: number): Promise<void> {
  const deps = { database, environment: 'sandbox' as const, now: () => new Date() }
  const { id: client_id } = await createClient(deps, { name: 'Shop', callbackUrls: [] })
  const { seal } = sealer(keyRing([key]), 'sandbox')
  const rows = Array.from({ length: count }, () => {
    const id = randomUUID()
    const sealed_credentials = seal(credentialsPurpose, [client_id, id], { accessToken: id })
    return { id, client_id, user_id: 'user-1', exchange_type: 'sandbox', sealed_credentials, created_at: 1 }
  })
  await database.query.insertInto('sign_in').values(rows).execute()
}

async function namesEachKey(database: Database): Promise<void> {
  const problemsOf = (ring: readonly (typeof keys)[number][]) => sealProblems(database.query, keyRing(ring), 'sandbox')
  assert.equal(await problemsOf(keys), null)
  for (const [index, key] of keys.entries()) await addSignIns(database, key, index + 1)
  assert.deepEqual(await problemsOf(keys), [])
  for (const lost of keys) {
    const rest = keys.filter((key) => key !== lost)
    const [problem = '', ...others] = (await problemsOf(rest)) ?? []
    assert.match(problem, new RegExp(`sealed with the master key ${lost.id}, which is missing in MASTER_KEYS`))
    assert.deepEqual(others, [])
    const [replaced = '', ...more] = (await problemsOf([newKey(lost.id), ...rest])) ?? []
    assert.match(replaced, new RegExp(`^The master key ${lost.id} does not open`))
    assert.deepEqual(more, [])
  }
  assert.match((await sealProblems(database.query, null, 'sandbox'))?.[0] ?? '', /master key is gone/)
  assert.equal((await sealProblems(database.query, keyRing(keys), 'production'))?.length, keys.length)
  // Erased credentials need no key, and one damaged row is no proof against its key.
  const ofLast = database.query.updateTable('sign_in').where('sealed_credentials', 'like', 'v1.9.%')
  const [damaged] = await database.query
    .selectFrom('sign_in')
    .select('id')
    .where('sealed_credentials', 'like', 'v1.9.%')
    .execute()
  await ofLast
    .where('id', '=', damaged?.id ?? '')
    .set({ sealed_credentials: 'v1.9.damaged' })
    .execute()
  assert.deepEqual(await problemsOf(keys), [])
  await ofLast.set({ sealed_credentials: '' }).execute()
  assert.deepEqual(await problemsOf(keys.filter(({ id }) => id !== '9')), [])
}

test('each key that is missing, or another one, is named', async () => {
  const database = await openSqlite(':memory:')
  await namesEachKey(database)
  const step = sql<{ detail: string }>`explain query plan
    select min(substr(sealed_credentials, 4, instr(substr(sealed_credentials, 4), '.') - 1)) from sign_in
    where sealed_credentials <> '' and substr(sealed_credentials, 4, instr(substr(sealed_credentials, 4), '.') - 1) > 'a'`
  const { rows } = await step.execute(database.query)
  assert.match(rows.map(({ detail }) => detail).join(), /SEARCH sign_in USING (COVERING )?INDEX sign_in_key/)
  await database.close()
})

const { postgres, missing } = await findPostgres()
test('on PostgreSQL too', { skip: missing }, async () => {
  if (postgres === null) return
  after(() => postgres.drop())
  const database = await openEmpty(await postgres.newDatabase())
  await namesEachKey(database)
  const plan = await database.query.transaction().execute(async (query) => {
    await sql`set local enable_seqscan = off`.execute(query)
    const step = sql<{ 'QUERY PLAN': string }>`explain select min(split_part(sealed_credentials, '.', 2)) from sign_in
      where sealed_credentials <> '' and split_part(sealed_credentials, '.', 2) > 'a'`
    return (await step.execute(query)).rows.map((row) => row['QUERY PLAN']).join()
  })
  assert.match(plan, /Index (Only )?Scan using sign_in_key/)
  await database.close()
})

test('a server does not start with keys that do not open the credentials, and generates none', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'seals-'))
  const [first, second] = keys
  const textOf = ({ id, bytes }: (typeof keys)[number]) => `${id}:${bytes.toString('base64url')}`
  const start = (MASTER_KEYS: string) => createDeps(readConfig({ DATA_DIR, MASTER_KEYS, LOG_LEVEL: 'silent' }))
  const deps = await start(textOf(first))
  await addSignIns(deps.database, first, 1)
  await deps.database.close()
  await assert.rejects(start(textOf(second)), (error: Error) => {
    assert.match(error.message, /sealed with the master key 2026-11, which is missing.*\nRestore MASTER_KEYS/)
    return error instanceof SealsDoNotOpen
  })
  await assert.rejects(start(''), /The master key is gone/)
  assert.equal(existsSync(join(DATA_DIR, 'server/keys/master-keys')), false)
  // The refused starts hold nothing.
  await (await start(`${textOf(second)},${textOf(first)}`)).database.close()
})
