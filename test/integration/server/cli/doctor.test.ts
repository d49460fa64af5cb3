import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { credentialsPurpose } from '../../../../server/accounts/accounts.ts'
import { checkHostedPage, checkNode } from '../../../../server/cli/doctor/check-machine.ts'
import { judgeSkew } from '../../../../server/cli/doctor/check-outside.ts'
import { createClient } from '../../../../server/clients/clients.ts'
import { parseMasterKeys } from '../../../../server/secrets/key-ring.ts'
import { sealer } from '../../../../server/secrets/seal.ts'
import { openPostgres } from '../../../../server/storage/postgres.ts'
import { openSqlite } from '../../../../server/storage/sqlite.ts'
import { beginRestore, markBackup, markMoved } from '../../../../server/transfers/restore.ts'
import { openBlackHole } from '../../../support/black-hole.ts'
import { runCliHere } from '../../../support/cli.ts'
import { startEngine } from '../../../support/engine.ts'
import { findPostgres } from '../../../support/postgres.ts'
import { webhookEngine } from '../../../support/webhook-engine.ts'

const servers: Server[] = []
after(() => {
  for (const server of servers) server.close().closeAllConnections()
})

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

const json =
  (body: object): RequestListener =>
  (_request, response) =>
    response.end(JSON.stringify(body))
const nodeOf = (chainId: number) => listening(json({ jsonrpc: '2.0', id: 1, result: `0x${chainId.toString(16)}` }))
const portOf = (url: string) => new URL(url).port
const folder = () => mkdtempSync(join(tmpdir(), 'doctor-'))
const doctor = (environment: Record<string, string>) =>
  runCliHere(['doctor'], { SANDBOX_EXCHANGE_PORT: '1', PORT: '1', ...environment })

/** The line that matches, with its fix. */
function reported(out: string, pattern: RegExp): { mark: string; fix: string } {
  const lines = out.split('\n')
  const at = lines.findIndex((line) => pattern.test(line))
  assert.notEqual(at, -1, `${pattern} in:\n${out}`)
  const fix = lines[at + 1]?.startsWith('    ') ? lines[at + 1]?.trim() : ''
  return { mark: lines[at]?.[0] ?? '', fix: fix ?? '' }
}

test('an old Node is an error', () => {
  assert.equal(checkNode('22.18.0').state, 'ok')
  assert.deepEqual([checkNode('20.19.1').state, checkNode('22.17.9').state], ['error', 'error'])
})

test('settings that production refuses are reported all at once, with the fix for a missing master key', async () => {
  const { code, out } = await doctor({ TRANSFER_ENV: 'production', PUBLIC_URL: 'http://transfers.example.com' })
  assert.equal(code, 1)
  const key = reported(out, /MASTER_KEYS is required in production\. To create a key: .*randomBytes\(32\)/)
  assert.equal(key.mark, '✗')
  assert.match(key.fix, /Store the key with your secrets/)
  assert.equal(reported(out, /PUBLIC_URL must be an https address/).mark, '✗')
})

test('a data folder that cannot be written is reported', async () => {
  const file = join(folder(), 'file')
  writeFileSync(file, '')
  const { out } = await doctor({ DATA_DIR: file })
  assert.equal(reported(out, /Data folder .* cannot be written/).mark, '✗')
})

test('a port in use is distinguished: another program, a server of another environment, or this server', async () => {
  const DATA_DIR = folder()
  const other = await doctor({ DATA_DIR, PORT: portOf(await listening(json({ hello: 'world' }))) })
  assert.equal(reported(other.out, /Port \d+ is used by another program/).mark, '✗')
  const version = (environment: string) => listening(json({ content: { version: '0.1.0', environment } }))
  const wrongOne = await doctor({ DATA_DIR, PORT: portOf(await version('production')) })
  assert.equal(reported(wrongOne.out, /is a production server, and TRANSFER_ENV here is sandbox/).mark, '✗')
  const own = await doctor({ DATA_DIR, PORT: portOf(await version('sandbox')) })
  assert.equal(reported(own.out, /The server responds on port/).mark, '✓')
})

test('an unreachable or unresponsive exchange is reported', async () => {
  const hole = await openBlackHole()
  const DATA_DIR = folder()
  for (const SANDBOX_EXCHANGE_PORT of ['1', portOf(hole.url)]) {
    const { out } = await doctor({ DATA_DIR, SANDBOX_EXCHANGE_PORT })
    const unreachable = /The exchange of the sandbox cannot be reached at http:\/\/127\.0\.0\.1:\d+\./
    assert.equal(reported(out, unreachable).mark, '✗')
    assert.equal(out.match(/cannot be reached/g)?.length, 1)
  }
  await hole.close()
  const there = await listening(json({ status: 'ok' }))
  const { out } = await doctor({ DATA_DIR, SANDBOX_EXCHANGE_PORT: portOf(there) })
  assert.equal(reported(out, /Sandbox Exchange responds/).mark, '✓')
  assert.equal(reported(out, /The clock of this machine matches/).mark, '✓')
})

test('an unresponsive node, or one of another chain, is reported', async () => {
  const RPC_URLS = `ethereum=http://127.0.0.1:1,base=${await nodeOf(8453)}`
  const { out } = await doctor({ DATA_DIR: folder(), RPC_URLS })
  assert.equal(reported(out, /The Ethereum node does not respond/).mark, '✗')
  const other = reported(out, /The Base node belongs to chain 8453, not \d+/)
  assert.deepEqual([other.mark, /RPC_URLS/.test(other.fix)], ['✗', true])
})

test('an RPC_URLS entry for a network that cannot be read is reported', async () => {
  const { out } = await doctor({ DATA_DIR: folder(), RPC_URLS: 'bitcoin=http://127.0.0.1:1' })
  assert.equal(reported(out, /RPC_URLS names bitcoin/).mark, '✗')
})

test('a chain without a node is reported in production only: the sandbox runs its own chains', async () => {
  const sandbox = await doctor({ DATA_DIR: folder(), RPC_URLS: `base=${await nodeOf(8453)}` })
  assert.doesNotMatch(sandbox.out, /Without a node/)
  const { out } = await doctor({
    DATA_DIR: folder(),
    TRANSFER_ENV: 'production',
    PUBLIC_URL: 'https://127.0.0.1:1',
    MASTER_KEYS: `1:${randomBytes(32).toString('base64url')}`,
  })
  assert.equal(
    reported(out, /exchange’s status decides when a transfer has succeeded on Ethereum, .*Bitcoin/).mark,
    '·',
  )
  assert.equal(reported(out, /TRUSTED_PROXIES is not set/).mark, '·')
})

test('a wrong clock is reported with its offset', () => {
  assert.equal(judgeSkew(4_000, 'x').state, 'ok')
  assert.match(judgeSkew(90_000, 'the database').message, /90 s behind the database/)
  assert.match(judgeSkew(-7_000, 'x').message, /7 s ahead of x/)
})

test('no client, no callback URL and a secret of the wrong environment are reported with the command that fixes them', async () => {
  const DATA_DIR = folder()
  const database = await openSqlite(join(DATA_DIR, 'server'))
  assert.match(reported((await doctor({ DATA_DIR })).out, /No client is registered/).fix, /transfer-link client create/)
  const deps = { database, environment: 'sandbox', now: () => new Date() } as const
  const { id, secret } = await createClient(deps, { name: 'Shop', callbackUrls: [] })
  const { out } = await doctor({ DATA_DIR, CLIENT_ID: id, CLIENT_SECRET: 'sk_live_x' })
  assert.equal(reported(out, /Nothing that is stored is sealed with a master key yet\./).mark, '✓')
  assert.match(reported(out, /Client Shop has no callback URL/).fix, new RegExp(`callback add ${id}`))
  assert.equal(reported(out, /CLIENT_SECRET belongs to production, and this server is sandbox/).mark, '✗')
  assert.ok(!out.includes('sk_live_x'))
  assert.equal(
    reported((await doctor({ DATA_DIR, CLIENT_ID: id, CLIENT_SECRET: secret })).out, /are those of Shop/).mark,
    '✓',
  )
  assert.equal(
    reported((await doctor({ DATA_DIR, CLIENT_ID: id, CLIENT_SECRET: 'x' })).out, /are not a valid pair/).mark,
    '✗',
  )
  await database.close()
})

test('a webhook endpoint that gets no events is reported without its URL', async () => {
  const DATA_DIR = folder()
  const database = await openSqlite(join(DATA_DIR, 'server'))
  const now = () => new Date()
  const { id: clientId } = await createClient(
    { database, environment: 'sandbox', now },
    { name: 'Shop', callbackUrls: [] },
  )
  const { addEndpoint } = webhookEngine(database, now)
  await addEndpoint(clientId)
  assert.ok(!(await doctor({ DATA_DIR })).out.includes('A webhook endpoint of'))
  const { id } = await addEndpoint(clientId, { url: 'https://shop.example/secret-path' })
  await database.query
    .updateTable('webhook_endpoint')
    .set({ state: 'off', off_reason: 'gone' })
    .where('id', '=', id)
    .execute()
  const { out } = await doctor({ DATA_DIR })
  const { mark, fix } = reported(out, /A webhook endpoint of Shop is off \(the receiver returned 410\)\./)
  assert.deepEqual([mark, fix.endsWith(`webhook deliveries ${id}`), out.includes('secret-path')], ['·', true, false])
  await database.close()
})

test('a master key that does not open the sealed data is reported', async () => {
  const DATA_DIR = folder()
  const engine = await startEngine(await openSqlite(join(DATA_DIR, 'server')))
  const [first, second] = [randomBytes(32), randomBytes(32)]
  const keyOf = (bytes: Buffer) => `1:${bytes.toString('base64url')}`
  const row = await engine.deps.database.query.selectFrom('sign_in').selectAll().executeTakeFirstOrThrow()
  const { seal } = sealer(parseMasterKeys(keyOf(first)), 'sandbox')
  const sealed_credentials = seal(credentialsPurpose, [row.client_id, row.id], { accessToken: 'x' })
  await engine.deps.database.query.updateTable('sign_in').set({ sealed_credentials }).execute()
  assert.equal(reported((await doctor({ DATA_DIR, MASTER_KEYS: keyOf(first) })).out, /master keys open/).mark, '✓')
  assert.equal(
    reported((await doctor({ DATA_DIR, MASTER_KEYS: keyOf(second) })).out, /master key 1 does not open/).mark,
    '✗',
  )
  assert.equal(reported((await doctor({ DATA_DIR })).out, /master key is gone/).mark, '✗')
  await engine.close()
})

test('a hosted page that is not built is reported', () => {
  const empty = folder()
  assert.match(checkHostedPage(empty).message, /not built/)
  for (const file of ['hosted/index.html', 'hosted/renderer.js', 'browser/transfer-link.js']) {
    mkdirSync(join(empty, file, '..'), { recursive: true })
    writeFileSync(join(empty, file), '')
  }
  assert.equal(checkHostedPage(empty).state, 'ok')
})

test('on a restored backup and a moved folder, the only start that is suggested is the one that works', async () => {
  const DATA_DIR = folder()
  const database = await openSqlite(join(DATA_DIR, 'server'))
  assert.match(reported((await doctor({ DATA_DIR })).out, /the server is not running/).fix, /^Start it/)
  const marks = [
    { mark: () => markBackup(database.query, new Date()), says: /This database is a restored backup\. / },
    { mark: () => markMoved(database, new Date()), says: /was moved to PostgreSQL at 2.*Z: set DATABASE_URL\. / },
  ]
  for (const { mark, says } of marks) {
    await mark()
    const { code, out } = await doctor({ DATA_DIR })
    assert.equal(code, 1)
    assert.deepEqual(reported(out, new RegExp(`${says.source}.*"transfer-link serve --after-restore"`)), {
      mark: '✗',
      fix: '',
    })
    assert.deepEqual(reported(out, /the server is not running/), { mark: '·', fix: '' })
    assert.doesNotMatch(out, /Everything is paused|^ +transfer-link reconcile/m)
  }
  await beginRestore(database, { now: new Date() })
  const { out } = await doctor({ DATA_DIR })
  assert.match(reported(out, /the server is not running/).fix, /^Start it/)
  assert.equal(reported(out, /Everything is paused .*restored/).fix, 'transfer-link reconcile')
  await database.close()
})

test('a database that cannot be reached is reported without its password', async () => {
  const { code, out } = await doctor({
    DATA_DIR: folder(),
    DATABASE_URL: 'postgresql://user:open-sesame@127.0.0.1:1/x',
  })
  assert.equal(code, 1)
  assert.equal(reported(out, /PostgreSQL at 127\.0\.0\.1:1\/x could not be opened/).mark, '✗')
  assert.ok(!out.includes('open-sesame'))
  assert.match(out, /The server does not start without its database/)
})

const { postgres, missing } = await findPostgres()
after(() => postgres?.drop())
test('an empty PostgreSQL needs a first start, which nothing contradicts', { skip: missing }, async () => {
  if (postgres === null) return
  const { out } = await doctor({ DATA_DIR: folder(), DATABASE_URL: await postgres.newDatabase() })
  assert.equal(reported(out, /The database is empty.*Start the server of this version once/).fix, '')
  assert.doesNotMatch(out, /does not start without its database/)
})

test('the durability of an acknowledged transfer on PostgreSQL is reported', { skip: missing }, async () => {
  if (postgres === null) return
  const DATABASE_URL = await postgres.newDatabase()
  await (await openPostgres(DATABASE_URL)).close()
  const { out } = await doctor({ DATA_DIR: folder(), DATABASE_URL })
  const { mark, fix } = reported(out, /no synchronous standby.*Without one, a failover can lose/)
  assert.deepEqual([mark, fix], ['·', 'Set synchronous_standby_names on the primary.'])
})
