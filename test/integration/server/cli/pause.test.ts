import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { demoClient } from '../../../../server/clients/seed-demo-client.ts'
import { openSqlite } from '../../../../server/storage/sqlite.ts'
import { runCliHere } from '../../../support/cli.ts'
import { startTestServer, type TestServer } from '../../../support/test-server.ts'

// The server runs all the time, on the same folder.
let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.stop())

const run = (...args: string[]) => runCliHere(args, { DATA_DIR: server.folder })

test('pauses of all, an exchange and a client are set, listed and ended one by one', async () => {
  assert.match((await run('pause', '--list')).out, /^Nothing is paused\.$/m)
  assert.match((await run('pause', '--exchange', 'SANDBOX')).out, /^Exchange sandbox is paused since \d{4}-/m)
  assert.match((await run('pause', '--client', demoClient.id.slice(0, 8))).out, /^Client .+ is paused since/m)
  const { code, out } = await run('pause', '--all')
  assert.equal(code, 0)
  assert.match(out, /^Everything is paused since/m)
  assert.match((await run('pause', '--all')).out, /^Already paused\.$/m)

  const listed = JSON.parse((await run('pause', '--list', '--json')).out)
  assert.deepEqual(
    new Set(listed.map(({ scope }: { scope: { kind: string } }) => scope.kind)),
    new Set(['exchange', 'client', 'all']),
  )
  assert.match((await run('doctor')).out, /^· Everything is paused since .+ New sends are refused\.$/m)
  assert.match((await run('resume', '--all')).out, /^This pause has ended\.$/m)
  assert.match((await run('resume', '--all')).out, /^There was no such pause\.$/m)
  assert.deepEqual(JSON.parse((await run('resume', '--client', demoClient.id, '--json')).out).length, 1)
  assert.match((await run('resume', '--exchange', 'sandbox')).out, /^Nothing is paused\.$/m)
})

test('Coinbase is paused without the secrets of its application, which only servers need', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'pause-'))
  await (await openSqlite(join(DATA_DIR, 'server'))).close()
  const production = { TRANSFER_ENV: 'production', PUBLIC_URL: 'https://transfer.example', DATA_DIR }
  const MASTER_KEYS = `1:${randomBytes(32).toString('base64url')}`
  const { code, out, error } = await runCliHere(['pause', '--exchange', 'coinbase'], { ...production, MASTER_KEYS })
  assert.equal(code, 0, error)
  assert.match(out, /^Exchange coinbase is paused since/m)
})

test('what names nothing, or several things, pauses nothing', async () => {
  const misspelled = await run('pause', '--exchange', 'sandbux')
  assert.equal(misspelled.code, 1)
  assert.match(misspelled.error, /There is no exchange sandbux\. Use one of sandbox, .*DeFiWallet/)
  assert.equal((await run('pause', '--client', 'nobody')).code, 1)
  for (const args of [[], ['--all', '--exchange', 'sandbox'], ['--everything'], ['--all', '--list']])
    assert.equal((await run('pause', ...args)).code, 2, args.join(' '))
  assert.equal((await run('resume', '--list')).code, 2)
  assert.match((await run('pause', '--list')).out, /^Nothing is paused\.$/m)
})
