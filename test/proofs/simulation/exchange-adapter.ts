// The adapter of one server process, with the network in between. Requests and responses are lost, delayed and corrupted here.
// simulated-exchange.ts has the exchange's real state.

import { Amount } from '../../../server/contract/amount.ts'
import type { Exchange, ExchangeHolding, Quote } from '../../../server/exchanges/exchange.ts'
import { ExchangeFailure } from '../../../server/exchanges/exchange-failure.ts'
import { defaultHistoryMs, defaultLeaseMs, defaultPollDelays } from '../../../server/exchanges/recovery-policy.ts'
import type {
  OrderedBefore,
  Withdrawal,
  WithdrawalOrder,
  WithdrawalOutcome,
} from '../../../server/exchanges/withdrawal.ts'
import type { PlannedFault } from './faults.ts'
import type { Placed, SimulatedExchange, TrueWithdrawal } from './simulated-exchange.ts'
import { type SimulatedProcess, startOfTime } from './simulated-process.ts'

export interface AdapterWorld {
  exchange: SimulatedExchange
  /** The exchange does not respond until then. */
  outageUntil: number
  /** Requests that have not arrived. */
  underWay: number
  /** A request to withdraw leaves a process. */
  sending(process: SimulatedProcess, account: string, order: WithdrawalOrder): void
  /** The response has reached the process. */
  responded(process: SimulatedProcess, order: WithdrawalOrder, outcome: WithdrawalOutcome): void
  trace(text: string): void
}

const recovery = {
  requestMs: 30_000,
  fenceMs: 10_000,
  visibilityMs: 900_000,
  historyMs: defaultHistoryMs,
  emptyPolls: 4,
  leaseMs: defaultLeaseMs,
  pollDelays: defaultPollDelays,
}
export const secretCanary = 'canary-credential'
const timeoutMs = 20_000
const decimals = 6

const rejections = new Set(['insufficient_funds', 'rejected', 'quote_expired', 'stale_request', 'token_invalid'])

/** The fault of one poll. */
interface PollFault {
  lagMs: number
  mixUp(shown: Withdrawal): Withdrawal
}

/** The response as received. `body` is undefined if it cannot be read. */
interface WireResponse {
  status: number
  body: Placed | undefined
}

export function exchangeAdapter(process: SimulatedProcess, world: AdapterWorld, type: string): Exchange {
  const { exchange } = world
  const { class: recoveryClass, fenced } = exchange.settings
  const { scheduler, faults } = process.world
  const read = <T>(what: 'read' | 'poll', effect: (fault: PollFault) => T) => readStep(process, world, what, effect)
  const money = (units: bigint) => Amount.fromBaseUnits(units, decimals)

  const shown = (entry: TrueWithdrawal): Withdrawal => ({
    id: entry.id,
    clientReference: recoveryClass === 'match' ? '' : entry.reference,
    symbol: 'USDC',
    networkKey: entry.networkKey,
    address: entry.address,
    addressTag: '',
    amount: money(entry.units),
    ...exchange.reported(entry, scheduler.now),
    createdAt: new Date(startOfTime + entry.createdAt),
  })

  const visible = (account: string, lagMs: number) =>
    exchange.withdrawals.filter((entry) => entry.account === account && entry.visibleAt <= scheduler.now - lagMs)

  async function withdraw(_secret: unknown, account: string, order: WithdrawalOrder): Promise<WithdrawalOutcome> {
    const fault = faults.strike('withdraw')
    const response = new Promise<WireResponse | 'timeout'>((resolve) => {
      void process.step(20, () => {
        world.sending(process, account, order)
        deliver(account, order, fault, resolve)
      })
    })
    const arrived = await response
    return process.step(1, () => {
      const outcome = outcomeOf(arrived, fault)
      world.responded(process, order, outcome)
      return outcome
    })
  }

  /** The request in progress. It continues even if the process that sent it ends. */
  function deliver(
    account: string,
    order: WithdrawalOrder,
    fault: PlannedFault | undefined,
    resolve: (response: WireResponse | 'timeout') => void,
  ): void {
    const kind = fault?.kind ?? (world.outageUntil > scheduler.now ? 'request lost' : '')
    const lost = /^request lost|without effect|definite rejection|refused/.test(kind)
    const late = kind === 'effect delayed' ? (fault?.ms ?? 0) : 30
    if (!lost || kind === 'effect delayed') {
      world.underWay++
      scheduler.after(late, () => {
        world.underWay--
        const placed = exchange.place(account, order, scheduler.now)
        world.trace(`exchange: order ${order.clientReference} ${'id' in placed ? `makes ${placed.id}` : placed.code}`)
        if (/lost|delayed/.test(kind)) return
        const response = corrupted(kind, { status: 'id' in placed ? 201 : 422, body: placed })
        scheduler.after(kind === 'response slow' ? (fault?.ms ?? 0) : 30, () => resolve(response))
      })
    } else if (!/lost/.test(kind)) {
      scheduler.after(30, () => resolve(corrupted(kind, { status: 422, body: { code: 'rejected' } })))
    }
    // A slow response is not lost: the client's timeout is longer.
    scheduler.after(timeoutMs, () => resolve('timeout'))
  }

  const adapter: Exchange = {
    type,
    name: 'Simulated Exchange',
    color: '#000000',
    transfers: true,
    signIn: { scheme: 'credentials', fields: [] },
    networkKeys: ['base', 'ethereum'],
    recovery: { ...recovery, class: recoveryClass, fenceMs: fenced ? recovery.fenceMs : null },
    limits: { address: { quota: 50, windowSeconds: 1 } },
    listsAsLookedUp: true,
    startSignIn: async () => ({
      state: 'connected',
      credentials: { accessToken: '1', refreshToken: secretCanary },
      accounts: [
        { externalId: 'first', name: 'First' },
        { externalId: 'second', name: 'Second' },
      ],
      renewable: true,
    }),
    submitCode: async () => ({ state: 'failed', reason: 'codeLocked' }),
    resendCode: async () => ({ state: 'failed', reason: 'codeLocked' }),
    renew: (credentials) =>
      read('read', () => ({ ...credentials, accessToken: `${exchange.accessVersion}`, refreshToken: secretCanary })),
    holdings: (_secret, account) => read('read', (): ExchangeHolding[] => [holdingOf(exchange, account, money)]),
    quote: () =>
      read('read', (): Quote => {
        const { id: adapterState, networkFee, exchangeFee } = exchange.quote(scheduler.now)
        const fees = { networkFee: money(networkFee), exchangeFee: money(exchangeFee) }
        return { adapterState, ...fees, fromAddress: '', expiresInSeconds: 300, estimatedSeconds: 5 }
      }),
    withdraw,
    // An exchange without references has no such request. The order is sent again to check.
    ...(recoveryClass !== 'match' && {
      isWaitingForUser: (_secret: unknown, _account: string, { clientReference }: OrderedBefore) =>
        read('read', () => exchange.isAwaited(clientReference, scheduler.now)),
    }),
    getWithdrawal: (_secret, account, id) =>
      read('poll', ({ lagMs, mixUp }) => {
        const found = visible(account, lagMs).find((entry) => entry.id === id)
        return found === undefined ? undefined : mixUp(shown(found))
      }),
    findWithdrawal: (_secret, account, { clientReference: reference }) =>
      read('poll', ({ lagMs, mixUp }) => {
        const found = visible(account, lagMs).find((entry) => entry.reference === reference)
        return found === undefined ? undefined : mixUp({ ...shown(found), clientReference: reference })
      }),
    listWithdrawals: (_secret, account, since) =>
      read('poll', ({ lagMs }) =>
        visible(account, lagMs)
          .filter((entry) => startOfTime + entry.createdAt >= since.getTime())
          .map(shown),
      ),
    prices: () => read('read', () => new Map([['USDC', Amount.parse('1')]])),
    health: async () => 'up',
  }
  return adapter
}

function corrupted(kind: string, response: WireResponse): WireResponse {
  if (kind.startsWith('5xx')) return { ...response, status: 502 }
  if (kind === 'half a response' || kind.startsWith('garbage')) return { status: 201, body: undefined }
  if (kind.startsWith('unknown code')) return { status: 422, body: { code: 'please_see_our_notice' } }
  return response
}

function outcomeOf(response: WireResponse | 'timeout', fault: PlannedFault | undefined): WithdrawalOutcome {
  if (fault?.kind === 'connection refused') return { kind: 'notSent' }
  if (response === 'timeout') return { kind: 'ambiguous', reason: 'timeout' }
  const { status, body } = response
  if (body === undefined) return { kind: 'ambiguous', reason: 'unreadable response' }
  if (status >= 500) return { kind: 'ambiguous', reason: `status ${status}` }
  if ('id' in body) return { kind: 'accepted', withdrawalId: body.id }
  if (body.code === 'confirmation_required') return { kind: 'emailConfirmationRequired', sentTo: '' }
  if (body.code === 'code_required') return { kind: 'mfaRequired', method: 'totp' }
  if (body.code === 'wrong_code') return { kind: 'mfaWrong' }
  if (body.code === 'code_expired') return { kind: 'mfaExpired' }
  return rejections.has(body.code)
    ? { kind: 'rejected', code: body.code }
    : { kind: 'ambiguous', reason: 'unknown code' }
}

async function readStep<T>(
  process: SimulatedProcess,
  world: AdapterWorld,
  what: 'read' | 'poll',
  effect: (fault: PollFault) => T,
): Promise<T> {
  const { scheduler, faults } = process.world
  const fault = (what === 'poll' ? faults.strike('poll') : undefined) ?? faults.strike('read')
  return process.step(fault?.kind === 'read times out' ? fault.ms : 40, () => {
    if (world.outageUntil > scheduler.now) throw new ExchangeFailure('unreachable')
    if (fault?.kind === 'read fails') throw new ExchangeFailure('unavailable')
    if (fault?.kind === 'read times out') throw new ExchangeFailure('timeout')
    if (fault?.kind === 'rate limited') throw new ExchangeFailure('rateLimited')
    if (fault?.kind === 'access expired') throw new ExchangeFailure('signInEnded')
    // An adapter that detects a missing page throws. Its contract suite tests the detection.
    if (fault?.kind === 'listing partial') throw new ExchangeFailure('unavailable')
    world.exchange.advance(scheduler.now)
    const mixUp = (shown: Withdrawal) => (fault?.kind === 'foreign response' ? anotherThan(shown, fault.ms) : shown)
    return effect({ lagMs: fault?.kind === 'listing lags' ? fault.ms : 0, mixUp })
  })
}

/** Another withdrawal, or a mix of both, with another outcome. */
function anotherThan(shown: Withdrawal, part: number): Withdrawal {
  const ended = { ...shown, state: shown.state === 'failed' ? ('completed' as const) : ('failed' as const), hash: '' }
  if (part === 0) return { ...ended, id: 'withdrawal-of-another', clientReference: 'of another' }
  return part === 1 ? { ...ended, amount: Amount.parse('3') } : { ...ended, address: `0x${'6'.repeat(40)}` }
}

function holdingOf(exchange: SimulatedExchange, account: string, money: (units: bigint) => Amount): ExchangeHolding {
  const { networkFee, exchangeFee } = exchange.currentFees()
  const common = { decimals, minimum: money(1_000_000n), maximum: null, step: money(1n), enabled: true }
  const fees = { networkFee: money(networkFee), exchangeFee: money(exchangeFee), estimatedSeconds: 5 }
  const routes = Object.entries(exchange.settings.contracts).map(([networkKey, contract]) => ({
    networkKey,
    contract,
    ...common,
    ...fees,
  }))
  return { symbol: 'USDC', name: 'USD Coin', available: money(exchange.booksOf(account).available), routes }
}
