// The scripted exchange with many accounts. A case can delay, refuse or hang its calls.
import { setTimeout as pause } from 'node:timers/promises'
import type { MinedPayment } from '../../../server/chains/chain.ts'
import { Amount } from '../../../server/contract/amount.ts'
import type { Exchange } from '../../../server/exchanges/exchange.ts'
import type { Credentials } from '../../../server/exchanges/sign-in.ts'
import type { Withdrawal } from '../../../server/exchanges/withdrawal.ts'
import { recipient } from '../../support/engine.ts'

/** How long a healthy call to the exchange, or to a node, takes. */
export const callMs = 50

export interface FollowExchange {
  /** One call, of an account with its credentials. */
  call: (accountId: string, credentials: Credentials) => Promise<void>
  /** New withdrawals are completed and mined at once. Otherwise they stay pending. */
  completesNew: boolean
  addPending(accountId: string, withdrawalId: string): void
}

const pending: Omit<Withdrawal, 'id'> = {
  clientReference: '',
  symbol: 'USDC',
  networkKey: 'base',
  address: recipient,
  addressTag: '',
  amount: Amount.parse('25'),
  state: 'pending',
  hash: '',
  createdAt: new Date(0),
}

/** Changes the calls of `exchange`. `mine` records the transaction of a completed withdrawal. */
export function followExchange(
  exchange: Exchange,
  { payment, mine }: { payment: MinedPayment; mine: (hash: string, payment: MinedPayment) => void },
): FollowExchange {
  const listed = new Map<string, Withdrawal[]>()
  const executed = new Map<string, Withdrawal>()
  const add = (accountId: string, withdrawal: Withdrawal) => {
    const withdrawals = listed.get(accountId) ?? []
    withdrawals.push(withdrawal)
    listed.set(accountId, withdrawals)
  }
  const follow: FollowExchange = {
    call: () => pause(callMs),
    completesNew: false,
    addPending: (accountId, id) => add(accountId, { ...pending, id }),
  }
  exchange.withdraw = async (credentials, accountId, { clientReference }) => {
    await follow.call(accountId, credentials)
    const withdrawal: Withdrawal = { ...pending, id: `w-${clientReference}`, clientReference }
    if (follow.completesNew) {
      const hash = `0x${(executed.size + 1).toString(16).padStart(64, '0')}`
      Object.assign(withdrawal, { hash, state: 'completed' })
      mine(hash, payment)
    }
    executed.set(withdrawal.id, withdrawal)
    add(accountId, withdrawal)
    return { kind: 'accepted', withdrawalId: withdrawal.id }
  }
  exchange.getWithdrawal = async (credentials, accountId, id) => {
    await follow.call(accountId, credentials)
    return executed.get(id) ?? { ...pending, id }
  }
  exchange.listWithdrawals = async (credentials, accountId) => {
    await follow.call(accountId, credentials)
    return listed.get(accountId) ?? []
  }
  return follow
}
