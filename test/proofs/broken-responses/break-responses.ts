// Adapters under broken responses. The valid responses are recorded once from an emulator of the exchange. A server then returns them
// broken in one place. In every case only an ExchangeFailure is thrown, an executed order is never reported as refused, and no
// withdrawal other than the requested one is returned.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Exchange } from '../../../server/exchanges/exchange.ts'
import { ExchangeFailure } from '../../../server/exchanges/exchange-failure.ts'
import type { AdapterSettings } from '../../../server/exchanges/kit/adapter-settings.ts'
import type { ExchangeTools } from '../../../server/exchanges/kit/tools.ts'
import type { Credentials } from '../../../server/exchanges/sign-in.ts'
import type { WithdrawalOrder } from '../../../server/exchanges/withdrawal.ts'
import { networkCatalogue } from '../../../server/networks/catalogue.ts'
import { type EmulatorExchange, orderOf } from '../../support/emulator-exchange.ts'
import { address } from '../../support/test-exchange.ts'
import { type Draw, drawFrom, mutateResponse, type ResponseText } from './mutate-response.ts'

export interface Subject {
  start(): Promise<EmulatorExchange>
  adapter(tools: ExchangeTools, settings: AdapterSettings): Exchange
}

export interface Tally {
  responses: number
  /** The number of results, by call and outcome. */
  outcomes: Map<string, number>
  /** Violations. */
  wrong: string[]
}

interface Known {
  credentials: Credentials
  order: WithdrawalOrder
  withdrawalId: string
  now: Date
}

export async function runBrokenResponses(
  { start, adapter }: Subject,
  count: number,
  seed: number,
  progress?: (done: number) => void,
): Promise<Tally> {
  const emulator = await start()
  const tape = await startTape(emulator.url)
  const known = await recordAll(emulator, adapterAt(adapter, tape.url, emulator))
  await emulator.close()
  const tally: Tally = { responses: 0, outcomes: new Map(), wrong: [] }
  for (let n = 0; n < count; n++) {
    const draw = drawFrom(seed + n)
    tape.breakBy(draw)
    // A new adapter each time: cached valid responses would hide the broken ones.
    const exchange = adapter(toolsAt(known.now), { baseUrl: tape.url })
    await tryOne(exchange, known, { draw, tally, seed: seed + n })
    if (n % 1_000 === 999) progress?.(n + 1)
  }
  await tape.close()
  return { ...tally, responses: tape.broken() }
}

const calls = ['withdraw', 'withdraw', 'get', 'find', 'holdings', 'quote', 'prices', 'health', 'signIn'] as const

async function tryOne(
  exchange: Exchange,
  known: Known,
  { draw, tally, seed }: { draw: Draw; tally: Tally; seed: number },
): Promise<void> {
  const call = calls[draw(calls.length)] ?? 'withdraw'
  const note = (outcome: string) => {
    const name = `${call}: ${outcome}`
    tally.outcomes.set(name, (tally.outcomes.get(name) ?? 0) + 1)
  }
  try {
    const outcome = await (call === 'withdraw' ? order(exchange, known) : read(exchange, known, call))
    note(outcome)
    if (outcome.startsWith('WRONG')) tally.wrong.push(`seed ${seed}, ${call}: ${outcome}`)
  } catch (error) {
    note(error instanceof ExchangeFailure ? error.kind : 'crash')
    if (!(error instanceof ExchangeFailure)) tally.wrong.push(`seed ${seed}, ${call}: ${String(error)}`)
  }
}

/** The order was executed. Only its response is broken. */
async function order(exchange: Exchange, { credentials, order: given }: Known): Promise<string> {
  const { kind, ...more } = await exchange.withdraw(credentials, '', given)
  if (kind === 'accepted' || kind === 'ambiguous') return kind
  const isBefore = kind === 'notSent' || (kind === 'rejected' && 'code' in more && more.code === 'quote_expired')
  return isBefore ? 'stopped before the order' : `WRONG ${kind} ${JSON.stringify(more)}`
}

async function read(exchange: Exchange, known: Known, call: (typeof calls)[number]): Promise<string> {
  const { credentials, order: given, withdrawalId, now } = known
  const since = new Date(now.getTime() - 60_000)
  switch (call) {
    case 'get': {
      const found = await exchange.getWithdrawal(credentials, '', withdrawalId)
      if (found === undefined) return 'absent'
      // The sandbox's adapter leaves this check to the engine, which reports it to an operator.
      if (found.id !== withdrawalId && exchange.type === 'sandbox') return 'another'
      if (found.id !== withdrawalId) return `WRONG ${found.id} instead of ${withdrawalId}`
      return found.state === 'failed' || found.state === 'canceled' ? `WRONG ${found.state}` : found.state
    }
    case 'find': {
      if (exchange.recovery.class === 'match')
        return `${(await exchange.listWithdrawals(credentials, '', since)).length}`
      const found = await exchange.findWithdrawal(credentials, '', { ...given, since })
      if (found === undefined) return 'absent'
      return found.clientReference === given.clientReference ? 'found' : `WRONG ${found.clientReference}`
    }
    case 'holdings': {
      const holdings = await exchange.holdings(credentials, '')
      const isOdd = holdings.some(({ routes }) =>
        routes.some(({ networkKey }) => !exchange.networkKeys.includes(networkKey)),
      )
      return isOdd ? 'WRONG network' : 'returned'
    }
    case 'quote':
      return (await exchange.quote(credentials, '', given)).networkFee.isLessThan(given.amount)
        ? 'returned'
        : 'returned, high fee'
    case 'prices':
      return [...(await exchange.prices()).values()].every((price) => price.isPositive) ? 'returned' : 'WRONG price'
    case 'signIn': {
      if (exchange.signIn.scheme === 'oauth') return 'elsewhere'
      return (await exchange.startSignIn(credentials, { url: '', state: '' })).state
    }
    default:
      return exchange.health()
  }
}

function toolsAt(now: Date): ExchangeTools {
  let nonce = 0
  return {
    now: () => now,
    networks: networkCatalogue('sandbox'),
    acquire: async () => true,
    withKeyLock: (_key, call) => call(now.getTime() * 1_000 + ++nonce),
  }
}

function adapterAt(adapter: Subject['adapter'], baseUrl: string, { sandbox }: EmulatorExchange): Exchange {
  return adapter(toolsAt(new Date(sandbox.clock.now)), { baseUrl })
}

async function recordAll(emulator: EmulatorExchange, exchange: Exchange): Promise<Known> {
  const { sandbox } = emulator
  const fields = await emulator.credentialsOf('user_good')
  await sandbox.call('POST', '/console/addresses', { login: 'user_good', label: 'mine', network: 'base', address })
  const now = new Date(sandbox.clock.now)
  const credentials = exchange.signIn.scheme === 'oauth' ? fields : await signedIn(exchange, fields)
  await exchange.holdings(credentials, '')
  await exchange.prices()
  await exchange.health()
  const order = await orderOf({ exchange, sandbox }, credentials)
  const made = await exchange.withdraw(credentials, '', order)
  if (made.kind !== 'accepted') throw new Error(`the order to be recorded ended ${JSON.stringify(made)}`)
  await exchange.getWithdrawal(credentials, '', made.withdrawalId)
  const since = new Date(now.getTime() - 60_000)
  if (exchange.recovery.class === 'match') await exchange.listWithdrawals(credentials, '', since)
  else await exchange.findWithdrawal(credentials, '', { ...order, since })
  return { credentials, order, withdrawalId: made.withdrawalId, now }
}

async function signedIn(exchange: Exchange, fields: Credentials): Promise<Credentials> {
  const result = await exchange.startSignIn(fields, { url: '', state: '' })
  if (result.state !== 'connected') throw new Error(`the sign-in to be recorded ended ${JSON.stringify(result)}`)
  return result.credentials
}

interface Tape {
  url: string
  /** From now on requests are not forwarded. The recorded responses are returned, broken. */
  breakBy(draw: Draw): void
  broken(): number
  close(): Promise<void>
}

async function startTape(target: string): Promise<Tape> {
  const recorded = new Map<string, ResponseText>()
  let draw: Draw | null = null
  let broken = 0
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const name = nameOf(request)
    const known = draw === null ? await passOn(target, request, Buffer.concat(chunks)) : recorded.get(name)
    if (draw === null && known !== undefined) recorded.set(name, known)
    // A response that was never recorded is returned as the exchange would return it: not found.
    const returned =
      known === undefined ? { status: 404, text: '{}' } : draw === null ? known : mutateResponse(known, draw)
    if (draw !== null) broken++
    response.writeHead(returned.status, { 'content-type': 'application/json' })
    response.end(returned.status === 204 ? undefined : returned.text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breakBy(given) {
      draw = given
    },
    broken: () => broken,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Identifies a call by its path and the names of its parameters: another page is another call, another time is not. */
function nameOf({ method, url = '' }: IncomingMessage): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  return [method, pathname, ...[...searchParams.keys()].sort()].join(' ')
}

async function passOn(target: string, request: IncomingMessage, body: Buffer) {
  const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
  const response = await fetch(target + (request.url ?? ''), {
    method: request.method ?? 'GET',
    headers: headers as Record<string, string>,
    ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
  })
  return { status: response.status, text: await response.text() }
}
