// A receiver of webhooks that fails on request. It listens on http and https, apart from its page, so that the page stays when the
// receiver is down.

import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import { listeningPort } from './listening-port.ts'
import { errorMs, type Mode, responseIn } from './mode.ts'
import { createRequestLog, type RequestLog } from './request-log.ts'
import { openSecrets, type Secrets } from './secrets.ts'

export interface Receiver {
  log: RequestLog
  secrets: Secrets
  mode(): Mode
  /** Rejects if the receiver cannot listen again. */
  setMode(mode: Mode): Promise<void>
  urls: { http: string; https: string }
  close(): Promise<void>
}

interface ReceiverOptions {
  folder: string
  /** The preferred ports for http and https. If one is in use, a free port is taken. 0 takes a free port. */
  ports: { http: number; https: number }
  now(): number
  /** A wait that ends early when the sender closes the connection. */
  wait?(ms: number, signal: AbortSignal): Promise<void>
}

const maximumBodyBytes = 1_000_000

export async function startReceiver({ folder, ports, now, wait = waitFor }: ReceiverOptions): Promise<Receiver> {
  const log = createRequestLog(now)
  const secrets = openSecrets(folder)
  let mode: Mode = 'up'
  let errorUntil = 0
  const current = () => {
    if (mode === 'error' && now() >= errorUntil) mode = 'up'
    return mode
  }
  const receive = (scheme: 'http' | 'https') => (request: IncomingMessage, response: ServerResponse) => {
    receiveRequest({ log, secrets, mode: current(), wait, scheme }, request, response).catch(() => response.destroy())
  }
  const http = createServer(receive('http'))
  const https = createTlsServer(certificate('localhost'), receive('https'))
  recordBrokenHandshakes(https, log)
  const listening = [await listeningPort(http, ports.http), await listeningPort(https, ports.https)] as const
  const close = async () => void (await Promise.all(listening.map((port) => port.close())))
  const change = async (wanted: Mode) => {
    https.setSecureContext(certificate(wanted === 'wrongCertificate' ? 'other-name' : 'localhost'))
    errorUntil = wanted === 'error' ? now() + errorMs : 0
    // Open connections would keep the old certificate, and outlive the closed port.
    await close()
    mode = 'down'
    if (wanted !== 'down') await Promise.all(listening.map((port) => port.open()))
    mode = wanted
  }
  // One change at a time: a port that is opening cannot be opened.
  let changing = Promise.resolve()
  return {
    log,
    secrets,
    urls: { http: `http://127.0.0.1:${listening[0].number}/`, https: `https://127.0.0.1:${listening[1].number}/` },
    mode: current,
    setMode: (wanted) => {
      changing = changing.catch(() => {}).then(() => change(wanted))
      return changing
    },
    close,
  }
}

function certificate(name: 'localhost' | 'other-name'): { cert: Buffer; key: Buffer } {
  const read = (file: string) => readFileSync(new URL(`certificates/${file}.pem`, import.meta.url))
  return { cert: read(name), key: read('key') }
}

function recordBrokenHandshakes(server: TlsServer, log: RequestLog): void {
  server.on('tlsClientError', () =>
    log.add({ request: null, signature: 'The sender broke off the TLS handshake.', isGenuine: false, status: null }),
  )
}

interface Receiving {
  log: RequestLog
  secrets: Secrets
  mode: Mode
  wait(ms: number, signal: AbortSignal): Promise<void>
  scheme: 'http' | 'https'
}

async function receiveRequest(
  { log, secrets, mode, wait, scheme }: Receiving,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readText(request)
  const { status, text, delayMs } = responseIn(mode)
  const { isGenuine, text: signature } = secrets.verify(body, Object.fromEntries(headersOf(request)))
  const { method = '', headers } = request
  const url = `${scheme}://${headers.host}${request.url}`
  log.add({ request: { url, method, headers: headersOf(request), body }, signature, isGenuine, status })
  if (delayMs > 0) await wait(delayMs, closed(response))
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
}

function headersOf({ rawHeaders }: IncomingMessage): [string, string][] {
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? ''] as [string, string]] : [],
  )
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maximumBodyBytes) throw new Error('The body is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function closed(response: ServerResponse): AbortSignal {
  const closing = new AbortController()
  response.once('close', () => closing.abort())
  return closing.signal
}

async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => {})
}
