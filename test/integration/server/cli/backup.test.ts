// `transfer-link backup` beside a running server, and a server on a restored backup.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readConfig } from '../../../../server/config.ts'
import { createDeps } from '../../../../server/create-deps.ts'
import { copyStorage } from '../../../../server/storage/copy.ts'
import { readLastBackup } from '../../../../server/storage/last-backup.ts'
import { openPostgres } from '../../../../server/storage/postgres.ts'
import { openSqlite } from '../../../../server/storage/sqlite.ts'
import type { Database } from '../../../../server/storage/storage.ts'
import { beginRestore, markBackup, RestoreUnchecked, readRestore } from '../../../../server/transfers/restore.ts'
import { runCliHere } from '../../../support/cli.ts'
import { execute, preview, signIn, untilEnded } from '../../../support/native-flow.ts'
import { findPostgres } from '../../../support/postgres.ts'
import { readmeBlock } from '../../../support/readme.ts'
import { startTestServer, type TestServer } from '../../../support/test-server.ts'

let server: TestServer
let environment: Record<string, string>
let token: string
let folder: string
before(async () => {
  server = await startTestServer()
  environment = { DATA_DIR: server.folder, SANDBOX_EXCHANGE_PORT: new URL(server.exchangeUrl).port }
  token = await signIn(server, 'user_good')
  await send('5')
  folder = join(server.folder, 'copies')
  mkdirSync(folder)
})
after(() => server.stop())

async function send(amount: string): Promise<string> {
  const { PreviewId } = (await preview(server, token, amount)).body.PreviewResult
  const { TransferId } = (await execute(server, token, PreviewId)).body.TransferResult
  await untilEnded(server, TransferId)
  return TransferId
}

test('the copy is complete, private and checked, and replaces no file', async () => {
  const file = join(folder, 'first.db')
  const { code, out, error } = await runCliHere(['backup', '--to', file], environment)
  assert.deepEqual([code, error], [0, ''])
  assert.match(out, /Checked: 1 transfers with \d+ events, \d+ entries of the audit log/)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const key = readFileSync(join(server.folder, 'server', 'keys', 'master-keys'), 'utf8').split(':')[1] ?? ''
  assert.equal(readFileSync(file).includes(key), false)
  const again = await runCliHere(['backup', '--to', file], environment)
  assert.deepEqual([again.code, again.error], [1, `${file} exists. A backup replaces no file.\n`])
  assert.deepEqual(readdirSync(folder), ['first.db'])
  const age = Date.now() - ((await readLastBackup(server.deps.database.query))?.getTime() ?? 0)
  assert.ok(age >= 0 && age < 60_000)
})

test('a broken timeline is found, and the backup is written, but its age does not begin anew', async () => {
  const { query } = server.deps.database
  const event = query.updateTable('transfer_event').where('n', '=', 1)
  const { detail } = await query
    .selectFrom('transfer_event')
    .select('detail')
    .where('n', '=', 1)
    .executeTakeFirstOrThrow()
  await event.set({ detail: '{"changed":1}' }).execute()
  const before = await readLastBackup(query)
  const file = join(folder, 'broken.db')
  const { code, error } = await runCliHere(['backup', '--to', file], environment)
  await event.set({ detail }).execute()
  assert.equal(code, 1)
  assert.match(error, /^The backup was written\.\nThe timeline is not intact of /)
  assert.equal(existsSync(file), true)
  assert.deepEqual(await readLastBackup(query), before)
})

test('a changed audit log is found, and the backup is written all the same', async () => {
  const { query } = server.deps.database
  const entry = query.updateTable('audit_entry').where('n', '=', 1)
  const { actor } = await query.selectFrom('audit_entry').select('actor').where('n', '=', 1).executeTakeFirstOrThrow()
  await entry.set({ actor: 'nobody' }).execute()
  const file = join(folder, 'audit.db')
  const backup = await runCliHere(['backup', '--to', file], environment)
  const doctor = await runCliHere(['doctor'], environment)
  await entry.set({ actor }).execute()
  assert.deepEqual([backup.code, existsSync(file)], [1, true])
  assert.match(backup.error, /^The backup was written\.\nThe audit log is not intact: entry 1 /)
  assert.match(doctor.out, /✗ The audit log is not intact: entry 1 /)
  assert.match((await runCliHere(['doctor'], environment)).out, /✓ The audit log is intact: \d+ entries\./)
})

/** A data folder whose database was replaced by a backup of the server's, with the variables of a command in it. */
async function restoredFolder(name: string) {
  const DATA_DIR = join(folder, name)
  await (await openSqlite(join(DATA_DIR, 'server'))).close()
  const file = join(folder, `${name}.db`)
  await runCliHere(['backup', '--to', file], environment)
  const commands = readmeBlock('sh', 'mktemp -d before-restore').replace('/backup/transfers-2026-11-27.db', file)
  execFileSync('sh', ['-euc', commands], { env: { PATH: process.env.PATH, DATA_DIR } })
  const MASTER_KEYS = readFileSync(join(server.folder, 'server', 'keys', 'master-keys'), 'utf8')
  return { ...environment, DATA_DIR, MASTER_KEYS, LOG_LEVEL: 'silent' }
}

/** As if the server had started earlier: two minutes later, the sandbox exchange lists everything. */
async function startedEarlier({ query }: Database, ms = 120_000): Promise<void> {
  const startedAt = (await readRestore(query))?.startedAt.getTime() ?? 0
  await query
    .updateTable('store')
    .set({ restored_at: startedAt - ms })
    .execute()
}

function codeIn(out: string): string {
  return /--confirm-restore ([0-9a-f]{8})"/.exec(out)?.[1] ?? ''
}

test('a restored backup sends nothing until reconcile was run and its code confirmed', async () => {
  const open = await preview(server, token, '6')
  const at = await restoredFolder('restored')
  await execute(server, token, open.body.PreviewResult.PreviewId)
  const lost = await send('7')
  const withdrawal = await server.deps.database.query
    .selectFrom('transfer')
    .select('withdrawal_id')
    .where('id', '=', lost)
    .executeTakeFirstOrThrow()
  const early = [await runCliHere(['reconcile'], at), await runCliHere(['reconcile', '--confirm-restore', '0'], at)]
  for (const { code, error } of early)
    assert.deepEqual([code, /serve --after-restore/.test(error), error.split('\n').length], [1, true, 2])
  assert.match((await runCliHere(['pause', '--list'], at)).out, /Everything is paused .* The database was restored/)
  await assert.rejects(createDeps(readConfig(at)), RestoreUnchecked)
  const { database } = await createDeps(readConfig(at), { afterRestore: true })
  after(() => database.close())
  const over = server.over({ database })
  assert.notEqual(await readLastBackup(database.query), null)

  const terms = await preview(over, token, '8')
  const paused = await execute(over, token, terms.body.PreviewResult.PreviewId)
  assert.deepEqual([paused.status, paused.body.ErrorType], [503, 'sendingPaused'])
  // The operator's own pause is another one.
  const resumed = await runCliHere(['resume', '--all'], at)
  assert.deepEqual(
    [resumed.code, /ends with "transfer-link reconcile --confirm-restore"/.test(resumed.error)],
    [1, true],
  )
  assert.equal((await execute(over, token, terms.body.PreviewResult.PreviewId)).status, 503)

  const tooEarly = await runCliHere(['reconcile'], at)
  assert.match(tooEarly.out, /Exchanges may not list yet what was sent last/)
  assert.equal(codeIn(tooEarly.out), '')
  await startedEarlier(database)
  const { code, out } = await runCliHere(['reconcile'], at)
  assert.equal(code, 1)
  assert.match(out, new RegExp(`${withdrawal.withdrawal_id} .* 7 USDC.*\n.*user .+ of Northwind\\)`))
  assert.match(out, / 6 USDC/)
  assert.match(out, /nothing is sent/)
  // A comparison with another result needs its own code.
  const away = await runCliHere(['reconcile'], { ...at, SANDBOX_EXCHANGE_PORT: '1' })
  assert.notEqual(codeIn(away.out), codeIn(out))
  const old = await runCliHere(['reconcile', '--confirm-restore', codeIn(out)], at)
  assert.deepEqual([old.code, /not the code of the newest comparison/.test(old.error)], [1, true])
  // The user connects the account again, which makes another account here.
  await signIn(over, 'user_good')
  const newest = await runCliHere(['reconcile', '--json'], at)
  const { restore, withdrawalsWithoutTransfer } = JSON.parse(newest.out)
  assert.equal(restore.confirmationCode, codeIn(out))
  assert.match(withdrawalsWithoutTransfer[0].users[0].userId, /./)
  assert.equal((await runCliHere(['reconcile', '--confirm-restore', restore.confirmationCode], at)).code, 0)
  assert.equal(await readRestore(database.query), null)
  const again = await execute(over, token, open.body.PreviewResult.PreviewId)
  assert.equal(again.body.ErrorType, 'previewExpired')
  const sent = await execute(over, token, (await preview(over, token, '9')).body.PreviewResult.PreviewId)
  assert.equal(sent.status, 200)
})

test('a second restore, to a time before the first was confirmed, begins anew', async () => {
  const at = await restoredFolder('twice')
  const { database } = await createDeps(readConfig(at), { afterRestore: true })
  after(() => database.close())
  await startedEarlier(database, 3_600_000)
  const { out } = await runCliHere(['reconcile'], at)
  const earlier = codeIn(out)
  assert.notEqual(earlier, '')
  const over = server.over({ database })
  const { PreviewId } = (await preview(over, token, '3')).body.PreviewResult
  const first = await readRestore(database.query)
  await beginRestore(database, { now: new Date() })
  const second = await readRestore(database.query)
  assert.deepEqual(second?.restoredTo, first?.restoredTo)
  assert.ok((second?.startedAt ?? 0) > (first?.startedAt ?? 0))
  const old = await runCliHere(['reconcile', '--confirm-restore', earlier], at)
  assert.match(old.error, /not the code of the newest comparison/)
  assert.equal((await execute(over, token, PreviewId)).body.ErrorType, 'previewExpired')
})

test('the lost time ends now, even where a clock that was ahead has written a later time', async () => {
  const database = await openSqlite(join(folder, 'ahead'))
  after(() => database.close())
  const now = new Date()
  await copyStorage(server.deps.database, database)
  const ahead = now.getTime() + 86_400_000
  const newest = database.query.selectFrom('transfer').select('id').orderBy('created_at', 'desc').limit(1)
  await database.query.updateTable('transfer').set({ updated_at: ahead }).where('id', '=', newest).execute()
  await markBackup(database.query, new Date(ahead))
  await beginRestore(database, { now })
  const since = (await readRestore(database.query))?.restoredTo.getTime() ?? 0
  assert.ok(since < now.getTime() - 3_600_000 && since > now.getTime() - 3_660_000, `${since}`)
})

const { postgres, missing } = await findPostgres()
test('on PostgreSQL it says that archiving is off, and exits with 1', { skip: missing }, async () => {
  if (postgres === null) return
  after(() => postgres.drop())
  const DATABASE_URL = await postgres.newDatabase()
  await (await openPostgres(DATABASE_URL)).close()
  const { code, out, error } = await runCliHere(['backup'], { DATABASE_URL })
  assert.equal(code, 1)
  assert.equal(out, '')
  assert.match(error, /^Archiving does not work\. archive_mode is off/)
  assert.match(error, /\nChecked: 0 transfers .*\nTo set up backups: .*\n {2}archive_mode=on/)
  assert.equal((await runCliHere(['backup', '--to', join(folder, 'x.db')], { DATABASE_URL })).code, 2)
})
