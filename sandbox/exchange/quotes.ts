import { randomUUID } from 'node:crypto'
import { estimatedSeconds, unitsOf } from './assets.ts'
import { type CheckedOrder, checkOrder, isEvmAddress, type Order } from './check-order.ts'
import type { ExchangeDatabase } from './database.ts'
import { ExchangeError } from './exchange-error.ts'
import type { Ledger } from './ledger.ts'
import { magicOf } from './magic-amount.ts'
import { formatUnits } from './units.ts'

export interface Fees {
  fee: bigint
  exchangeFee: bigint
}

export interface Quotes {
  create(order: Order): Record<string, unknown>
  /** The fees of a withdrawal. Throws quote_expired, also for a quote with other terms. */
  feesFor(order: Order, checked: CheckedOrder, quoteId: string | null): Fees
}

interface QuoteDeps {
  database: ExchangeDatabase
  ledger: Ledger
  now: () => number
  settled: ReadonlySet<string>
  fromAddress: string
}

interface QuoteRow {
  account_id: string
  asset: string
  network: string
  address: string
  amount: string
  fee_units: string
  exchange_fee_units: string
  expires_at: number
}

const lifeSeconds = 300
const shortLifeSeconds = 5
const feeChangesWithinMs = 10 * 60_000

export function createQuotes(deps: QuoteDeps): Quotes {
  const { database, ledger, now } = deps
  const insert = database.prepare(
    `insert into quote values (@id, @accountId, @asset, @network, @address, @amount, @fee, @exchangeFee, @createdAt, @expiresAt)`,
  )
  const find = database.prepare<[string], QuoteRow>('select * from quote where id = ?')
  const findEarlier = database.prepare(
    'select 1 from quote where account_id = ? and asset = ? and amount = ? and created_at > ? limit 1',
  )

  const create = (order: Order) => {
    const checked = checkOrder(order, deps.settled)
    const { asset, units } = checked
    const fees = listedFees(checked)
    const amount = formatUnits(units, asset.decimals)
    const magic = magicOf(order.amount)
    const earlier = findEarlier.get(order.accountId, asset.symbol, amount, now() - feeChangesWithinMs)
    if (magic === 'feeChanges' && earlier !== undefined) fees.fee *= 2n
    requireFunds(ledger, { accountId: order.accountId, order: checked, fees })
    const expiresInSeconds = magic === 'shortQuote' ? shortLifeSeconds : lifeSeconds
    const quoteId = randomUUID()
    insert.run({
      ...order,
      id: quoteId,
      amount,
      fee: fees.fee.toString(),
      exchangeFee: fees.exchangeFee.toString(),
      createdAt: now(),
      expiresAt: now() + expiresInSeconds * 1000,
    })
    return {
      quoteId,
      fee: formatUnits(fees.fee, asset.decimals),
      exchangeFee: formatUnits(fees.exchangeFee, asset.decimals),
      feeAsset: asset.symbol,
      // The hot wallet exists on EVM networks only. Other networks state no sender.
      fromAddress: isEvmAddress(order.address) ? deps.fromAddress : '',
      expiresInSeconds,
      estimatedSeconds: estimatedSeconds(order.network),
    }
  }

  const feesFor = (order: Order, checked: CheckedOrder, quoteId: string | null): Fees => {
    if (quoteId === null) return listedFees(checked)
    const quote = find.get(quoteId)
    const isForThis =
      quote !== undefined &&
      quote.account_id === order.accountId &&
      quote.asset === order.asset &&
      quote.network === order.network &&
      quote.address.toLowerCase() === order.address.toLowerCase() &&
      quote.amount === formatUnits(checked.units, checked.asset.decimals)
    if (!isForThis || quote.expires_at <= now()) {
      throw new ExchangeError(422, 'quote_expired', 'This quote has expired. Request a new one.')
    }
    return { fee: BigInt(quote.fee_units), exchangeFee: BigInt(quote.exchange_fee_units) }
  }

  return { create, feesFor }
}

function listedFees({ asset, network }: CheckedOrder): Fees {
  return { fee: unitsOf(network.fee, asset), exchangeFee: unitsOf(network.exchangeFee, asset) }
}

/** Throws insufficient_funds unless the balance covers the amount and the fees on top. */
export function requireFunds(
  ledger: Ledger,
  { accountId, order: { asset, units }, fees }: { accountId: string; order: CheckedOrder; fees: Fees },
): void {
  const { available } = ledger.balance(accountId, asset.symbol)
  if (available < units + fees.fee + fees.exchangeFee) {
    throw new ExchangeError(
      422,
      'insufficient_funds',
      `There is not enough ${asset.symbol} for the amount and its fees.`,
    )
  }
}
