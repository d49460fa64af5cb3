// Gate's withdrawal orders, whose amount includes the fee, the list of them, and the saved addresses.

import { findAsset, networksFor } from '../../assets.ts'
import { json, type RouteResponse } from '../../http.ts'
import { digitsOf, shortAmount } from '../amounts.ts'
import type { ApiKey } from '../api-keys.ts'
import { corruptListing, reportedId } from '../corrupt-listing.ts'
import { parameter } from '../emulator.ts'
import type { EmulatorContext } from '../emulator-context.ts'
import { findWithdrawals, type ListedWithdrawal } from '../find-withdrawals.ts'
import { feeOf, placeWithdrawal } from '../place-withdrawal.ts'
import type { Recipient } from '../saved-addresses.ts'
import { isSameRecipient } from '../saved-addresses.ts'
import { codeError, jsonBody, networkCalled, requireSaved, type SignedCall } from '../signed-calls.ts'
import { chainName } from './networks.ts'

const dayMs = 86_400_000

const maxRangeSeconds = 30 * 86_400

const maxRows = 100

const states: Record<ListedWithdrawal['status'], string> = {
  pending: 'REQUEST',
  sent: 'EXTPEND',
  completed: 'DONE',
  failed: 'INVALID',
  canceled: 'CANCEL',
  odd: 'ELSEWHERE',
}

export function savedAddresses({ context, key, query }: SignedCall): RouteResponse {
  const requested = parameter(query, 'chain')
  if (parameter(query, 'currency') === null) throw codeError('bad_request')
  const limit = Math.min(Number(parameter(query, 'limit') ?? 50), maxRows)
  const skipped = (Number(parameter(query, 'page') ?? 1) - 1) * limit
  return json(
    context.savedAddresses
      .of(key.login.name)
      .filter(({ network }) => requested === null || chainName(network) === requested)
      .slice(skipped, skipped + limit)
      .map(({ network, address, label, tag, verified }) => ({
        currency: (parameter(query, 'currency') ?? '').toLowerCase(),
        chain: chainName(network),
        address,
        name: label,
        tag,
        verified: verified ? '1' : '0',
      })),
  )
}

export function history({ context, key, query, call }: SignedCall): RouteResponse {
  const reference = parameter(query, 'withdraw_order_id') ?? undefined
  const id = parameter(query, 'withdraw_id') ?? undefined
  call.reference = reference ?? ''
  const now = Math.floor(context.now() / 1_000)
  const to = Number(parameter(query, 'to') ?? now)
  const from = Number(parameter(query, 'from') ?? now - 7 * 86_400)
  if (to - from > maxRangeSeconds || from > to) throw codeError('bad_request')
  const limit = Math.min(Number(parameter(query, 'limit') ?? maxRows), maxRows)
  const offset = Number(parameter(query, 'offset') ?? 0)
  const window = id === undefined ? { from: from * 1_000, to: to * 1_000 + 999, limit, offset } : {}
  const found = findWithdrawals(context.exchange.database, { accountId: key.accountId, reference, ...window })
  const rows = corruptListing(found, call.faults, context.now()).map(rowOnTheWire)
  return json(rows.filter((row) => id === undefined || row.id === id))
}

function rowOnTheWire(withdrawal: ListedWithdrawal) {
  const { asset } = withdrawal
  return {
    id: wireId(withdrawal.id),
    currency: asset.symbol,
    address: withdrawal.address,
    // An internal transfer is not charged: the whole ordered amount arrives.
    amount: shortAmount(withdrawal.units + (withdrawal.isInternal ? orderedFee(withdrawal) : withdrawal.fee), asset),
    fee: shortAmount(withdrawal.fee, asset),
    txid: withdrawal.isInternal ? 'Internal transaction 260594131' : withdrawal.hash,
    chain: chainName(withdrawal.network),
    timestamp: String(Math.floor(withdrawal.createdAt / 1_000)),
    status: states[withdrawal.status],
    withdraw_order_id: withdrawal.reference,
    block_number: withdrawal.status === 'completed' && !withdrawal.isInternal ? '41575382' : '0',
    fail_reason: '',
    type: 'appbankgp',
    timestamp2: String(Math.floor(withdrawal.updatedAt / 1_000)),
    memo: withdrawal.tag,
  }
}

function orderedFee({ asset, network }: ListedWithdrawal): bigint {
  const listed = networksFor(asset, null).find((each) => each.network === network)
  return listed === undefined ? 0n : feeOf(asset, listed)
}

/** Gate accepts an address a day after it was used on the website, even if it is not verified. */
function requireUsable(context: EmulatorContext, key: ApiKey, to: Recipient): void {
  const { exchange, savedAddresses } = context
  const saved = savedAddresses.of(key.login.name).find((each) => isSameRecipient(each, to))
  const row = exchange.database
    .prepare<[string], { created_at: number }>('select created_at from saved_address where id = ?')
    .get(saved?.id ?? '')
  if (row !== undefined && context.now() - row.created_at >= dayMs) return
  // The address is not added to the address book, because it would count as used.
  requireSaved(context, key, { to, isSuggested: false })
}

export function withdraw({ context, key, call }: SignedCall): RouteResponse {
  const body = jsonBody(call)
  const text = (name: string) => (typeof body[name] === 'string' ? (body[name] as string) : '')
  const reference = text('withdraw_order_id')
  call.reference = reference
  if (!key.permissions.includes('withdraw')) throw codeError('permission_missing')
  if (key.login.requiresRecipient === true) throw codeError('recipient_required')
  if (!/^[0-9A-Za-z_.-]{0,32}$/.test(reference)) throw codeError('bad_request')
  const asset = findAsset(text('currency'))
  if (asset === undefined) throw codeError('asset_unknown')
  const network = networkCalled(key, asset, { wordFor: chainName, word: text('chain') })
  const address = text('address')
  const tag = text('memo')
  requireUsable(context, key, { network, address, tag })
  const { login, accountId } = key
  const sameReference = { accountId, reference, limit: 1 }
  if (reference !== '' && findWithdrawals(context.exchange.database, sameReference).length > 0)
    throw codeError('reference_taken')
  call.withdrawalId = placeWithdrawal(context.exchange, {
    ...{ emulator: 'gateIo', login, accountId, asset, network, address, tag, amount: text('amount'), reference },
    ...{ feeIs: 'inside', label: '', faults: call.faults },
  })
  return json({
    id: wireId(reportedId(call.withdrawalId, call.faults)),
    timestamp: String(Math.floor(context.now() / 1_000)),
    withdraw_order_id: reference,
    currency: asset.symbol,
    address,
    txid: '',
    amount: text('amount'),
    memo: tag,
    status: 'REQUEST',
    chain: text('chain'),
  })
}

function wireId(id: string): string {
  return `w${digitsOf(id)}`
}
