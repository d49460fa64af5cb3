import { randomUUID } from 'node:crypto'
import { checkOrder, checkTag } from './check-order.ts'
import type { ExchangeDatabase } from './database.ts'
import { ExchangeError } from './exchange-error.ts'
import type { Ledger } from './ledger.ts'
import type { Login } from './logins.ts'
import { magicOf } from './magic-amount.ts'
import { type Quotes, requireFunds } from './quotes.ts'
import type { WithdrawalOrder } from './read-order.ts'
import { requiredAction, type UserDeps } from './required-action.ts'
import type { Restrictions } from './restrictions.ts'
import type { Review, WithdrawalRow, Withdrawals } from './withdrawals.ts'

interface OrderDeps extends UserDeps {
  database: ExchangeDatabase
  ledger: Ledger
  withdrawals: Withdrawals
  quotes: Quotes
  restrictions: Restrictions
  now: () => number
  settled: ReadonlySet<string>
}

interface OrderedWithdrawal {
  row: WithdrawalRow
  /** Magic amount .07: the withdrawal exists, but the response is dropped. */
  isResponseLost: boolean
}

/** In one transaction: either the amount is held and the withdrawal exists, or nothing changed. */
export function orderWithdrawal(deps: OrderDeps, login: Login, order: WithdrawalOrder): OrderedWithdrawal {
  const ordered = deps.database.transaction(() => checkAndOrder(deps, login, order)).immediate()
  if (ordered instanceof ExchangeError) throw ordered
  return ordered
}

/** Returns a required action instead of throwing it, so that the transaction keeps its record. */
function checkAndOrder(deps: OrderDeps, login: Login, order: WithdrawalOrder): OrderedWithdrawal | ExchangeError {
  refuseRepeatedOrStale(deps, order)
  deps.restrictions.requireMayWithdraw(login)
  const checked = checkOrder(order, deps.settled)
  checkTag(order.network, order.tag)
  const fees = deps.quotes.feesFor(order, checked, order.quoteId)
  requireFunds(deps.ledger, { accountId: order.accountId, order: checked, fees })
  const magic = magicOf(order.amount)
  const action = requiredAction(deps, login, { order, magic })
  if (action !== null) return action
  if (magic === 'rejected') throw new ExchangeError(422, 'rejected', 'The exchange rejected this withdrawal.')
  const id = randomUUID()
  deps.withdrawals.insert({
    id,
    account_id: order.accountId,
    client_id: order.clientId,
    asset: checked.asset.symbol,
    network: checked.network.network,
    address: order.address,
    tag: order.tag,
    review: reviewFor(magic),
    units: checked.units,
    ...fees,
  })
  return { row: deps.withdrawals.find(id) as WithdrawalRow, isResponseLost: magic === 'responseLost' }
}

// Checks for a repeated order first: the response to a late repeat must state that the withdrawal exists.
function refuseRepeatedOrStale(deps: OrderDeps, order: WithdrawalOrder): void {
  const earlier = deps.withdrawals.findByClientId(order.accountId, order.clientId)
  if (earlier !== undefined) {
    const details = { withdrawalId: earlier.id }
    throw new ExchangeError(409, 'duplicate_client_id', 'A withdrawal with this clientId exists already.').with(details)
  }
  if (deps.now() > order.validUntil) {
    throw new ExchangeError(408, 'stale_request', 'This request came too late. No withdrawal was made.')
  }
}

function reviewFor(magic: ReturnType<typeof magicOf>): Review {
  if (magic === 'held') return 'hold'
  return magic === 'failsLater' ? 'fail' : 'none'
}
