// A Solana node's JSON-RPC: one call, its time, its errors. Nothing here signs.

import type { NodeFetch } from './node-fetch.ts'

/** A missing record is a valid response. Every other error of the node throws. */
export interface SolanaNode {
  call<Result>(method: string, params?: readonly unknown[]): Promise<Result>
}

/** A node's error response to a valid call. */
export class NodeError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** The chain's name in wallets: the real chain, or any other. */
export type Cluster = 'solana:mainnet' | 'solana:localnet'

const timeoutMs = 10_000
const mainnetGenesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'

/** The node's chain is checked before the first call, because another chain proves nothing. */
export function solanaNode(url: string, cluster: Cluster, fetchFn: NodeFetch = fetch): SolanaNode {
  let checked: Promise<void> | null = null

  async function checkChain(): Promise<void> {
    const genesis = await twice<string>('getGenesisHash', [])
    if ((genesis === mainnetGenesis) !== (cluster === 'solana:mainnet'))
      throw new Error(`the node is not of ${cluster}`)
  }

  /** Retries once after a broken connection. Every call may be repeated. */
  async function twice<Result>(method: string, params: readonly unknown[]): Promise<Result> {
    const send = () => callNode<Result>({ url, fetchFn }, method, params)
    return send().catch((error: unknown) => {
      if (error instanceof NodeError || isTimeout(error)) throw error
      return send()
    })
  }

  return {
    async call<Result>(method: string, params: readonly unknown[] = []) {
      checked ??= checkChain()
      await checked.catch((error: unknown) => {
        checked = null
        throw plain(error)
      })
      return twice<Result>(method, params).catch((error: unknown) => {
        throw plain(error)
      })
    },
  }
}

async function callNode<Result>(
  { url, fetchFn }: { url: string; fetchFn: NodeFetch },
  method: string,
  params: readonly unknown[],
): Promise<Result> {
  const { target, authorization } = targetOf(url)
  const response = await fetchFn(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const rpcResponse = parseRpcResponse(await response.text())
  if (rpcResponse === null) throw new Error(`the node answered ${method} with HTTP ${response.status} and no JSON-RPC`)
  const { error, result } = rpcResponse
  // Some name both, and leave the other empty.
  if (error !== undefined && error !== null)
    throw new NodeError(Number(error.code) || 0, withoutKey(String(error.message ?? ''), url))
  if (result === undefined) throw new Error(`the node answered ${method} with nothing`)
  return result as Result
}

/** The user name and password of a URL are sent in a header. */
function targetOf(url: string): { target: URL; authorization: { authorization?: string } } {
  const target = new URL(url)
  const { username, password } = target
  if (username === '' && password === '') return { target, authorization: {} }
  const pair = [username, password].map(decodeURIComponent).join(':')
  target.username = ''
  target.password = ''
  return { target, authorization: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } }
}

/** Some nodes repeat the request's URL in their errors. Every part of the URL except the host may be a key. */
function withoutKey(message: string, url: string): string {
  const { username, password, pathname, searchParams } = new URL(url)
  const parts = [username, password, ...pathname.split('/'), ...searchParams.values()]
  const keys = parts.filter(({ length }) => length >= 6).sort((one, other) => other.length - one.length)
  return keys.reduce((text, key) => text.replaceAll(key, '…'), message).slice(0, 200)
}

interface RpcResponse {
  error?: { code?: unknown; message?: unknown } | null
  result?: unknown
}

/** Balances can exceed a safe integer of JavaScript. Those are read as bigint. */
function parseRpcResponse(text: string): RpcResponse | null {
  try {
    const rpcResponse: unknown = JSON.parse(text, (_, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(context?.source ?? '')
        ? BigInt(context?.source ?? '')
        : value,
    )
    return typeof rpcResponse === 'object' && rpcResponse !== null && !Array.isArray(rpcResponse)
      ? (rpcResponse as RpcResponse)
      : null
  } catch {
    return null
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError'
}

/** The error without the node's URL, which may contain a key. */
function plain(error: unknown): Error {
  if (error instanceof NodeError) return error
  if (isTimeout(error)) return new Error('the node took too long')
  if (error instanceof TypeError) return new Error('the node cannot be reached')
  return error instanceof Error ? error : new Error('the node failed')
}
