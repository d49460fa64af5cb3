// The process of the sandbox's Solana. A crash of its virtual machine does not affect the other chains.

import { mkdirSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { CallRefused, type Ledger, openLedger } from './ledger.ts'
import { loadLitesvm } from './litesvm.ts'
import { readPurses } from './seed.ts'

interface Call {
  id?: unknown
  method?: unknown
  params?: unknown
}

function respondToCall(ledger: Ledger, call: Call | null): object {
  const { id = null, method, params = [] } = call ?? {}
  try {
    const result = ledger.respond(String(method), Array.isArray(params) ? params : [])
    return { jsonrpc: '2.0', id, result }
  } catch (error) {
    const code = error instanceof CallRefused ? error.code : -32603
    return { jsonrpc: '2.0', id, error: { code, message: error instanceof Error ? error.message : 'failed' } }
  }
}

/** Any page on this machine can call this port, so no input may stop the process. */
function respondToText(ledger: Ledger, text: string): object {
  let request: Call | Call[] | null
  try {
    request = JSON.parse(text) as Call | Call[] | null
  } catch {
    return { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } }
  }
  return Array.isArray(request) ? request.map((call) => respondToCall(ledger, call)) : respondToCall(ledger, request)
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

function open(): Ledger {
  const folder = join(process.env.DATA_DIR ?? '', 'chain')
  mkdirSync(folder, { recursive: true })
  const purses = readPurses(process.env.SOLANA_FUND ?? '')
  return openLedger({ vm: loadLitesvm(), file: join(folder, 'solana.jsonl'), purses, now: Date.now })
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => process.exit(0))
process.on('disconnect', () => process.exit(0))

try {
  const ledger = open()
  const server = createServer(async (request, response) => {
    const text = await readText(request).catch(() => null)
    if (text === null) return
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(respondToText(ledger, text)))
  })
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ type: 'ready', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  })
} catch (error) {
  process.send?.({ type: 'failed', message: `The sandbox's Solana cannot start: ${String(error)}` })
  process.exit(1)
}
