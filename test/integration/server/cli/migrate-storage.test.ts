import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from '../../../../server/config.ts'
import { createDeps, type DepsOptions } from '../../../../server/create-deps.ts'
import { CopyRefused, copyStorage, tablesInOrder } from '../../../../server/storage/copy.ts'
import { openPostgres } from '../../../../server/storage/postgres.ts'
import { openSqlite } from '../../../../server/storage/sqlite.ts'
import { executeTransfer } from '../../../../server/transfers/execute.ts'
import { RestoreUnchecked, readRestore } from '../../../../server/transfers/restore.ts'
import { listPauses } from '../../../../server/transfers/sending-pause.ts'
import { runCliHere } from '../../../support/cli.ts'
import { startEngine } from '../../../support/engine.ts'
import { findPostgres, runOn } from '../../../support/postgres.ts'

test('every table is moved, after those it refers to', async () => {
  const database = await openSqlite(':memory:')
  const tables = (await database.query.introspection.getTables()).map((table) => table.name)
  // Migrating the target writes its own row there.
  const moved = tables.filter((table) => table !== 'schema_version')
  assert.deepEqual(tablesInOrder.map(([table]) => String(table)).sort(), moved.sort())
  await database.close()
})

const { postgres, missing } = await findPostgres()
if (postgres === null) test('a data folder moves into PostgreSQL', { skip: missing }, () => {})
else {
  after(() => postgres.drop())
  const newFolder = () => mkdtempSync(join(tmpdir(), 'migrate-'))

  test('a data folder moves into PostgreSQL, and its executed previews are not executed again', async () => {
    const folder = newFolder()
    const engine = await startEngine(await openSqlite(join(folder, 'server')))
    const preview = await engine.preview('25')
    await engine.execute(preview)
    const clients = Array.from({ length: 1_200 }, (_, n) => ({ id: `id-${n}`, name: `Ünï 😀 ${n}`, created_at: n }))
    await engine.deps.database.query.insertInto('client').values(clients).execute()
    const transfer = await engine.transferOf(preview)
    await engine.close()

    const to = await postgres.newDatabase()
    const { code, out, error } = await runCliHere(['migrate-storage', '--from', folder, '--to', to])
    assert.deepEqual([code, error], [0, ''])
    assert.match(out, /^client +1201 {2}[0-9a-f]{16}$/m)
    assert.match(out, /^transfer +1 {2}[0-9a-f]{16}$/m)

    const deps = { ...engine.deps, database: await openPostgres(to) }
    const owner = { clientId: engine.clientId, accountId: engine.accountId, sessionId: null, linkId: null }
    const again = await executeTransfer(deps, { ...owner, previewId: preview.id, mfaCode: null, transactionId: null })
    assert.equal('transfer' in again && again.transfer.id, transfer.id)
    assert.equal(engine.script.orders.length, 1)
    await deps.database.close()
  })

  /** Starts a server's storage and returns whether a restore is to be confirmed, and how many pauses there are. */
  async function startedOn(environment: Record<string, string>, options: DepsOptions = {}) {
    const { database } = await createDeps(readConfig({ LOG_LEVEL: 'silent', ...environment }), options)
    const facts = { restores: (await readRestore(database.query)) !== null, pauses: await listPauses(database.query) }
    await database.close()
    return { restores: facts.restores, pauses: facts.pauses.length }
  }

  test('no server starts on a folder whose data was moved, and one starts on the copy', async () => {
    const folder = newFolder()
    const at = { DATA_DIR: folder }
    const nothing = { restores: false, pauses: 0 }
    assert.deepEqual(await startedOn(at), nothing)
    const full = await postgres.newDatabase()
    const other = await openPostgres(full)
    await other.query.insertInto('client').values({ id: 'a', name: 'Shop', created_at: 1 }).execute()
    await other.close()
    const refused = await runCliHere(['migrate-storage', '--from', join(folder, 'server')], { DATABASE_URL: full })
    assert.equal(refused.code, 1)
    assert.match(refused.error, /target is not empty: table client has rows/)
    assert.deepEqual(await startedOn(at), nothing, 'a copy that failed leaves the folder as it was')

    const to = await postgres.newDatabase()
    assert.equal((await runCliHere(['migrate-storage', '--from', folder, '--to', to])).code, 0)
    await assert.rejects(startedOn(at), (error: Error) => {
      assert.match(
        error.message,
        /moved to PostgreSQL at 2\S+Z: set DATABASE_URL\. .* "transfer-link serve --after-restore"/,
      )
      return error instanceof RestoreUnchecked
    })
    assert.deepEqual(await startedOn({ ...at, DATABASE_URL: to }), nothing)

    const next = await postgres.newDatabase()
    const again = await runCliHere(['migrate-storage', '--from', folder, '--to', next])
    assert.equal(again.code, 1)
    assert.match(again.error, /^The data in \S+ was moved to PostgreSQL at 2\S+Z\. Nothing was copied\./)
    const checked = { restores: true, pauses: 1 }
    assert.deepEqual(await startedOn(at, { afterRestore: true }), checked)
    assert.equal((await runCliHere(['migrate-storage', '--from', folder, '--to', next])).code, 0)
    assert.deepEqual(await startedOn({ ...at, DATABASE_URL: next }), checked, 'the copy sends nothing, either')
  })

  test('a folder that a running server holds is refused', async () => {
    const folder = newFolder()
    const server = await openSqlite(join(folder, 'server'))
    const { code, error } = await runCliHere([
      'migrate-storage',
      '--from',
      folder,
      '--to',
      await postgres.newDatabase(),
    ])
    await server.close()
    assert.equal(code, 1)
    assert.match(error, /used by another server process/)
  })

  test('an invalid or refusing address is reported without its password', async () => {
    const folder = newFolder()
    await (await openSqlite(folder)).close()
    const wrong = new URL(await postgres.newDatabase())
    wrong.password = 'open-sesame'
    const refused = await runCliHere(['migrate-storage', '--from', folder, '--to', wrong.href])
    assert.deepEqual([refused.code, refused.error.includes('open-sesame')], [1, false])
    assert.match(refused.error, /password authentication failed/)
    const none = await runCliHere(['migrate-storage', '--from', folder, '--to', 'mysql://root:open-sesame@localhost/x'])
    assert.deepEqual([none.code, none.error.includes('open-sesame')], [2, false])
  })

  test('the address can be a credential of systemd, but not a variable, too', async () => {
    const folder = newFolder()
    await (await openSqlite(folder)).close()
    const CREDENTIALS_DIRECTORY = newFolder()
    const to = await postgres.newDatabase()
    writeFileSync(join(CREDENTIALS_DIRECTORY, 'database-url'), `${to}\n`)
    const command = ['migrate-storage', '--from', folder]
    const twice = await runCliHere(command, { CREDENTIALS_DIRECTORY, DATABASE_URL: to })
    assert.equal(twice.code, 1)
    assert.match(twice.error, /DATABASE_URL is set, and database-url is a credential/)
    const { code, error } = await runCliHere(command, { CREDENTIALS_DIRECTORY, DATABASE_URL: '' })
    assert.deepEqual([code, error], [0, ''])
  })

  test('a row that does not arrive as it left is noticed', async () => {
    const source = await openSqlite(':memory:')
    await source.query.insertInto('client').values({ id: 'a', name: 'Shop', created_at: 1 }).execute()
    const url = await postgres.newDatabase()
    const target = await openPostgres(url)
    await runOn(
      url,
      `create function louder() returns trigger language plpgsql as $$ begin new.name = upper(new.name); return new; end $$;
       create trigger louder before insert on client for each row execute function louder()`,
    )
    await assert.rejects(copyStorage(source, target), CopyRefused)
    await Promise.all([source.close(), target.close()])
  })
}
