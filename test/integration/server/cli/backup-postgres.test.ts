// `transfer-link backup` with a PostgreSQL that archives its WAL.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { appendEntry } from '../../../../server/audit/audit-log.ts'
import { readLastBackup } from '../../../../server/storage/last-backup.ts'
import { openPostgres } from '../../../../server/storage/postgres.ts'
import type { Query } from '../../../../server/storage/storage.ts'
import { appendEvent } from '../../../../server/transfers/timeline.ts'
import type { Transfer } from '../../../../server/transfers/transfer-store.ts'
import { type ArchivedPostgres, startArchivedPostgres } from '../../../proofs/restore-drill/archived-postgres.ts'
import { runCliHere } from '../../../support/cli.ts'
import { startEngine } from '../../../support/engine.ts'
import { findPostgres, runOn } from '../../../support/postgres.ts'
import { acceptedTransfer } from '../../../support/staged-transfers.ts'

const { missing } = await findPostgres()
let postgres: ArchivedPostgres
let DATABASE_URL: string
before(async () => {
  if (missing) return
  postgres = await startArchivedPostgres()
  DATABASE_URL = postgres.url
  await (await openPostgres(DATABASE_URL)).close()
})
after(() => postgres?.stop())

async function lastBackup(): Promise<Date | null> {
  const database = await openPostgres(DATABASE_URL)
  const at = await readLastBackup(database.query)
  await database.close()
  return at
}

const backup = (environment = {}) => runCliHere(['backup', '--json'], { DATABASE_URL, ...environment })

test('without a base backup nothing can be restored: the check fails, and does not count as a backup', {
  skip: missing,
}, async () => {
  const without = await backup()
  assert.equal(without.code, 1, without.out)
  const found = JSON.parse(without.out)
  assert.deepEqual([found.archiving, found.lastBaseBackupAt, found.lastFailedAt], [true, null, null])
  assert.match(without.error, /PostgreSQL knows no base backup.*pg_basebackup.*--base-backups-elsewhere/)
  assert.equal(await lastBackup(), null)
  const elsewhere = await runCliHere(['backup', '--base-backups-elsewhere'], { DATABASE_URL })
  assert.equal(elsewhere.code, 0, elsewhere.error)
  assert.notEqual(await lastBackup(), null)
  assert.match(elsewhere.out, /^Archiving works\..*\nPostgreSQL knows no base backup\./)
  const text = await runCliHere(['backup'], { DATABASE_URL })
  assert.match(
    text.error,
    /^PostgreSQL knows no base backup, .*\nArchiving works\. .*\nChecked: .*\nTo set up backups: /,
  )
  const startedAt = Date.now()
  await postgres.baseBackup()
  const { out } = await runCliHere(['backup'], { DATABASE_URL })
  const at = Date.parse(/The last base backup was made at (\S+)\. /.exec(out)?.[1] ?? '')
  assert.ok(at >= startedAt - 1_000 && at <= Date.now(), out)
  assert.match(out, /^Archiving works\. Last archived: /)
  assert.doesNotMatch(out, /To set up backups/)
})

test('a role that may not see base backups is told so', { skip: missing }, async () => {
  await runOn(DATABASE_URL, 'create role app login; grant all on all tables in schema public to app')
  const url = new URL(DATABASE_URL)
  url.username = 'app'
  const { out } = await backup({ DATABASE_URL: url.href })
  assert.match(JSON.parse(out).advice.join('\n'), /grant pg_monitor to <role>/)
})

test('a command that archives nothing is refused, and a failure is reported after it', { skip: missing }, async () => {
  await setCommand('/bin/true')
  const useless = await backup()
  assert.deepEqual([useless.code, JSON.parse(useless.out).archiving], [1, false])
  assert.match(useless.error, /archive_command copies nothing/)
  await setCommand('')
  assert.match((await backup()).error, /Neither archive_command nor archive_library is set/)
  await postgres.breakArchive()
  assert.match((await backup()).error, /Archiving failed at /)
  await postgres.mendArchive()
  const again = JSON.parse((await backup()).out)
  assert.ok(again.lastFailedAt !== null && again.archiving)
  assert.match(again.advice.join('\n'), /Archiving has failed (once|\d+ times), last at /)
})

test('a changed audit log is reported', { skip: missing }, async () => {
  const database = await openPostgres(DATABASE_URL)
  after(() => database.close())
  const change = { action: 'client.create', target: 'a', before: null, after: null }
  const by = { actor: { name: 'kim', origin: 'here' }, now: new Date() }
  await database.query.transaction().execute((query) => appendEntry(query, change, by))
  assert.deepEqual([(await backup()).code, JSON.parse((await backup()).out).auditBroken], [0, null])
  await database.query.updateTable('audit_entry').set({ target: 'b' }).where('target', '=', 'a').execute()
  const { code, error } = await backup()
  assert.deepEqual([code, /The audit log is not intact/.test(error)], [1, true])
})

test('a broken timeline of any page is named', { skip: missing }, async () => {
  const database = await openPostgres(DATABASE_URL)
  const engine = await startEngine(database)
  after(() => engine.close())
  const { query } = database
  await copyTransfer(query, await acceptedTransfer(engine), 210)
  const found = JSON.parse((await backup()).out)
  assert.deepEqual([found.transfers, found.brokenTimelines], [211, []])
  const ids = (await query.selectFrom('transfer').select('id').orderBy('id').execute()).map(({ id }) => id)
  // One transfer of the last page has a changed event, and one of the first page none.
  const [empty = '', changed = ''] = [ids[0], ids.at(-1)]
  await query
    .updateTable('transfer_event')
    .set({ detail: '{"changed":1}' })
    .where('transfer_id', '=', changed)
    .execute()
  await query.deleteFrom('transfer_event').where('transfer_id', '=', empty).execute()
  const { code, out, error } = await backup()
  assert.deepEqual([code, JSON.parse(out).brokenTimelines], [1, [empty, changed]])
  assert.match(error, new RegExp(`^The timeline is not intact of ${empty}, ${changed}\\.$`, 'm'))
})

async function copyTransfer(query: Query, { id, previewId }: Transfer, copies: number): Promise<void> {
  const preview = await query.selectFrom('preview').selectAll().where('id', '=', previewId).executeTakeFirstOrThrow()
  const transfer = await query.selectFrom('transfer').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  for (let copy = 0; copy < copies; copy++) {
    const [id, preview_id] = [randomUUID(), randomUUID()]
    await query
      .insertInto('preview')
      .values({ ...preview, id: preview_id })
      .execute()
    const unlike = { id, preview_id, withdrawal_id: null, fingerprint: null, last_event: 1 }
    await query
      .insertInto('transfer')
      .values({ ...transfer, ...unlike })
      .execute()
    await appendEvent(query, { id, lastEvent: 1 }, { now: new Date(), kind: 'created', detail: {} })
  }
}

async function setCommand(command: string): Promise<void> {
  await runOn(DATABASE_URL, `alter system set archive_command = '${command}'`)
  await runOn(DATABASE_URL, 'select pg_reload_conf()')
  const client = new Client({ connectionString: DATABASE_URL })
  await client.connect()
  for (;;) {
    const { rows } = await client.query("select current_setting('archive_command') as command")
    if (rows[0].command === (command || '(disabled)') || rows[0].command === command) break
  }
  await client.end()
}
