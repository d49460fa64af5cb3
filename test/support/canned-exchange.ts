// An adapter over a server of canned responses, with the input of the adapters' tests: one key, one order of USDC on Base, one clock.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { Amount } from '../../server/contract/amount.ts'
import type { Exchange } from '../../server/exchanges/exchange.ts'
import type { AdapterSettings } from '../../server/exchanges/kit/adapter-settings.ts'
import type { ExchangeTools } from '../../server/exchanges/kit/tools.ts'
import type { WithdrawalOrder } from '../../server/exchanges/withdrawal.ts'
import { networkCatalogue } from '../../server/networks/catalogue.ts'
import { type CannedServer, startCannedServer } from './canned-server.ts'
import { patientTimeouts } from './patient-timeouts.ts'

export const now = Date.parse('2026-11-20T12:00:00Z')
export const since = new Date(now - 60_000)
export const catalogue = networkCatalogue('sandbox')
export const credentials = { apiKey: 'c5dcfbf1f3a7cafe', apiSecret: 'secret', passphrase: 'passphrase' }
export const address = '0xDf979ae7B879210cD0c28acd5827F59d7c8Bc25d'
export const baseUsdc = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
export const bridgedUsdc = '0xff970a61a04b1ca14834a43f5de4533ebddb5cc8'
export const clientReference = '3f0c4b1e-0000-4000-8000-000000000001'
/** For exchanges that accept only letters and digits. */
export const reference = clientReference.replaceAll('-', '')
export const terms = { symbol: 'USDC', networkKey: 'base', address, addressTag: '', amount: Amount.parse('25.500000') }
export const order: WithdrawalOrder = {
  ...terms,
  ...{ clientReference, adapterState: '0.04', mfaCode: null, extra: {}, validUntil: new Date(now + 20_000) },
}

const tools: ExchangeTools = {
  now: () => new Date(now),
  networks: catalogue,
  acquire: async () => true,
  withKeyLock: (_key, call) => call(now),
}

/** A body, a status and a body, or a function of the request that returns one of these. */
type Canned = unknown | ((url: URL, headers: Record<string, unknown>) => unknown)
type CreateAdapter = (tools: ExchangeTools, settings: AdapterSettings) => Exchange

/** Starts before the tests of the file, and ends after them. */
export function cannedExchange() {
  let server: CannedServer
  before(async () => {
    server = await startCannedServer()
  })
  after(() => server.close())
  return {
    adapter: (create: CreateAdapter) => create(tools, { baseUrl: server.url, timeouts: patientTimeouts }),
    /** Bodies by the end of a path. A request to any other path fails the test. */
    respondWith(bodies: Record<string, Canned>): void {
      server.respondWith((request, response) => {
        const url = new URL(request.url ?? '', 'http://localhost')
        const found = Object.keys(bodies).find((end) => url.pathname.endsWith(end))
        const canned = found === undefined ? [599, url.pathname] : bodies[found]
        const given = typeof canned === 'function' ? canned(url, request.headers) : canned
        const [status, body] = isWithStatus(given) ? given : [200, given]
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(body))
      })
    },
    /** Since the last `respondWith`. */
    requests: () => server.requests,
    /** The body of the only POST to a path with this end. */
    bodyOfOrder(path: string) {
      const sent = server.requests.filter((request) => request.method === 'POST' && request.path.endsWith(path))
      assert.equal(sent.length, 1)
      return JSON.parse(sent[0]?.body ?? '{}')
    },
  }
}

function isWithStatus(given: unknown): given is [number, unknown] {
  return Array.isArray(given) && given.length === 2 && typeof given[0] === 'number'
}

/** The outcome of an order: its name, and its code where there is one. */
export async function endOf(exchange: Exchange, changed: Partial<WithdrawalOrder> = {}): Promise<string> {
  const { kind, ...more } = await exchange.withdraw(credentials, '', { ...order, ...changed })
  return 'code' in more ? `${kind} ${more.code}` : kind
}

/** The outcome that a table's entry means. */
export function expectedEnd(meaning: unknown): string {
  return typeof meaning === 'string' ? `rejected ${meaning}` : (meaning as { kind: string }).kind
}

/** Why a sign-in is refused, or its state. */
export async function reasonOf(exchange: Exchange): Promise<string> {
  const result = await exchange.startSignIn(credentials, { url: 'http://localhost/back', state: 's' })
  return 'reason' in result ? result.reason : result.state
}

/** Why a read fails. */
export function failureOf(read: Promise<unknown>): Promise<string | undefined> {
  return read.then(
    () => 'none',
    (error: { kind?: string; code?: string }) => (error.kind === 'rejected' ? error.code : error.kind),
  )
}
