// JSON-RPC of the sandbox's chains for wallets and backends, through the API server. The chain host decides which methods exist, and
// allows no admin calls.

import type { Hono } from 'hono'
import { ApiError, type AppContext, type AppEnv, type NetworkCatalogue, readText } from 'transfer-link-server'

const path = '/sandbox/rpc/:networkId'
const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]'])
const maximumCalls = 100

export function mountRpcProxy(
  app: Hono<AppEnv>,
  networks: NetworkCatalogue,
  rpcUrls: ReadonlyMap<string, string>,
): void {
  app.options(path, (context) => {
    allowOrigin(context)
    context.header('Access-Control-Allow-Methods', 'POST')
    context.header('Access-Control-Allow-Headers', 'content-type')
    context.header('Access-Control-Max-Age', '600')
    return context.body(null, 204)
  })

  app.post(path, async (context) => {
    const url = rpcUrls.get(networks.byId(context.req.param('networkId'))?.key ?? '')
    if (url === undefined) throw new ApiError('routeNotFound')
    allowOrigin(context)
    const calls = readCalls(await readText(context))
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(calls),
    })
    return context.body(await response.text(), 200, { 'Content-Type': 'application/json' })
  })
}

/** Pages on loopback and browser extensions. Every other page is refused. */
function allowOrigin(context: AppContext): void {
  const origin = context.req.header('origin')
  if (origin === undefined) return
  const url = URL.parse(origin)
  const isLoopback = url !== null && /^https?:$/.test(url.protocol) && loopbackNames.has(url.hostname)
  if (!isLoopback && !/^(chrome|moz|safari-web)-extension:$/.test(url?.protocol ?? ''))
    throw new ApiError('routeNotFound')
  context.header('Access-Control-Allow-Origin', origin)
  context.header('Vary', 'Origin')
}

/** One call or a batch. Fills in the fields that a plain `curl` omits. */
function readCalls(text: string): unknown {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new ApiError('malformedJson')
  }
  if (!Array.isArray(parsed)) return readCall(parsed)
  if (parsed.length === 0 || parsed.length > maximumCalls) throw new ApiError('malformedJson')
  return parsed.map(readCall)
}

function readCall(call: unknown): object {
  const { id = 1, method, params = [] } = (call ?? {}) as Record<string, unknown>
  if (typeof method !== 'string') throw new ApiError('missingField', { field: 'method' })
  return { jsonrpc: '2.0', id, method, params }
}
