// Starts the image in production mode, as its user and with a folder as its volume, and creates a link over REST.

import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from './engine.ts'

const uid = 1000
const readyMs = 60_000
const destination = {
  networkId: 'aa883b03-120d-477c-a588-37c2afd3ca71',
  symbol: 'USDC',
  address: '0xA38f54bf7d4A991dc7BD3b8cfAd5c54d557D4E61',
}

interface Container {
  server: ChildProcess
  /** Runs a command of `transfer-link` beside the server. Returns its output. */
  command(...words: string[]): Promise<string>
  remove(): Promise<void>
}

interface Site {
  engine: Engine
  tag: string
  /** The volume. */
  folder: string
  port: number
  environment: Record<string, string>
}

/** Returns the URL of the link. Throws with the log of the server if anything fails. */
export async function probeImage(engine: Engine, tag: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'transfer-link-image-'))
  chmodSync(folder, 0o700)
  chownSync(folder, uid, uid)
  const port = await freePort()
  const MASTER_KEYS = `1:${randomBytes(32).toString('base64url')}`
  const environment = { PUBLIC_URL: 'https://transfer.example', MASTER_KEYS }
  const site = { engine, tag, folder, port, environment }
  const container = engine.name === 'buildah' ? await startByBuildah(site) : start(site)
  let log = ''
  for (const stream of [container.server.stdout, container.server.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      log += text
    })
  try {
    await untilReady(port, container.server)
    return await createLink(container, port)
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\nThe server's log:\n${log}`)
  } finally {
    container.server.kill('SIGTERM')
    if (container.server.exitCode === null) await new Promise((resolve) => container.server.once('exit', resolve))
    await container.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** buildah runs a command in a container, without a daemon and in the network of this machine. */
async function startByBuildah({ engine, tag, folder, port, environment }: Site): Promise<Container> {
  const name = (await engine.run('from', '--pull-never', tag)).split('\n').at(-1) ?? ''
  const place = ['run', '--isolation', 'chroot', '--volume', `${folder}:/data`]
  const words = [...place, ...variables({ ...environment, PORT: `${port}` }), name, '--', 'node', '/app/bin.js']
  return {
    server: spawn(engine.name, [...words, 'serve'], { stdio: ['ignore', 'pipe', 'pipe'] }),
    command: (...more) => engine.run(...words, ...more),
    remove: async () => void (await engine.tryTo('rm', name)),
  }
}

function start({ engine, tag, folder, port, environment }: Site): Container {
  const name = `transfer-link-probe-${randomUUID().slice(0, 8)}`
  const confined = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges']
  const place = ['--name', name, '--volume', `${folder}:/data`, '--publish', `127.0.0.1:${port}:4000`]
  const words = ['run', '--rm', ...place, ...confined, ...variables(environment), tag]
  return {
    server: spawn(engine.name, words, { stdio: ['ignore', 'pipe', 'pipe'] }),
    command: (...more) => engine.run('exec', name, 'node', '/app/bin.js', ...more),
    remove: async () => void (await engine.tryTo('rm', '--force', name)),
  }
}

function variables(environment: Record<string, string>): string[] {
  return Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`])
}

async function untilReady(port: number, server: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + readyMs; Date.now() < deadline; await pause(200)) {
    if (server.exitCode !== null) throw new Error(`The server exited with ${server.exitCode}.`)
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (response?.ok) return
  }
  throw new Error(`The server was not ready within ${readyMs / 1_000} seconds.`)
}

async function createLink(container: Container, port: number): Promise<string> {
  const callback = 'https://shop.example/done'
  const created = await container.command('client', 'create', 'Probe', '--callback', callback)
  const value = (name: string) => new RegExp(`^${name} +(\\S+)$`, 'm').exec(created)?.[1] ?? ''
  const headers = {
    'Content-Type': 'application/json',
    'X-Client-Id': value('X-Client-Id'),
    'X-Client-Secret': value('X-Client-Secret'),
  }
  const body = JSON.stringify({ toAddresses: [destination] })
  const url = `http://127.0.0.1:${port}/api/v1/cataloglink?userId=user-1&enableTransfers=true&callbackUrl=${encodeURIComponent(callback)}`
  const response = await fetch(url, { method: 'POST', headers, body })
  const text = await response.text()
  if (!response.ok) throw new Error(`No link was created: ${response.status} ${text}`)
  return JSON.parse(text).content.iFrameUrl
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
