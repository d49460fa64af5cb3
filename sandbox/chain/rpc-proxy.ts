// The proxy of a chain for the rest of the sandbox: read methods, and sending signed transactions. Anvil's port also accepts admin
// calls that mint coins or act for any address, so only the chain host knows it.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const evmMethods: ReadonlySet<string> = new Set(
  `eth_blockNumber eth_call eth_chainId eth_createAccessList eth_estimateGas eth_feeHistory eth_gasPrice eth_getBalance
  eth_getBlockByHash eth_getBlockByNumber eth_getBlockReceipts eth_getBlockTransactionCountByHash
  eth_getBlockTransactionCountByNumber eth_getCode eth_getLogs eth_getStorageAt eth_getTransactionByBlockHashAndIndex
  eth_getTransactionByBlockNumberAndIndex eth_getTransactionByHash eth_getTransactionCount eth_getTransactionReceipt
  eth_maxPriorityFeePerGas eth_sendRawTransaction eth_syncing net_listening net_version web3_clientVersion`.split(
    /\s+/,
  ),
)
const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]'])
const maximumBodyBytes = 1_000_000

interface RpcProxyOptions {
  /** The URL of the chain itself. */
  chainUrl(): string | Promise<string>
  methods: ReadonlySet<string>
  /** Called after a signed transaction was sent to the chain. */
  onSent?(): void
}

export interface RpcProxy {
  url: string
  close(): void
}

export async function startRpcProxy(options: RpcProxyOptions): Promise<RpcProxy> {
  const server = createServer((request, response) => {
    handleRequest(request, response, options).catch(() => {
      if (!response.headersSent)
        sendError(response, { status: 502, code: -32603, message: 'the local chain did not respond' })
    })
  })
  await listen(server)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
}

async function handleRequest(
  request: IncomingMessage,
  response: ServerResponse,
  options: RpcProxyOptions,
): Promise<void> {
  const { origin, host } = request.headers
  if (!isLoopback(`http://${host}`) || (origin !== undefined && !isLoopback(origin))) {
    return sendError(response, {
      status: 403,
      code: -32600,
      message: 'only pages and programs on this machine may call the local chain',
    })
  }
  if (origin !== undefined) {
    response.setHeader('access-control-allow-origin', origin)
    response.setHeader('vary', 'origin')
  }
  if (request.method === 'OPTIONS') {
    response.writeHead(204, { 'access-control-allow-methods': 'POST', 'access-control-allow-headers': 'content-type' })
    response.end()
    return
  }
  if (request.method !== 'POST') return sendError(response, { status: 405, code: -32600, message: 'send a POST' })
  // A page can send other content types across origins without a preflight.
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    return sendError(response, { status: 415, code: -32600, message: 'the content type must be application/json' })
  }
  const text = await readBody(request)
  if (text === null) return sendError(response, { status: 413, code: -32600, message: 'the request is too large' })
  await forward(text, response, options)
}

async function forward(text: string, response: ServerResponse, options: RpcProxyOptions): Promise<void> {
  const methods = methodsOf(text)
  if (methods === null)
    return sendError(response, { status: 400, code: -32700, message: 'this is no JSON-RPC request' })
  const refused = methods.find((method) => !options.methods.has(method))
  if (refused !== undefined)
    return sendError(response, { status: 200, code: -32601, message: `${refused.slice(0, 60)} is not offered here` })
  // Forwards the parsed request, serialized again, because two parsers may disagree about a duplicate name.
  const upstream = await fetch(await options.chainUrl(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(JSON.parse(text)),
  })
  const body = await upstream.text()
  if (methods.includes('eth_sendRawTransaction')) options.onSent?.()
  response.writeHead(upstream.status, { 'content-type': 'application/json' })
  response.end(body)
}

function methodsOf(text: string): string[] | null {
  try {
    const parsed: unknown = JSON.parse(text)
    const calls = Array.isArray(parsed) ? parsed : [parsed]
    const methods = calls.map((call: unknown) => (call as { method?: unknown } | null)?.method)
    return methods.length > 0 && methods.every((method) => typeof method === 'string') ? methods : null
  } catch {
    return null
  }
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maximumBodyBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function isLoopback(origin: string): boolean {
  const url = URL.parse(origin)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && loopbackNames.has(url.hostname)
}

function sendError(
  response: ServerResponse,
  { status, code, message }: { status: number; code: number; message: string },
): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }))
}
