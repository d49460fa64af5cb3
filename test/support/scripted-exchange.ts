// An exchange that follows a test's script and records every withdrawal order. It tests the engine's rules, which need responses that
// no healthy exchange sends. Everything else is tested with the sandbox exchange.
import { Amount } from '../../server/contract/amount.ts'
import type { Exchange, ExchangeHolding } from '../../server/exchanges/exchange.ts'
import { ExchangeFailure } from '../../server/exchanges/exchange-failure.ts'
import {
  defaultHistoryMs,
  defaultLeaseMs,
  defaultPollDelays,
  type RecoveryPolicy,
} from '../../server/exchanges/recovery-policy.ts'
import type { Credentials } from '../../server/exchanges/sign-in.ts'
import type { Withdrawal, WithdrawalOrder, WithdrawalOutcome } from '../../server/exchanges/withdrawal.ts'
import { base } from '../../server/networks/base.ts'

export const scriptedRecovery: RecoveryPolicy = {
  class: 'find',
  requestMs: 30_000,
  fenceMs: 1_000,
  visibilityMs: 10_000,
  historyMs: defaultHistoryMs,
  emptyPolls: 3,
  leaseMs: defaultLeaseMs,
  pollDelays: defaultPollDelays,
}

export interface ScriptedExchange {
  exchange: Exchange
  /** Every request to withdraw, in order. */
  orders: WithdrawalOrder[]
  /** The withdrawals that the exchange really made, by our reference. */
  made: Map<string, Withdrawal>
  /** The outcomes of the next orders; the last one stays. */
  outcomes: ((
    order: WithdrawalOrder,
    made: Map<string, Withdrawal>,
  ) => WithdrawalOutcome | Promise<WithdrawalOutcome>)[]
  unreachable: boolean
  /** Sign-ins the exchange has ended, by their access token. */
  ended: Set<string>
}

export function accept(order: WithdrawalOrder, made: Map<string, Withdrawal>): WithdrawalOutcome {
  const id = `w-${order.clientReference}`
  made.set(order.clientReference, {
    id,
    clientReference: order.clientReference,
    symbol: order.symbol,
    networkKey: order.networkKey,
    address: order.address,
    addressTag: order.addressTag,
    amount: order.amount,
    state: 'pending',
    hash: '',
    createdAt: new Date(0),
  })
  return { kind: 'accepted', withdrawalId: id }
}

/** The order was executed, and the response is lost. */
export function loseResponse(order: WithdrawalOrder, made: Map<string, Withdrawal>): WithdrawalOutcome {
  accept(order, made)
  return { kind: 'ambiguous', reason: 'connection' }
}

export function loseRequest(): WithdrawalOutcome {
  return { kind: 'ambiguous', reason: 'timeout' }
}

export function scriptedExchange(): ScriptedExchange {
  const script: ScriptedExchange = {
    exchange: undefined as unknown as Exchange,
    orders: [],
    made: new Map(),
    outcomes: [accept],
    unreachable: false,
    ended: new Set(),
  }
  const reach = (credentials: Credentials = {}) => {
    if (script.unreachable) throw new ExchangeFailure('unreachable')
    if (script.ended.has(credentials.accessToken ?? '')) throw new ExchangeFailure('signInEnded')
  }
  let signIns = 0
  script.exchange = {
    type: 'scripted',
    name: 'Scripted Exchange',
    color: '#000000',
    transfers: true,
    signIn: { scheme: 'credentials', fields: [] },
    networkKeys: ['base'],
    recovery: { ...scriptedRecovery },
    limits: { address: { quota: 1_000, windowSeconds: 1 } },
    listsAsLookedUp: true,
    startSignIn: async () => ({
      state: 'connected',
      credentials: { accessToken: `secret-${++signIns}` },
      accounts: [{ externalId: 'main', name: 'Main' }],
      renewable: true,
    }),
    submitCode: async () => ({ state: 'failed', reason: 'codeLocked' }),
    resendCode: async () => ({ state: 'failed', reason: 'codeLocked' }),
    async renew(credentials) {
      reach(credentials)
      return credentials
    },
    async holdings() {
      reach()
      return [holding]
    },
    async quote() {
      reach()
      const fees = { networkFee: Amount.parse('0.04'), exchangeFee: Amount.zero }
      return { adapterState: 'q', ...fees, fromAddress: '', expiresInSeconds: null, estimatedSeconds: 5 }
    },
    async withdraw(_credentials, _accountId, order) {
      script.orders.push(order)
      const outcome = script.outcomes.length > 1 ? script.outcomes.shift() : script.outcomes[0]
      return (outcome ?? accept)(order, script.made)
    },
    async getWithdrawal(credentials, _accountId, id) {
      reach(credentials)
      return [...script.made.values()].find((withdrawal) => withdrawal.id === id)
    },
    async findWithdrawal(credentials, _accountId, { clientReference }) {
      reach(credentials)
      return script.made.get(clientReference)
    },
    async listWithdrawals() {
      reach()
      return [...script.made.values()]
    },
    async prices() {
      reach()
      return new Map([['USDC', Amount.parse('1')]])
    },
    health: async () => 'up',
  }
  return script
}

const holding: ExchangeHolding = {
  symbol: 'USDC',
  name: 'USD Coin',
  available: Amount.parse('1000'),
  routes: [
    {
      networkKey: 'base',
      contract: base.tokens.find((token) => token.symbol === 'USDC')?.contract ?? '',
      decimals: 6,
      minimum: Amount.parse('1'),
      maximum: null,
      step: Amount.parse('0.000001'),
      networkFee: Amount.parse('0.04'),
      exchangeFee: Amount.zero,
      enabled: true,
      estimatedSeconds: 5,
    },
  ],
}
