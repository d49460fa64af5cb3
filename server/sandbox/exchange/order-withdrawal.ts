import { randomUUID } from 'node:crypto'
import { checkOrder, type Order } from './check-order.ts'
import { checkCode } from './codes.ts'
import type { ExchangeDatabase } from './database.ts'
import { badRequest, ExchangeError } from './exchange-error.ts'
import type { Ledger } from './ledger.ts'
import type { Login } from './logins.ts'
import { magicOf } from './magic-amount.ts'
import { type Quotes, requireFunds } from './quotes.ts'
import type { Review, WithdrawalRow, Withdrawals } from './withdrawals.ts'

export interface OrderDeps {
  database: ExchangeDatabase
  ledger: Ledger
  withdrawals: Withdrawals
  quotes: Quotes
  now: () => number
  settled: ReadonlySet<string>
}

export interface WithdrawalOrder extends Order {
  clientId: string
  tag: string
  quoteId: string | null
  code: string | null
  validUntil: number
}

export interface OrderedWithdrawal {
  row: WithdrawalRow
  /** Magic amount .07: it happened, but whoever ordered it is not to hear of it. */
  answerIsLost: boolean
}

/** All or nothing, in one transaction: either the amount is held and the withdrawal exists, or nothing was done. */
export function orderWithdrawal(deps: OrderDeps, login: Login, order: WithdrawalOrder): OrderedWithdrawal {
  return deps.database
    .transaction(() => {
      refuseRepeatedOrStale(deps, order)
      if (login.withdrawalsLocked === true) {
        throw new ExchangeError(423, 'withdrawals_locked', 'Withdrawals of this account are locked.')
      }
      const checked = checkOrder(order, deps.settled)
      const fees = deps.quotes.feesFor(order, checked, order.quoteId)
      requireFunds(deps.ledger, order.accountId, checked, fees)
      const magic = magicOf(order.amount)
      if (login.codeAtWithdrawal === true || magic === 'codeRequired') requireCode(order.code)
      if (magic === 'rejected') {
        throw new ExchangeError(422, 'rejected', 'The exchange rejected this withdrawal.')
      }
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
      return { row: deps.withdrawals.find(id) as WithdrawalRow, answerIsLost: magic === 'answerLost' }
    })
    .immediate()
}

// Repetition first: whoever asks late about an order that did happen must hear that it did.
function refuseRepeatedOrStale(deps: OrderDeps, order: WithdrawalOrder): void {
  const earlier = deps.withdrawals.findByClientId(order.accountId, order.clientId)
  if (earlier !== undefined) {
    const details = { withdrawalId: earlier.id }
    throw new ExchangeError(409, 'duplicate_client_id', 'A withdrawal with this clientId exists already.', details)
  }
  if (deps.now() > order.validUntil) {
    throw new ExchangeError(408, 'stale_request', 'This request came too late. Nothing was done.')
  }
}

function requireCode(code: string | null): void {
  if (code === null) {
    const details = { method: 'totp', methods: [{ kind: 'totp', to: '' }], to: '' }
    throw new ExchangeError(402, 'code_required', 'Enter the code of your authenticator app.', details)
  }
  checkCode(code)
}

function reviewFor(magic: ReturnType<typeof magicOf>): Review {
  if (magic === 'held') return 'hold'
  return magic === 'failsLater' ? 'fail' : 'none'
}

export function readWithdrawalOrder(accountId: string, body: Record<string, unknown>): WithdrawalOrder {
  const clientId = text(body, 'clientId')
  if (clientId.length > 128) throw badRequest('clientId has at most 128 characters.')
  const validUntil = Date.parse(text(body, 'validUntil'))
  if (Number.isNaN(validUntil)) throw badRequest('validUntil must be an ISO 8601 time.')
  return {
    ...readOrder(accountId, body),
    clientId,
    tag: optionalText(body, 'tag') ?? '',
    quoteId: optionalText(body, 'quoteId'),
    code: optionalText(body, 'code'),
    validUntil,
  }
}

export function readOrder(accountId: string, body: Record<string, unknown>): Order {
  return {
    accountId,
    asset: text(body, 'asset'),
    network: text(body, 'network'),
    address: text(body, 'address'),
    amount: text(body, 'amount'),
  }
}

export function text(body: Record<string, unknown>, name: string): string {
  const value = body[name]
  if (typeof value !== 'string' || value === '') throw badRequest(`${name} must be a text.`)
  return value
}

function optionalText(body: Record<string, unknown>, name: string): string | null {
  const value = body[name]
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string') throw badRequest(`${name} must be a text.`)
  return value
}
