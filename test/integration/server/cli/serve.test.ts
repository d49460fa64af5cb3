import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, realpathSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Hono } from 'hono'
import { projectRoot } from '../../../../scripts/command.ts'
import { demoClient } from '../../../../server/clients/seed-demo-client.ts'
import type { AppEnv } from '../../../../server/http/request-context.ts'
import { CannotListen, serve } from '../../../../server/http/serve.ts'
import { runCliHere } from '../../../support/cli.ts'
import { freePort } from '../../../support/free-ports.ts'
import { proofTest } from '../../../support/length.ts'
import { findPostgres } from '../../../support/postgres.ts'

const production = { TRANSFER_ENV: 'production', PUBLIC_URL: 'https://transfers.example.com' }

interface Server {
  port: number
  child: ChildProcess
  ended: Promise<number | null>
  said(): string
}

const { postgres, missing } = await findPostgres()
if (postgres === null) test('several servers share one PostgreSQL', { skip: missing }, () => {})
else {
  after(() => postgres.drop())

  test('servers that start at once on one empty PostgreSQL all serve, share their data, and stop on SIGTERM', async () => {
    const url = await postgres.newDatabase()
    const servers = await Promise.all([1, 2].map(() => startServer(url)))
    for (const server of servers) await untilReady(server)
    const [first, second] = servers as [Server, Server]
    const tokens = await Promise.all([1, 2, 3].map(() => createLink(first)))
    const responses = await Promise.all(tokens.map((code) => redeem(second, code)))
    assert.deepEqual(responses, [200, 200, 200])
    const again = await Promise.all(tokens.map((code) => redeem(first, code)))
    assert.ok(again.every((status) => status >= 400 && status < 500))
    // Loopback alone: connections to another address of this machine are refused.
    for (const address of otherAddresses()) await assert.rejects(fetch(`http://${address}:${first.port}/livez`))
    for (const { child } of servers) child.kill('SIGTERM')
    assert.deepEqual(await Promise.all(servers.map(({ ended }) => ended)), [0, 0])
  })

  proofTest(
    'production starts without a synchronous standby and without trusted proxies, and warns of both',
    async () => {
      const server = await startServer(await postgres.newDatabase(), { ...production, LOG_LEVEL: 'warn' })
      await untilReady(server)
      for (const deadline = Date.now() + 10_000; Date.now() < deadline && server.said().split('\n').length < 3; )
        await pause(20)
      const [proxies, durability] = linesOf(server)
      assert.deepEqual([proxies?.level, durability?.level], [40, 40])
      assert.match(proxies?.msg ?? '', /^TRUSTED_PROXIES is not set/)
      assert.match(durability?.msg ?? '', /no synchronous standby.*"transfer-link reconcile"/)
      server.child.kill('SIGTERM')
      assert.equal(await server.ended, 0)
    },
  )
}

test('production without DATA_DIR and DATABASE_URL starts, and warns where its data is', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'serve-')))
  const settings = { ...production, DATA_DIR: '', LOG_LEVEL: 'info' }
  const server = await startServer('', settings, folder)
  await untilReady(server)
  server.child.kill('SIGTERM')
  assert.equal(await server.ended, 0)
  const lines = linesOf(server)
  const data = join(folder, '.data')
  const started = lines.find(({ msg }) => msg === 'listening')
  assert.deepEqual([started?.storage, started !== undefined && 'consolePort' in started], [data, false])
  const warning = lines.find(({ msg, level }) => level === 40 && msg.startsWith('Neither DATA_DIR nor DATABASE_URL'))
  assert.ok(warning?.msg.includes(`Set DATA_DIR=${data},`), server.said())
})

test('the log names the port and the address of the console', async () => {
  const CONSOLE_PORT = `${await freePort()}`
  const server = await startServer('', { CONSOLE_PORT, LOG_LEVEL: 'info' })
  await untilReady(server)
  server.child.kill('SIGTERM')
  assert.equal(await server.ended, 0)
  const { consolePort, consoleUrl } = linesOf(server).find(({ msg }) => msg === 'listening') ?? {}
  assert.deepEqual([`${consolePort}`, consoleUrl], [CONSOLE_PORT, `http://127.0.0.1:${CONSOLE_PORT}`])
})

test('a server without the new master key is named with its port', async () => {
  const environment = { DATA_DIR: mkdtempSync(join(tmpdir(), 'serve-')), MASTER_KEYS: newKey('1') }
  const server = await startServer('', environment)
  await untilReady(server)
  const reseal = () => runCliHere(['keys', 'reseal'], { ...environment, MASTER_KEYS: newKey('2') })
  // The server reports its keys soon after its start.
  let refused = await reseal()
  while (refused.code === 0) refused = await reseal()
  server.child.kill('SIGTERM')
  assert.equal(await server.ended, 0)
  const name = `\\S+ \\(port ${server.port}, process ${server.child.pid}\\)`
  assert.match(refused.error, new RegExp(`do not have the key 2.*\\n {2}${name} has 1 `))
})

proofTest('an unreachable PostgreSQL is reported without its password', async () => {
  const server = await startServer('postgresql://user:open-sesame@127.0.0.1:1/transfers')
  assert.equal(await server.ended, 1)
  assert.match(server.said(), /^PostgreSQL at 127\.0\.0\.1:1\/transfers could not be opened: [^\n]+\n$/)
  assert.ok(!server.said().includes('open-sesame'))
})

test('an address that the machine does not have is a plain error message', async () => {
  await assert.rejects(serve(new Hono<AppEnv>(), { port: 0, hosts: ['192.0.2.1'] }), (error: unknown) => {
    assert.ok(error instanceof CannotListen)
    assert.equal(error.message, 'This machine has no address 192.0.2.1. Set HOST to one that it has.')
    return true
  })
})

function newKey(id: string): string {
  return `${id}:${randomBytes(32).toString('base64url')}`
}

/** IPv4 addresses of this machine outside loopback. */
function otherAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return all.flatMap(({ address, family, internal }) => (internal || family !== 'IPv4' ? [] : [address]))
}

async function startServer(
  databaseUrl: string,
  environment: Record<string, string> = {},
  cwd?: string,
): Promise<Server> {
  const port = await freePort()
  const child = spawn(process.execPath, [join(projectRoot, 'server/bin.js'), 'serve'], {
    cwd,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      TRANSFER_ENV: 'sandbox',
      PORT: `${port}`,
      DATA_DIR: mkdtempSync(join(tmpdir(), 'serve-')),
      DATABASE_URL: databaseUrl,
      MASTER_KEYS: newKey('1'),
      LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  after(() => void child.kill('SIGKILL'))
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { port, child, ended, said: () => text }
}

function linesOf(
  server: Server,
): { level: number; msg: string; storage?: string; consolePort?: number; consoleUrl?: string }[] {
  const lines = server.said().trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}

async function untilReady({ port, child, said }: Server): Promise<void> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await pause(50)) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (response?.ok) return
    assert.equal(child.exitCode, null, said())
  }
  assert.fail(`the server did not get ready: ${said()}`)
}

async function createLink({ port }: Server): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/cataloglink?userId=user-1`, {
    method: 'POST',
    headers: { 'X-Client-Id': demoClient.id, 'X-Client-Secret': demoClient.secret, 'Content-Type': 'application/json' },
    body: '{}',
  })
  const { content } = (await response.json()) as { content: { url: string } }
  return new URL(content.url).searchParams.get('auth_code') ?? ''
}

async function redeem({ port }: Server, authCode: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/link/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ authCode }),
  })
  return response.status
}
