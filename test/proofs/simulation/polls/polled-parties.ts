// The exchanges and nodes that a crowd is polled at.

import type { Chain } from '../../../../server/chains/chain.ts'
import type { Exchange } from '../../../../server/exchanges/exchange.ts'
import { defaultPollDelays, type RecoveryPolicy } from '../../../../server/exchanges/recovery-policy.ts'
import type { Credentials } from '../../../../server/exchanges/sign-in.ts'
import type { Withdrawal } from '../../../../server/exchanges/withdrawal.ts'
import type { SimulatedProcess } from '../simulated-process.ts'
import { type CrowdTransfer, termsOn } from './crowd.ts'
import { type CalledWorld, partyCall } from './party-call.ts'
import type { PolledExchange, PolledNetwork } from './poll-plan.ts'

/** Its listing serves all transfers of an account. At the other one, each is looked up by its id. */
export const listingExchange = 'beta'

/** Short, so that an Unknown transfer ends within a run. */
export const polledRecovery: RecoveryPolicy = {
  ...{ class: 'find', requestMs: 2_000, fenceMs: 1_000, visibilityMs: 9_000, historyMs: 1_000_000_000 },
  ...{ emptyPolls: 3, leaseMs: 60_000, pollDelays: defaultPollDelays },
}

export interface PolledWorld extends CalledWorld {
  /** By withdrawal id, client reference or hash. */
  transferOf(reference: string): CrowdTransfer
  /** What the account's exchange has sent. */
  sentBy(accountId: string): readonly CrowdTransfer[]
}

export function polledExchange(process: SimulatedProcess, world: PolledWorld, type: PolledExchange): Exchange {
  const lookUp = <T>({ apiKey = '' }: Credentials, reference: string, answer: (transfer: CrowdTransfer) => T) => {
    const transfer = world.transferOf(reference)
    const effect = () => answer(transfer)
    return partyCall(process, world, { party: type, lane: transfer.lane, key: apiKey, transfer, effect })
  }
  const unused = () => Promise.reject(new Error('polls do not call this'))
  const shown = ({ withdrawalId, terms, hash }: CrowdTransfer): Withdrawal => {
    const { symbol, networkKey, toAddress: address, amount } = terms
    return {
      ...{ id: withdrawalId ?? '', clientReference: '', symbol, networkKey, address, addressTag: '', amount, hash },
      ...{ state: world.calm ? 'completed' : 'pending', createdAt: new Date(0) },
    }
  }
  return {
    ...{ type, name: type, color: '#000000', transfers: true, networkKeys: ['polygon', 'base', 'ethereum'] },
    signIn: { scheme: 'credentials', fields: [] },
    recovery: polledRecovery,
    // Polls get half of it.
    limits: { address: { quota: 2 * world.plan.rates[type], windowSeconds: 1 } },
    listsAsLookedUp: type === listingExchange,
    ...{ startSignIn: unused, submitCode: unused, resendCode: unused, renew: unused, holdings: unused, quote: unused },
    ...{ withdraw: unused, prices: unused, health: async () => 'up' },
    getWithdrawal: (credentials, _account, id) => lookUp(credentials, id, shown),
    findWithdrawal: (credentials, _account, { clientReference }) =>
      lookUp(credentials, clientReference, () => undefined),
    // The first of an account is not in its listing.
    listWithdrawals: ({ apiKey = '' }, account) =>
      partyCall(process, world, {
        ...{ party: type, lane: type, key: apiKey, transfer: null },
        effect: () =>
          world
            .sentBy(account)
            .slice(1)
            .map((transfer) => listed(shown(transfer), () => world.lookedUp(transfer.id))),
      }),
  }
}

/** A row of a listing serves as a look-up once the engine reads its state. */
function listed(withdrawal: Withdrawal, read: () => void): Withdrawal {
  const { state } = withdrawal
  let isRead = false
  return Object.defineProperty(withdrawal, 'state', {
    get: () => {
      if (!isRead) read()
      isRead = true
      return state
    },
  })
}

export function polledNode(process: SimulatedProcess, world: PolledWorld, network: PolledNetwork): Chain {
  const { toAddress, contract, amount, decimals, requiredConfirmations } = termsOn(network)
  return {
    isHash: (text) => text.startsWith('0x'),
    findPayment: ({ hash }) => {
      const transfer = world.transferOf(hash)
      const payment = {
        ...{ succeeded: true, to: toAddress, contract, baseUnits: amount.toBaseUnits(decimals) },
        confirmations: world.calm ? requiredConfirmations : 0,
      }
      const effect = () => (transfer.isUnmined && !world.calm ? undefined : payment)
      return partyCall(process, world, { party: network, lane: `chain:${network}`, key: null, transfer, effect })
    },
    readTransaction: async () => undefined,
  }
}
