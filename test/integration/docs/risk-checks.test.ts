// The files of docs/src/content/docs/operate/risk-checks.md, run unchanged: a server with its operator’s check.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { projectRoot } from '../../../scripts/command.ts'
import { createClient } from '../../../server/clients/clients.ts'
import { readConfig } from '../../../server/config.ts'
import { openStorage } from '../../../server/storage/open.ts'
import { readRestore } from '../../../server/transfers/restore.ts'
import { requestsTo } from '../../support/fetch-requests.ts'
import { freePort } from '../../support/free-ports.ts'
import { execute, preview, signIn } from '../../support/native-flow.ts'
import { writePageFiles } from '../../support/readme.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { startReceiver } from '../../support/webhook-receiver.ts'

/** In the project, where the package that the files import is installed. */
mkdirSync(join(projectRoot, '.data'), { recursive: true })
const folder = mkdtempSync(join(projectRoot, '.data/risk-checks-'))
let sandbox: TestServer
before(async () => {
  sandbox = await startTestServer()
})
after(async () => {
  await sandbox.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('the server of the page runs the check of the page, and ends on SIGTERM', async () => {
  assert.deepEqual(writePageFiles('docs/src/content/docs/operate/risk-checks.md', folder), [
    'transfers-per-day.ts',
    'server.ts',
  ])
  const port = await freePort()
  const settings = {
    TRANSFER_ENV: 'sandbox',
    PORT: `${port}`,
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'error',
    SANDBOX_EXCHANGE_PORT: new URL(sandbox.exchangeUrl).port,
    RPC_URLS: Object.entries(sandbox.rpcUrls)
      .map((pair) => pair.join('='))
      .join(),
  }
  const client = await newClient(settings)
  const server = start(settings, [], 'inherit')
  await untilReady(port, server)
  const requests = requestsTo(port, client)
  const receiver = await startReceiver()
  after(() => receiver.close())
  assert.equal((await requests.post('/api/v1/webhooks/endpoints', { url: receiver.url })).status, 200)
  const token = await signIn(requests, 'user_good')
  for (const amount of ['5', '6']) {
    const { PreviewId } = (await preview(requests, token, amount)).body.PreviewResult
    assert.equal((await execute(requests, token, PreviewId)).body.Status, 'Succeeded')
  }
  await receiver.arrived(1)
  const { status, body } = await preview(requests, token, '7')
  assert.deepEqual([status, body.ErrorType, body.ErrorData.rule], [422, 'riskBlocked', 'transfersPerDay'])
  server.kill('SIGTERM')
  assert.deepEqual(await once(server, 'exit'), [0, null])
  for (const words of [
    ['--restored-to', '2026-01-01T00:00Z'],
    ['--after-restore', '--restored-to', '2026-01-01T00:00'],
    ['--after-restore', '--restored-to', '2126-01-01T00:00Z'],
  ])
    assert.deepEqual(await once(start(settings, words, 'ignore'), 'exit'), [1, null], words.join(' '))
  const restored = start(settings, ['--after-restore', '--restored-to', '2026-01-01T01:00Z'], 'inherit')
  await untilReady(port, restored)
  restored.kill('SIGTERM')
  await once(restored, 'exit')
  const database = await openStorage(readConfig(settings))
  const restore = await readRestore(database.query)
  await database.close()
  assert.equal(restore?.restoredTo.toISOString(), '2026-01-01T00:00:00.000Z')
})

function start(settings: Record<string, string>, words: string[], errors: 'inherit' | 'ignore'): ChildProcess {
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settings }
  const server = spawn(process.execPath, ['server.ts', ...words], {
    ...{ cwd: folder, env },
    stdio: ['ignore', 'inherit', errors],
  })
  after(() => void server.kill('SIGKILL'))
  return server
}

async function newClient(settings: Record<string, string>): Promise<Record<string, string>> {
  const database = await openStorage(readConfig(settings))
  const now = () => new Date()
  const shop = { name: 'Shop', callbackUrls: ['https://shop.example/done'] }
  const { id, secret } = await createClient({ database, now, environment: 'sandbox' }, shop)
  await database.close()
  return { 'X-Client-Id': id, 'X-Client-Secret': secret }
}

async function untilReady(port: number, server: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline && server.exitCode === null; await pause(50)) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (response?.ok) return
  }
  throw new Error('the server of the page did not get ready')
}
