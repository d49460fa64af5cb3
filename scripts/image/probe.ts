// Starts the image in production mode, as its user and with a folder as its volume, and creates a link over REST.

import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Container, startContainer, uid, untilReady } from './container.ts'
import type { Engine } from './engine.ts'

const destination = {
  networkId: 'aa883b03-120d-477c-a588-37c2afd3ca71',
  symbol: 'USDC',
  address: '0xA38f54bf7d4A991dc7BD3b8cfAd5c54d557D4E61',
}

/** Returns the URL of the link. Throws with the log of the server if anything fails. */
export async function probeImage(engine: Engine, tag: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'transfer-link-image-'))
  chmodSync(folder, 0o700)
  chownSync(folder, uid, uid)
  const port = await freePort()
  const MASTER_KEYS = `1:${randomBytes(32).toString('base64url')}`
  const environment = { PUBLIC_URL: 'https://transfer.example', MASTER_KEYS }
  const site = { engine, tag, volumes: { '/data': folder }, port, environment, usesLoopback: false }
  const container = await startContainer(site)
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
    await container.stop()
    rmSync(folder, { recursive: true, force: true })
  }
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
