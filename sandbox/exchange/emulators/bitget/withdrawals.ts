// Shared by v2 and v3 of Bitget's API: withdrawal orders, and records before each version names their fields.
import type { Asset } from '../../asset.ts'
import { findAsset, networksFor } from '../../assets.ts'
import { json, type RouteResponse } from '../../http.ts'
import { digitsOf, paddedAmount } from '../amounts.ts'
import { corruptListing, reportedId } from '../corrupt-listing.ts'
import { parameter } from '../emulator.ts'
import type { EmulatorContext } from '../emulator-context.ts'
import { findWithdrawals, type ListedWithdrawal } from '../find-withdrawals.ts'
import { feeOf, placeWithdrawal } from '../place-withdrawal.ts'
import { codeError, jsonBody, networkCalled, requireSaved, type SignedCall } from '../signed-calls.ts'

const words: Record<string, string> = {
  ethereum: 'ERC20',
  arbitrum: 'ArbitrumOne',
  optimism: 'Optimism',
  base: 'BASE',
  polygon: 'Polygon',
  bsc: 'BEP20',
  avalanche: 'AVAXC-Chain',
  solana: 'SOL',
  bitcoin: 'BTC',
  tron: 'TRC20',
  litecoin: 'LTC',
  dogecoin: 'DOGE',
  stellar: 'XLM',
  xrp: 'XRP',
  ton: 'TON',
}
const states: Record<ListedWithdrawal['status'], string> = {
  pending: 'pending',
  sent: 'pending',
  completed: 'success',
  failed: 'fail',
  canceled: 'cancel',
  odd: 'elsewhere',
}
const maxRows = 100

export function data({ now }: EmulatorContext, value: unknown): RouteResponse {
  return json({ code: '00000', msg: 'success', requestTime: now(), data: value })
}

export function chainName(network: string): string {
  return words[network] ?? network
}

/** With the field names of v3. */
export type RecordRow = ReturnType<typeof rowOf>

/** Throws bad_request if a time is missing or the range is too long. */
export function recordsOf(
  { context, key, query, call }: SignedCall,
  longestMs: number,
): (RecordRow & { withdrawal: string })[] {
  const reference = parameter(query, 'clientOid') ?? undefined
  const id = parameter(query, 'orderId') ?? undefined
  call.reference = reference ?? ''
  const from = Number(parameter(query, 'startTime') ?? Number.NaN)
  const to = Number(parameter(query, 'endTime') ?? Number.NaN)
  if (!(to - from >= 0 && to - from <= longestMs)) throw codeError('bad_request')
  const asset = parameter(query, 'coin') ?? undefined
  const found = findWithdrawals(context.exchange.database, { accountId: key.accountId, asset, reference, from, to })
  return corruptListing(found, call.faults, context.now())
    .map((withdrawal) => ({ ...rowOf(withdrawal), withdrawal: withdrawal.id }))
    .filter(({ orderId }) => id === undefined || orderId === id)
}

export function pageOf(rows: (RecordRow & { withdrawal?: string })[], query: URLSearchParams, after: string | null) {
  const limit = Math.min(Number(parameter(query, 'limit') ?? 20), maxRows)
  const start = after === null ? 0 : rows.findIndex(({ orderId }) => orderId === after) + 1
  return rows.slice(start, start + limit).map(({ withdrawal: _, ...row }) => row)
}

function rowOf(withdrawal: ListedWithdrawal) {
  const { asset, isInternal } = withdrawal
  const orderId = digitsOf(withdrawal.id)
  return {
    orderId,
    // An internal transfer has the order's id in place of a hash.
    recordId: isInternal ? orderId : withdrawal.hash,
    coin: asset.symbol,
    dest: isInternal ? 'inner_address_transfer' : 'on_chain',
    clientOid: withdrawal.reference,
    type: 'withdraw',
    tag: withdrawal.tag,
    size: paddedAmount(withdrawal.units + (isInternal ? orderedFee(asset, withdrawal.network) : withdrawal.fee), asset),
    fee: `-${paddedAmount(withdrawal.fee, asset)}`,
    status: statusOf(withdrawal),
    toAddress: withdrawal.address,
    confirm: '3',
    chain: chainName(withdrawal.network).toLowerCase(),
    createdTime: String(withdrawal.createdAt),
    updatedTime: String(withdrawal.updatedAt),
  }
}

/** Withdrawals in review, and those rejected by it, have separate states. */
function statusOf({ status, isInReview }: ListedWithdrawal): string {
  if (isInReview && status === 'pending') return 'pending_review'
  return isInReview && status === 'failed' ? 'pending_review_fail' : states[status]
}

/** The fee contained in the order. An internal transfer is not charged: the whole amount arrives. */
function orderedFee(asset: Asset, network: string): bigint {
  const listed = networksFor(asset, null).find((each) => each.network === network)
  return listed === undefined ? 0n : feeOf(asset, listed)
}

export function withdraw({ context, key, call }: SignedCall): RouteResponse {
  const body = jsonBody(call)
  const text = (name: string) => (typeof body[name] === 'string' ? (body[name] as string) : '')
  const reference = text('clientOid')
  call.reference = reference
  if (!key.permissions.includes('withdraw')) throw codeError('permission_missing')
  if (key.login.requiresRecipient === true) throw codeError('recipient_required')
  if (text('transferType') !== 'on_chain' || reference.length > 64) throw codeError('bad_request')
  const asset = findAsset(text('coin'))
  if (asset === undefined) throw codeError('asset_unknown')
  const network = networkCalled(key, asset, { wordFor: chainName, word: text('chain') })
  const address = text('address')
  const tag = text('tag')
  requireSaved(context, key, { to: { network, address, tag } })
  const { login, accountId } = key
  const sameReference = { accountId, reference, limit: 1 }
  if (reference !== '' && findWithdrawals(context.exchange.database, sameReference).length > 0)
    throw codeError('reference_taken')
  call.withdrawalId = placeWithdrawal(context.exchange, {
    ...{ emulator: 'bitget', login, accountId, asset, network, address, tag, amount: text('size'), reference },
    ...{ feeIs: 'inside', label: '', faults: call.faults },
  })
  return data(context, { orderId: digitsOf(reportedId(call.withdrawalId, call.faults)), clientOid: reference })
}
