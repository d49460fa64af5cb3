// What operators do with commands is in the audit log, in one transaction with its effect.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync } from 'node:fs'
import { hostname, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { AuditEntry } from '../../../../server/audit/audit-log.ts'
import { audited } from '../../../../server/audit/audited.ts'
import { listAudit } from '../../../../server/audit/list-audit.ts'
import { verifyAudit } from '../../../../server/audit/verify-audit.ts'
import { demoClient } from '../../../../server/clients/seed-demo-client.ts'
import { openPostgres } from '../../../../server/storage/postgres.ts'
import { openSqlite } from '../../../../server/storage/sqlite.ts'
import type { Query } from '../../../../server/storage/storage.ts'
import { runCliHere } from '../../../support/cli.ts'
import { newLink, recipient } from '../../../support/native-flow.ts'
import { findPostgres } from '../../../support/postgres.ts'
import { startTestServer, type TestServer } from '../../../support/test-server.ts'

// The server runs all the time, on the same folder.
let server: TestServer
let query: Query
before(async () => {
  server = await startTestServer()
  query = server.deps.database.query
})
after(() => server.stop())

async function run(...args: string[]): Promise<string> {
  const { code, out, error } = await runCliHere(args, { DATA_DIR: server.folder })
  assert.equal(code, 0, error)
  return out
}

/** Newest first. */
async function entries(...args: string[]): Promise<AuditEntry[]> {
  const lines = (await run('audit', 'list', '--json', ...args)).split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as AuditEntry)
}

/** Runs a command and returns the entry that it wrote. */
async function entryOf(...args: string[]): Promise<AuditEntry> {
  const [last] = await entries()
  await run(...args)
  const [entry, previous] = await entries()
  assert.ok(entry !== undefined && entry.n === (last?.n ?? 0) + 1, `${args.join(' ')} wrote no entry`)
  assert.equal(previous?.n, last?.n)
  return entry
}

const client = demoClient.id

test('each command that changes something writes an entry with its target, and what was before and after', async () => {
  const created = await entryOf('client', 'create', 'Audited', '--callback', 'http://localhost:5000/done')
  assert.equal(created.action, 'client.create')
  assert.deepEqual(
    [created.before, created.after],
    [null, { name: 'Audited', callbackUrls: ['http://localhost:5000/done'] }],
  )
  assert.deepEqual(created.actor, { name: userInfo().username, origin: hostname() })
  const rotated = await entryOf('client', 'rotate', created.target)
  const secrets = (facts: AuditEntry['after']) => (facts?.validSecrets ?? []) as string[]
  assert.deepEqual(
    [rotated.action, secrets(rotated.before).length, secrets(rotated.after).length],
    ['client.rotate', 1, 2],
  )
  const [first = '', second = ''] = secrets(rotated.after)
  const revoked = await entryOf('client', 'revoke', created.target, first)
  assert.deepEqual([revoked.action, revoked.after], ['client.revoke', { validSecrets: [second] }])

  const url = 'http://localhost:5001/'
  const destination = `base:${recipient}`
  const changes: [args: string[], action: string, target: string, before: unknown, after: unknown][] = [
    [['callback', 'add', client, url], 'callback.add', client, null, { url }],
    [['callback', 'remove', client, url], 'callback.remove', client, { url }, null],
    [['pause', '--exchange', 'kraken'], 'sending.pause', 'kraken', { isPaused: false }, { isPaused: true }],
    [['resume', '--exchange', 'kraken'], 'sending.resume', 'kraken', { isPaused: true }, { isPaused: false }],
    [
      ['limit', 'set', 'usd-per-user', '500'],
      'limit.set',
      'all clients',
      null,
      { limit: 'usd-per-user', value: '500' },
    ],
    [
      ['limit', 'set', 'usd-per-user', '900'],
      'limit.set',
      'all clients',
      { limit: 'usd-per-user', value: '500' },
      { limit: 'usd-per-user', value: '900' },
    ],
    [['limit', 'remove', 'usd-per-user'], 'limit.remove', 'all clients', { limit: 'usd-per-user', value: '900' }, null],
  ]
  for (const [args, action, target, was, is] of changes) {
    const entry = await entryOf(...args)
    assert.deepEqual([entry.action, entry.target, entry.before, entry.after], [action, target, was, is])
  }
  assert.equal((await entryOf('destination', 'allow', destination)).action, 'destination.allow')
  assert.equal((await entryOf('destination', 'remove', destination)).action, 'destination.remove')
  const to = ['--to', `base:USDC:${recipient}`]
  const linked = await entryOf('link', 'create', client, '--user', 'user-of-audit', ...to)
  assert.equal(linked.action, 'link.create')
  assert.equal(
    (await entryOf('backup', '--to', join(mkdtempSync(join(tmpdir(), 'audit-')), 'a.db'))).action,
    'backup.create',
  )
  assert.equal((await entryOf('keys', 'reseal')).action, 'keys.reseal')
  const erased = await entryOf('erase', '--user', 'user-of-audit')
  assert.equal(erased.action, 'user.erase')
  assert.equal(erased.target, client)
})

test('of two commands that replace all secrets at once, one secret stays, and the entries say so', async () => {
  const { target } = await entryOf('client', 'create', 'Leaked')
  await Promise.all([1, 2].map(() => run('client', 'rotate', target, '--revoke-others')))
  const valid = query.selectFrom('client_secret').select('id').where('client_id', '=', target)
  const secrets = (await valid.where('revoked_at', 'is', null).execute()).map(({ id }) => id)
  assert.equal(secrets.length, 1)
  const [last, before] = await entries('--target', target)
  assert.deepEqual([last?.after, last?.before], [{ validSecrets: secrets }, before?.after])
})

test('commands on webhooks write entries', async () => {
  const created = await entryOf('webhook', 'create', client, 'http://localhost:5002/path-of-audit?token=token-of-audit')
  const endpoint = created.target
  assert.equal(created.action, 'webhook.create')
  for (const [command, ...more] of [
    ['rotate'],
    ['pause'],
    ['resume'],
    ['test'],
    ['replay', '--since', '2026-11-20T14:02:00Z'],
  ] as const) {
    const entry = await entryOf('webhook', command, endpoint, ...more)
    assert.deepEqual([entry.action, entry.target], [`webhook.${command}`, endpoint])
  }
})

test('of commands on one endpoint at once, each entry begins with what the previous one left', async () => {
  const { target } = await entryOf('webhook', 'create', client, 'http://localhost:5003/')
  await Promise.all(['pause', 'resume', 'pause', 'resume'].map((command) => run('webhook', command, target)))
  const written = (await entries('--target', target)).reverse().slice(1)
  assert.equal(written.length, 4)
  for (const [index, { before }] of written.entries())
    assert.deepEqual(before, written[index - 1]?.after ?? { state: 'on' })
})

test('no secret and no user is in the log', async () => {
  const text = JSON.stringify(await query.selectFrom('audit_entry').selectAll().execute())
  assert.doesNotMatch(text, /sk_|whsec_|auth_code|of-audit/)
  const links = await query.selectFrom('audit_entry').select('details').where('action', '=', 'link.create').execute()
  assert.ok(links.length > 0 && !JSON.stringify(links).includes(recipient))
})

test('a command that changes nothing, or fails, writes no entry', async () => {
  await run('pause', '--all')
  const [{ n } = { n: 0 }] = await entries()
  await run('pause', '--all')
  await runCliHere(['callback', 'remove', client, 'http://localhost:5999/'], { DATA_DIR: server.folder })
  await run('client', 'list')
  assert.equal((await entries())[0]?.n, n)
  await run('resume', '--all')
})

test('a change whose entry cannot be written does not take effect', async () => {
  await sql`create trigger audit_refused before insert on audit_entry begin select raise(abort, 'refused'); end`.execute(
    query,
  )
  const { code } = await runCliHere(['pause', '--all'], { DATA_DIR: server.folder })
  await sql`drop trigger audit_refused`.execute(query)
  assert.equal(code, 1)
  assert.equal(await run('pause', '--list'), 'Nothing is paused.\n')
})

test('the log is listed by action, target, actor and time, and exported', async () => {
  const actions = new Set((await entries('--action', 'client')).map(({ action }) => action))
  assert.deepEqual(actions, new Set(['client.create', 'client.rotate', 'client.revoke']))
  assert.equal((await entries('--target', 'kraken')).length, 2)
  assert.equal((await entries('--actor', 'nobody else')).length, 0)
  assert.equal((await entries('--since', '2999-01-01T00:00:00Z')).length, 0)
  assert.equal((await entries('--limit', '3')).length, 3)
  const shown = await run('audit', 'list', '--action', 'sending.pause', '--target', 'kraken')
  assert.match(
    shown,
    /sending\.pause {2}kraken\n {2}by {6}\S.* on \S.*\n {2}before {2}isPaused=false\n {2}after {3}isPaused=true/,
  )
  const file = join(mkdtempSync(join(tmpdir(), 'audit-')), 'audit.jsonl')
  await run('audit', 'export', '--to', file)
  const exported = readFileSync(file, 'utf8').trim().split('\n')
  assert.deepEqual(
    exported.map((line) => JSON.parse(line) as AuditEntry),
    await entries('--limit', '999'),
  )
  const again = await runCliHere(['audit', 'export', '--to', file], { DATA_DIR: server.folder })
  assert.equal(again.code, 1)
  assert.match(again.error, /exists already/)
})

test('a changed, an inserted and a missing entry are found', async () => {
  const { last } = JSON.parse(await run('audit', 'verify', '--json')) as { last: string }
  const [newest] = await entries()
  assert.equal(last, `${newest?.n}:${newest?.hash}`)
  assert.match(await run('audit', 'verify', '--last', last), /entries are intact/)
  const rows = await query.selectFrom('audit_entry').selectAll().orderBy('n').execute()
  const restore = async () => {
    await query.deleteFrom('audit_entry').execute()
    for (const row of rows) await query.insertInto('audit_entry').values(row).execute()
  }
  const change = query.updateTable('audit_entry').where('n', '=', 3)
  const firstBroken = async (...args: string[]) => {
    const { code, out } = await runCliHere(['audit', 'verify', '--json', ...args], { DATA_DIR: server.folder })
    await restore()
    return [code, (JSON.parse(out) as { broken: number | null }).broken]
  }
  for (const changed of [
    { details: '{}' },
    { actor: 'someone' },
    { at: 1 },
    { target: 'other' },
    { origin: 'elsewhere' },
  ]) {
    await change.set(changed).execute()
    assert.deepEqual(await firstBroken(), [1, 3], JSON.stringify(changed))
  }
  await query.deleteFrom('audit_entry').where('n', '=', 3).execute()
  assert.deepEqual(await firstBroken(), [1, 3])
  await query.deleteFrom('audit_entry').where('n', '=', rows.length).execute()
  assert.deepEqual(await firstBroken(), [0, null])
  await query.deleteFrom('audit_entry').where('n', '=', rows.length).execute()
  assert.deepEqual(await firstBroken('--last', last), [1, rows.length])
})

test('a long log is verified in turns, between which other requests run', async () => {
  const database = await openSqlite(':memory:')
  const actor = { name: 'Kim', origin: 'here' }
  const deps = { database, now: () => new Date() }
  await audited(deps, actor, async (_inside, record) => {
    for (let n = 0; n < 1_001; n++) record({ action: 'test', target: `${n}`, before: null, after: null })
  })
  let turns = 0
  const count = setInterval(() => turns++, 0)
  assert.equal((await verifyAudit(database.query)).entries, 1_001)
  clearInterval(count)
  assert.ok(turns > 0, 'nothing else ran')
  await database.close()
})

const { postgres, missing } = await findPostgres()
after(() => postgres?.drop())

test('many operators at once get entries in one chain on PostgreSQL', { skip: missing }, async () => {
  const database = await openPostgres((await postgres?.newDatabase()) ?? '')
  await sql`insert into store (id, writes) values (1, 0) on conflict do nothing`.execute(database.query)
  const deps = { database, now: () => new Date() }
  await Promise.all(
    Array.from({ length: 30 }, (_, each) =>
      audited(deps, { name: `operator ${each}`, origin: 'here' }, async (_inside, record) =>
        record({ action: 'test', target: `${each}`, before: null, after: null }),
      ),
    ),
  )
  assert.deepEqual(
    { ...(await verifyAudit(database.query)), lastHash: '' },
    { entries: 30, lastHash: '', broken: null },
  )
  await database.close()
})

test('of changes of one limit at once, each entry begins with what the previous one left', {
  skip: missing,
}, async () => {
  const DATABASE_URL = (await postgres?.newDatabase()) ?? ''
  const database = await openPostgres(DATABASE_URL)
  await sql`insert into store (id, writes) values (1, 0) on conflict do nothing`.execute(database.query)
  const values = ['1', '2', '3', '4', '5', '6']
  const ended = await Promise.all(
    values.map((value) => runCliHere(['limit', 'set', 'usd-per-user', value], { DATABASE_URL })),
  )
  assert.deepEqual(new Set(ended.map(({ code }) => code)), new Set([0]))
  const written = (await listAudit(database.query, { limit: 10 })).reverse()
  assert.equal(written.length, values.length)
  for (const [index, { before }] of written.entries()) assert.deepEqual(before, written[index - 1]?.after ?? null)
  await database.close()
})

test('a link of REST is no action of an operator', async () => {
  const [{ n } = { n: 0 }] = await entries()
  await newLink(server)
  assert.equal((await entries())[0]?.n, n)
})
