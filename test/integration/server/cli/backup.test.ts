// `transfer-link backup` beside a running server, and a server on a restored backup.
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readLastBackup } from '../../../../server/storage/last-backup.ts'
import { openPostgres } from '../../../../server/storage/postgres.ts'
import { openSqlite } from '../../../../server/storage/sqlite.ts'
import { beginRestore, RestoreUnchecked, readRestore, refuseUnchecked } from '../../../../server/transfers/restore.ts'
import { runCliHere } from '../../../support/cli.ts'
import { execute, preview, signIn, untilEnded } from '../../../support/native-flow.ts'
import { findPostgres } from '../../../support/postgres.ts'
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
  assert.match(out, /Checked: 1 transfers with \d+ events/)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const key = readFileSync(join(server.folder, 'server', 'keys', 'master-keys'), 'utf8').split(':')[1] ?? ''
  assert.equal(readFileSync(file).includes(key), false)
  const again = await runCliHere(['backup', '--to', file], environment)
  assert.deepEqual([again.code, again.error], [1, `${file} exists. A backup replaces no file.\n`])
  assert.deepEqual(readdirSync(folder), ['first.db'])
  const age = Date.now() - ((await readLastBackup(server.deps.database.query))?.getTime() ?? 0)
  assert.ok(age >= 0 && age < 60_000)
})

test('a broken timeline is found, and no file is left', async () => {
  const { query } = server.deps.database
  const event = query.updateTable('transfer_event').where('n', '=', 1)
  const { detail } = await query
    .selectFrom('transfer_event')
    .select('detail')
    .where('n', '=', 1)
    .executeTakeFirstOrThrow()
  await event.set({ detail: '{"changed":1}' }).execute()
  const { code, error } = await runCliHere(['backup', '--to', join(folder, 'broken.db')], environment)
  await event.set({ detail }).execute()
  assert.equal(code, 1)
  assert.match(error, /^No backup was written\. The timeline is not intact of /)
  assert.deepEqual(readdirSync(folder), ['first.db'])
})

test('a restored backup sends nothing until reconcile was run and confirmed', async () => {
  const restored = join(folder, 'restored', 'server')
  mkdirSync(restored, { recursive: true })
  const open = await preview(server, token, '6')
  await runCliHere(['backup', '--to', join(restored, 'transfer-link.db')], environment)
  await execute(server, token, open.body.PreviewResult.PreviewId)
  const lost = await send('7')
  const withdrawal = await server.deps.database.query
    .selectFrom('transfer')
    .select('withdrawal_id')
    .where('id', '=', lost)
    .executeTakeFirstOrThrow()
  const database = await openSqlite(restored)
  const over = server.over({ database })
  await assert.rejects(refuseUnchecked(database.query), RestoreUnchecked)
  await beginRestore(database, new Date())
  await refuseUnchecked(database.query)
  assert.notEqual(await readLastBackup(database.query), null)
  const MASTER_KEYS = readFileSync(join(server.folder, 'server', 'keys', 'master-keys'), 'utf8')
  const at = { ...environment, DATA_DIR: join(folder, 'restored'), MASTER_KEYS }

  const terms = await preview(over, token, '8')
  const paused = await execute(over, token, terms.body.PreviewResult.PreviewId)
  assert.deepEqual([paused.status, paused.body.ErrorType], [503, 'sendingPaused'])
  // The operator's own pause is another one.
  await runCliHere(['resume', '--all'], at)
  assert.equal((await execute(over, token, terms.body.PreviewResult.PreviewId)).status, 503)

  const startedAt = (await readRestore(database.query))?.startedAt.getTime() ?? 0
  const early = await runCliHere(['reconcile', '--confirm-restore'], at)
  assert.match(early.error, /Exchanges may not list yet what was sent last/)
  await database.query
    .updateTable('store')
    .set({ restored_at: startedAt - 3_600_000 })
    .execute()
  const unread = await runCliHere(['reconcile', '--confirm-restore'], at)
  assert.deepEqual([unread.code, /Not confirmed/.test(unread.error)], [1, true])

  const { code, out } = await runCliHere(['reconcile'], at)
  assert.equal(code, 1)
  assert.match(out, new RegExp(`${withdrawal.withdrawal_id} .* 7 USDC`))
  assert.match(out, / 6 USDC/)
  assert.match(out, /nothing is sent/)
  const away = await runCliHere(['reconcile', '--confirm-restore'], { ...at, SANDBOX_EXCHANGE_PORT: '1' })
  assert.match(away.error, /Not confirmed/)
  await runCliHere(['reconcile'], at)
  assert.equal((await runCliHere(['reconcile', '--confirm-restore'], at)).code, 0)
  assert.equal(await readRestore(database.query), null)
  const again = await execute(over, token, open.body.PreviewResult.PreviewId)
  assert.equal(again.body.ErrorType, 'previewExpired')
  const sent = await execute(over, token, (await preview(over, token, '9')).body.PreviewResult.PreviewId)
  assert.equal(sent.status, 200)
  await database.close()
})

const { postgres, missing } = await findPostgres()
test('on PostgreSQL it says that archiving is off, and exits with 1', { skip: missing }, async () => {
  if (postgres === null) return
  after(() => postgres.drop())
  const DATABASE_URL = await postgres.newDatabase()
  await (await openPostgres(DATABASE_URL)).close()
  const { code, out, error } = await runCliHere(['backup'], { DATABASE_URL })
  assert.equal(code, 1)
  assert.match(out, /archive_mode=on/)
  assert.match(error, /^Archiving does not work\. archive_mode is off/)
  assert.equal((await runCliHere(['backup', '--to', join(folder, 'x.db')], { DATABASE_URL })).code, 2)
})
