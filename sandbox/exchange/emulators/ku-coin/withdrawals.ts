// KuCoin's withdrawal orders with the fee on top, and the pages of withdrawals, which state the remark of the order.

import { findAsset } from '../../assets.ts'
import type { RouteResponse } from '../../http.ts'
import { paddedAmount } from '../amounts.ts'
import { corruptListing, reportedId } from '../corrupt-listing.ts'
import { type EmulatorCall, parameter } from '../emulator.ts'
import { findWithdrawals, type ListedWithdrawal } from '../find-withdrawals.ts'
import { placeWithdrawal } from '../place-withdrawal.ts'
import { codeError, jsonBody, networkCalled, requireSaved, type SignedCall } from '../signed-calls.ts'
import { data } from './data.ts'
import { chainId } from './networks.ts'

const maxRows = 500

const states: Record<ListedWithdrawal['status'], string> = {
  pending: 'PROCESSING',
  sent: 'WALLET_PROCESSING',
  completed: 'SUCCESS',
  failed: 'FAILURE',
  canceled: 'FAILURE',
  odd: 'ELSEWHERE',
}

export function history({ context, key, query, call }: SignedCall): RouteResponse {
  const pageSize = Math.min(Math.max(10, Number(parameter(query, 'pageSize') ?? 50)), maxRows)
  const currentPage = Number(parameter(query, 'currentPage') ?? 1)
  const startAt = parameter(query, 'startAt')
  const asset = parameter(query, 'currency')
  if (asset === null) throw codeError('bad_request')
  const from = startAt === null ? undefined : Number(startAt)
  const found = findWithdrawals(context.exchange.database, { accountId: key.accountId, asset, from, limit: 10_000 })
  const listed = corruptListing(found, call.faults, context.now())
  const items = listed.slice((currentPage - 1) * pageSize, currentPage * pageSize).map((withdrawal) => {
    const { chainId: chain, ...row } = rowOnTheWire(withdrawal)
    return { ...row, chain, arrears: false }
  })
  const totalPage = Math.ceil(listed.length / pageSize)
  return data({ currentPage, pageSize, totalNum: listed.length, totalPage, items })
}

export function byId(id: string): (signedCall: SignedCall) => RouteResponse {
  return ({ context, key, call }) => {
    const withdrawal = corruptListing(
      findWithdrawals(context.exchange.database, { accountId: key.accountId }),
      call.faults,
      context.now(),
    )
    const found = withdrawal.find((each) => wireId(each.id) === id)
    return data(found === undefined ? null : { ...rowOnTheWire(found), uid: 165_111_215, ...returnOf(found, call) })
  }
}

function rowOnTheWire(withdrawal: ListedWithdrawal) {
  const { asset, network } = withdrawal
  return {
    id: wireId(withdrawal.id),
    currency: asset.symbol,
    chainId: chainId(network),
    status: states[withdrawal.status],
    address: withdrawal.address,
    memo: withdrawal.tag,
    isInner: withdrawal.isInternal,
    amount: paddedAmount(withdrawal.units, asset),
    fee: paddedAmount(withdrawal.fee, asset),
    walletTxId: withdrawal.hash === '' ? null : withdrawal.hash,
    createdAt: withdrawal.createdAt,
    updatedAt: withdrawal.updatedAt,
    remark: withdrawal.reference,
  }
}

function returnOf({ status, units, asset }: ListedWithdrawal, { faults }: EmulatorCall) {
  if (status !== 'failed') return { returnStatus: 'NOT_RETURN', returnAmount: null, returnCurrency: 'KCS' }
  const returnCurrency = asset.symbol
  if (faults.returning) return { returnStatus: 'PROCESSING', returnAmount: null, returnCurrency }
  return { returnStatus: 'SUCCESS', returnAmount: paddedAmount(units, asset), returnCurrency }
}

export function withdraw({ context, key, call }: SignedCall): RouteResponse {
  const body = jsonBody(call)
  const text = (name: string) => (typeof body[name] === 'string' ? (body[name] as string) : '')
  const reference = text('remark')
  call.reference = reference
  if (!key.permissions.includes('withdraw')) throw codeError('permission_missing')
  if (key.login.requiresRecipient === true) throw codeError('recipient_required')
  if (text('withdrawType') !== 'ADDRESS' || text('feeDeductType') !== 'EXTERNAL' || body.isInner !== false) {
    throw codeError('bad_request')
  }
  const asset = findAsset(text('currency'))
  if (asset === undefined) throw codeError('asset_unknown')
  const network = networkCalled(key, asset, { wordFor: chainId, word: text('chain') })
  const address = text('toAddress')
  const tag = text('memo')
  requireSaved(context, key, { to: { network, address, tag } })
  const { login, accountId } = key
  call.withdrawalId = placeWithdrawal(context.exchange, {
    ...{ emulator: 'kuCoin', login, accountId, asset, network, address, tag, amount: text('amount'), reference },
    ...{ feeIs: 'on top', label: '', faults: call.faults },
  })
  return data({ withdrawalId: wireId(reportedId(call.withdrawalId, call.faults)) })
}

/** KuCoin's ids have 24 digits: the last ones of the exchange's id. */
function wireId(id: string): string {
  return id.replaceAll('-', '').slice(-24)
}
