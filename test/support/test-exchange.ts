// The exchange inside the test's process: a ledger in memory, a clock that the test moves, and chains that mine immediately.
import { randomUUID } from 'node:crypto'
import type { ChainClient } from '../../sandbox/exchange/chain-client.ts'
import { openDatabase } from '../../sandbox/exchange/database.ts'
import { createExchange, type RunningExchange } from '../../sandbox/exchange/exchange.ts'
import type { ExchangeDeps } from '../../sandbox/exchange/exchange-context.ts'
import type { HotWallet } from '../../sandbox/exchange/hot-wallet.ts'
import { listenOnLoopback } from '../../sandbox/exchange/http.ts'

export interface ExchangeResponse {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads out of a response is checked by the test
  body: any
}

export interface Caller {
  url: string
  call(method: string, path: string, body?: object, token?: string): Promise<ExchangeResponse>
  signIn(username: string): Promise<{ token: string; accountId: string }>
}

export interface TestExchange extends Caller {
  exchange: RunningExchange
  clock: { now: number }
  close(): void
}

export const redirectUri = 'http://localhost:4000/api/v1/link/redirect/return'
export const address = '0xDf979ae7B879210cD0c28acd5827F59d7c8Bc25d'

export async function startTestExchange(): Promise<TestExchange> {
  const clock = { now: Date.parse('2026-11-20T12:00:00Z') }
  const database = openDatabase(null)
  const { exchange, url, close } = await runExchange({
    database,
    wallet: fakeWallet(),
    chains: [fakeChain('ethereum'), fakeChain('base')],
    now: () => clock.now,
    pageUrl: () => 'http://localhost:4002',
    log: () => {},
    redirectUris: [redirectUri],
    slowMs: 60,
  })
  return { ...caller(url), exchange, clock, close }
}

export interface ListeningExchange {
  exchange: RunningExchange
  url: string
  close(): void
}

/** The exchange in the test's process, on a free port of loopback. */
export async function runExchange(deps: ExchangeDeps): Promise<ListeningExchange> {
  const exchange = createExchange(deps)
  const { port, close } = await listenOnLoopback(exchange.handle, 0)
  exchange.settlement.start()
  return {
    exchange,
    url: `http://127.0.0.1:${port}`,
    close() {
      exchange.settlement.stop()
      close()
    },
  }
}

export function caller(url: string): Caller {
  const call: Caller['call'] = async (method, path, body, token) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
  const signIn = async (username: string) => {
    const { body } = await call('POST', '/v1/login', { username, password: 'pass_good' })
    return { token: body.accessToken as string, accountId: body.accounts[0].id as string }
  }
  return { url, call, signIn }
}

export function order(now: number, fields: Record<string, unknown> = {}): Record<string, unknown> {
  const validUntil = new Date(now + 30_000).toISOString()
  return { clientId: randomUUID(), asset: 'USDC', network: 'ethereum', address, amount: '25', validUntil, ...fields }
}

/** Reads until `isDone`: a test waits for a state, never for a fixed time. */
export async function until<Value>(read: () => Promise<Value>, isDone: (value: Value) => boolean): Promise<Value> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const value = await read()
    if (isDone(value)) return value
    if (Date.now() > deadline) throw new Error(`Still not there: ${JSON.stringify(value)}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

function fakeWallet(): HotWallet {
  return {
    address: '0x167BF089c8Ca583DeA062A0401bA37B79E7188b1',
    sign: async ({ chainId, nonce }) => ({ raw: `${chainId}/${nonce}`, hash: `hash of ${chainId}/${nonce}` }),
  }
}

function fakeChain(network: string): ChainClient {
  const mined = new Set<string>()
  return {
    network,
    chainId: async () => (network === 'base' ? 2 : 1),
    minedNonce: async () => mined.size,
    broadcast: async (raw) => {
      mined.add(raw)
    },
    receipt: async (hash) => (mined.has(hash.replace('hash of ', '')) ? { succeeded: true } : null),
  }
}
