// What v2 and v3 of Bitget's wire format have in common: an order, and the records of orders before each names their fields.
import type { Asset } from '../../asset.ts'
import { findAsset, networksFor } from '../../assets.ts'
import { type Answer, json } from '../../http.ts'
import { digitsOf, paddedAmount } from '../amounts.ts'
import { tell, toldId } from '../corrupt-listing.ts'
import { parameter } from '../emulator.ts'
import type { EmulatorContext } from '../emulator-context.ts'
import { findWithdrawals, type Told } from '../find-withdrawals.ts'
import { feeOf, placeWithdrawal } from '../place-withdrawal.ts'
import { jsonBody, networkCalled, refusal, requireSaved, type SignedCall } from '../signed-calls.ts'

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
const states: Record<Told['status'], string> = {
  pending: 'pending',
  sent: 'pending',
  completed: 'success',
  failed: 'fail',
  canceled: 'cancel',
  odd: 'elsewhere',
}
const mostRows = 100

export function data({ now }: EmulatorContext, value: unknown): Answer {
  return json({ code: '00000', msg: 'success', requestTime: now(), data: value })
}

export function chainName(network: string): string {
  return words[network] ?? network
}

/** By the names of v3. */
export type RecordRow = ReturnType<typeof rowOf>

/** Throws bad_request for a time that is missing, or longer than it may be. */
export function recordsOf(
  { context, key, query, call }: SignedCall,
  longestMs: number,
): (RecordRow & { withdrawal: string })[] {
  const reference = parameter(query, 'clientOid') ?? undefined
  const id = parameter(query, 'orderId') ?? undefined
  call.reference = reference ?? ''
  const from = Number(parameter(query, 'startTime') ?? Number.NaN)
  const to = Number(parameter(query, 'endTime') ?? Number.NaN)
  if (!(to - from >= 0 && to - from <= longestMs)) throw refusal('bad_request')
  const asset = parameter(query, 'coin') ?? undefined
  const found = findWithdrawals(context.exchange.database, { accountId: key.accountId, asset, reference, from, to })
  return tell(found, call.faults, context.now())
    .map((told) => ({ ...rowOf(told), withdrawal: told.id }))
    .filter(({ orderId }) => id === undefined || orderId === id)
}

export function pageOf(rows: (RecordRow & { withdrawal?: string })[], query: URLSearchParams, after: string | null) {
  const limit = Math.min(Number(parameter(query, 'limit') ?? 20), mostRows)
  const start = after === null ? 0 : rows.findIndex(({ orderId }) => orderId === after) + 1
  return rows.slice(start, start + limit).map(({ withdrawal: _, ...row }) => row)
}

function rowOf(told: Told) {
  const { asset, isInternal } = told
  const orderId = digitsOf(told.id)
  return {
    orderId,
    // In place of a hash there is the order's id, where nothing went over a chain.
    recordId: isInternal ? orderId : told.hash,
    coin: asset.symbol,
    dest: isInternal ? 'inner_address_transfer' : 'on_chain',
    clientOid: told.reference,
    type: 'withdraw',
    tag: told.tag,
    size: paddedAmount(told.units + (isInternal ? orderedFee(asset, told.network) : told.fee), asset),
    fee: `-${paddedAmount(told.fee, asset)}`,
    status: statusOf(told),
    toAddress: told.address,
    confirm: '3',
    chain: chainName(told.network).toLowerCase(),
    createdTime: String(told.createdAt),
    updatedTime: String(told.updatedAt),
  }
}

/** What a review holds back, or ends, has words of its own. */
function statusOf({ status, isInReview }: Told): string {
  if (isInReview && status === 'pending') return 'pending_review'
  return isInReview && status === 'failed' ? 'pending_review_fail' : states[status]
}

/** The fee in what was ordered, of which nothing is charged to another user's address: all of it arrives. */
function orderedFee(asset: Asset, network: string): bigint {
  const listed = networksFor(asset, null).find((each) => each.network === network)
  return listed === undefined ? 0n : feeOf(asset, listed)
}

export function withdraw({ context, key, call }: SignedCall): Answer {
  const body = jsonBody(call)
  const text = (name: string) => (typeof body[name] === 'string' ? (body[name] as string) : '')
  const reference = text('clientOid')
  call.reference = reference
  if (!key.permissions.includes('withdraw')) throw refusal('permission_missing')
  if (key.login.asksForRecipient === true) throw refusal('recipient_required')
  if (text('transferType') !== 'on_chain' || reference.length > 64) throw refusal('bad_request')
  const asset = findAsset(text('coin'))
  if (asset === undefined) throw refusal('asset_unknown')
  const network = networkCalled(key, asset, chainName, text('chain'))
  const address = text('address')
  const tag = text('tag')
  requireSaved(context, key, { network, address, tag })
  const { login, accountId } = key
  const known = { accountId, reference, limit: 1 }
  if (reference !== '' && findWithdrawals(context.exchange.database, known).length > 0) throw refusal('reference_taken')
  call.withdrawalId = placeWithdrawal(context.exchange, {
    ...{ emulator: 'bitget', login, accountId, asset, network, address, tag, amount: text('size'), reference },
    ...{ feeIs: 'inside', label: '', faults: call.faults },
  })
  return data(context, { orderId: digitsOf(toldId(call.withdrawalId, call.faults)), clientOid: reference })
}
