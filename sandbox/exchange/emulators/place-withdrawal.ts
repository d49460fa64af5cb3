// A withdrawal ordered as an emulator: the checks and the holding of this exchange's own orders, without their magic amounts.

import { randomUUID } from 'node:crypto'
import type { Asset, AssetNetwork } from '../asset.ts'
import { networksFor, unitsOf } from '../assets.ts'
import { checkOrder, checkTag } from '../check-order.ts'
import type { Exchange } from '../exchange-context.ts'
import { ExchangeError } from '../exchange-error.ts'
import type { Login } from '../logins.ts'
import { requireFunds } from '../quotes.ts'
import { formatUnits, parseUnits } from '../units.ts'
import type { Review } from '../withdrawals.ts'
import type { EmulatorFaults } from './faults.ts'

export interface EmulatorOrder {
  emulator: string
  login: Login
  accountId: string
  asset: Asset
  network: string
  address: string
  tag: string
  amount: string
  /** Whether the fee is taken out of the amount or comes on top of it. */
  feeIs: 'inside' | 'on top'
  /** The client's own name for it, the name of a saved address; '' for none. */
  reference: string
  label: string
  faults: EmulatorFaults
}

/** All or nothing. Tells the id of the withdrawal. */
export function placeWithdrawal(exchange: Exchange, order: EmulatorOrder): string {
  const id = exchange.database.transaction(() => checkAndInsert(exchange, order)).immediate()
  exchange.settlement.wake()
  return id
}

function checkAndInsert(exchange: Exchange, order: EmulatorOrder): string {
  const { database, ledger, settled, standing, withdrawals } = exchange
  const { login, accountId, network, address, tag } = order
  standing.requireMayWithdraw(login)
  const asset = order.asset.symbol
  const amount = order.feeIs === 'inside' ? amountAfterFee(order) : order.amount
  const checked = checkOrder({ accountId, asset, network, address, amount }, settled)
  checkTag(network, tag)
  const fees = chargedFees(order, checked.network)
  requireFunds(ledger, accountId, checked, fees)
  const id = randomUUID()
  const review = reviewOf(order)
  const { units } = checked
  withdrawals.insert({
    ...{ id, account_id: accountId, client_id: `${order.emulator} ${id}`, asset, network, address, tag, review, units },
    ...fees,
  })
  database
    .prepare('insert into emulator_withdrawal values (?, ?, ?, ?)')
    .run(id, order.emulator, order.reference, order.label)
  return id
}

// Kraken does not ask who receives before it takes an order: it lets the order wait.
function reviewOf({ emulator, login, faults }: EmulatorOrder): Review {
  if (faults.heldForReview || (emulator === 'kraken' && login.asksForRecipient === true)) return 'hold'
  return faults.failsLater ? 'fail' : 'none'
}

/** Under `lowerFee` an order is charged half of what was quoted. */
function chargedFees({ asset, faults }: EmulatorOrder, network: AssetNetwork): { fee: bigint; exchangeFee: bigint } {
  if (faults.lowerFee) return { fee: feeOf(asset, network) / 2n, exchangeFee: 0n }
  return { fee: unitsOf(network.fee, asset), exchangeFee: unitsOf(network.exchangeFee, asset) }
}

function amountAfterFee(order: EmulatorOrder): string {
  const { asset, network, accountId, amount } = order
  const listed = networksFor(asset, accountId).find((each) => each.network === network)
  const units = parseUnits(amount, asset.decimals)
  // Whatever is wrong with it is told by the check that follows.
  if (listed === undefined || units === null) return amount
  const { fee, exchangeFee } = chargedFees(order, listed)
  const left = units - fee - exchangeFee
  if (left <= 0n) throw new ExchangeError(422, 'below_minimum', 'The amount does not cover the fee.')
  return formatUnits(left, asset.decimals)
}

/** Everything that a withdrawal costs. */
export function feeOf(asset: Asset, network: AssetNetwork): bigint {
  return unitsOf(network.fee, asset) + unitsOf(network.exchangeFee, asset)
}
