// A withdrawal ordered through an emulator: the same checks and ledger entries as the sandbox's own orders, without magic amounts.

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

interface EmulatorOrder {
  emulator: string
  login: Login
  accountId: string
  asset: Asset
  network: string
  address: string
  tag: string
  amount: string
  /** Whether the fee is deducted from the amount or charged on top. */
  feeIs: 'inside' | 'on top'
  /** The client's id of the order, and the name of the saved address. '' if none. */
  reference: string
  label: string
  faults: EmulatorFaults
}

/** Orders a withdrawal in one transaction. Returns its id. */
export function placeWithdrawal(exchange: Exchange, order: EmulatorOrder): string {
  const id = exchange.database.transaction(() => checkAndInsert(exchange, order)).immediate()
  exchange.settlement.wake()
  return id
}

function checkAndInsert(exchange: Exchange, order: EmulatorOrder): string {
  const { database, ledger, settled, restrictions, withdrawals } = exchange
  const { login, accountId, network, address, tag } = order
  restrictions.requireMayWithdraw(login)
  const asset = order.asset.symbol
  const amount = order.feeIs === 'inside' ? amountAfterFee(order) : order.amount
  const checked = checkOrder({ accountId, asset, network, address, amount }, settled)
  checkTag(network, tag)
  const fees = chargedFees(order, checked.network)
  requireFunds(ledger, { accountId, order: checked, fees })
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

// Kraken requests recipient data after accepting an order: the order waits.
function reviewOf({ emulator, login, faults }: EmulatorOrder): Review {
  if (faults.heldForReview || (emulator === 'kraken' && login.requiresRecipient === true)) return 'hold'
  return faults.failsLater ? 'fail' : 'none'
}

/** Under `lowerFee` half of the quoted fee is charged. */
function chargedFees({ asset, faults }: EmulatorOrder, network: AssetNetwork): { fee: bigint; exchangeFee: bigint } {
  if (faults.lowerFee) return { fee: feeOf(asset, network) / 2n, exchangeFee: 0n }
  return { fee: unitsOf(network.fee, asset), exchangeFee: unitsOf(network.exchangeFee, asset) }
}

function amountAfterFee(order: EmulatorOrder): string {
  const { asset, network, accountId, amount } = order
  const listed = networksFor(asset, accountId).find((each) => each.network === network)
  const units = parseUnits(amount, asset.decimals)
  // The next check refuses such an order.
  if (listed === undefined || units === null) return amount
  const { fee, exchangeFee } = chargedFees(order, listed)
  const left = units - fee - exchangeFee
  if (left <= 0n) throw new ExchangeError(422, 'below_minimum', 'The amount does not cover the fee.')
  return formatUnits(left, asset.decimals)
}

/** Network fee and exchange fee together. */
export function feeOf(asset: Asset, network: AssetNetwork): bigint {
  return unitsOf(network.fee, asset) + unitsOf(network.exchangeFee, asset)
}
