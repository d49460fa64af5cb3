// OKX's withdrawal orders and the list of them.

import { findAsset } from '../../assets.ts'
import type { RouteResponse } from '../../http.ts'
import { shortAmount } from '../amounts.ts'
import { corruptListing, reportedId } from '../corrupt-listing.ts'
import { parameter } from '../emulator.ts'
import { findWithdrawals, type ListedWithdrawal } from '../find-withdrawals.ts'
import { placeWithdrawal } from '../place-withdrawal.ts'
import { codeError, jsonBody, networkCalled, requireSaved, type SignedCall } from '../signed-calls.ts'
import { data } from './data.ts'
import { refusedAmounts } from './errors.ts'
import { chainName } from './networks.ts'

/** Some of the institutions that an order may name as the recipient's. */
export const exchangeList = [
  { exchId: 'did:ethr:0xfeb4f99829a9acdf52979abee87e83addf22a7e1', exchName: '1xbet' },
  { exchId: 'did:ethr:0x0000000000000000000000000000000000000101', exchName: 'Kraken' },
  { exchId: 'did:ethr:0x0000000000000000000000000000000000000102', exchName: 'Binance' },
  { exchId: 'did:ethr:0x0000000000000000000000000000000000000103', exchName: 'Bit One' },
  { exchId: 'did:ethr:0x0000000000000000000000000000000000000104', exchName: 'Bit-One' },
]

const maxRows = 100

const states: Record<ListedWithdrawal['status'], string> = {
  pending: '0',
  sent: '1',
  completed: '2',
  failed: '-1',
  canceled: '-2',
  odd: '77',
}

export function history({ context, key, query, call }: SignedCall): RouteResponse {
  const reference = parameter(query, 'clientId') ?? undefined
  const id = parameter(query, 'wdId') ?? undefined
  call.reference = reference ?? ''
  const before = parameter(query, 'before')
  const after = parameter(query, 'after')
  const limit = Math.min(Number(parameter(query, 'limit') ?? maxRows), maxRows)
  const found = findWithdrawals(context.exchange.database, {
    ...{ accountId: key.accountId, reference, asset: parameter(query, 'ccy') ?? undefined, limit },
    from: before === null ? undefined : Number(before) + 1,
    to: after === null ? undefined : Number(after) - 1,
  })
  const rows = corruptListing(found, call.faults, context.now()).map(rowOnTheWire)
  return data(rows.filter(({ wdId }) => id === undefined || wdId === id))
}

function rowOnTheWire(withdrawal: ListedWithdrawal) {
  const { asset, network } = withdrawal
  return {
    wdId: wireId(withdrawal.id),
    ccy: asset.symbol,
    chain: chainName(asset, network),
    amt: shortAmount(withdrawal.units, asset),
    fee: shortAmount(withdrawal.fee, asset),
    feeCcy: asset.symbol,
    clientId: withdrawal.reference,
    from: 'sender',
    to: withdrawal.address,
    ...(withdrawal.tag === '' ? {} : { tag: withdrawal.tag }),
    toAddrType: '1',
    txId: withdrawal.hash,
    state: states[withdrawal.status],
    ts: String(withdrawal.createdAt),
    nonTradableAsset: false,
    note: '',
  }
}

export function withdraw({ context, key, call }: SignedCall): RouteResponse {
  const body = jsonBody(call)
  const text = (name: string) => (typeof body[name] === 'string' ? (body[name] as string) : '')
  const reference = text('clientId')
  call.reference = reference
  if (!key.permissions.includes('withdraw')) throw codeError('permission_missing')
  if (text('dest') !== '4' || !/^[0-9A-Za-z]{0,32}$/.test(reference)) throw codeError('bad_request')
  if (key.login.requiresRecipient === true || body.rcvrInfo !== undefined) requireRecipient(body.rcvrInfo)
  const [, code = ''] = /\.(\d{5})9$/.exec(text('amt')) ?? []
  if (Object.hasOwn(refusedAmounts, code)) throw codeError(code)
  const asset = findAsset(text('ccy'))
  if (asset === undefined) throw codeError('asset_unknown')
  const network = networkCalled(key, asset, { wordFor: (name) => chainName(asset, name), word: text('chain') })
  const [address = '', tag = ''] = text('toAddr').split(':')
  requireSaved(context, key, { to: { network, address, tag } })
  const { login, accountId } = key
  const sameReference = { accountId, reference, limit: 1 }
  if (reference !== '' && findWithdrawals(context.exchange.database, sameReference).length > 0)
    throw codeError('reference_taken')
  call.withdrawalId = placeWithdrawal(context.exchange, {
    ...{ emulator: 'okx', login, accountId, asset, network, address, tag, amount: text('amt'), reference },
    ...{ feeIs: 'on top', label: '', faults: call.faults },
  })
  const wdId = wireId(reportedId(call.withdrawalId, call.faults))
  return data([{ wdId, ccy: asset.symbol, chain: text('chain'), amt: text('amt'), clientId: reference }])
}

function requireRecipient(info: unknown): void {
  const recipient = typeof info === 'object' && info !== null ? (info as Record<string, unknown>) : {}
  if (recipient.walletType === 'private') return
  if (recipient.walletType !== 'exchange') throw codeError('recipient_required')
  const isListed = recipient.exchId === '0' || exchangeList.some(({ exchId }) => exchId === recipient.exchId)
  const isNamed = [recipient.rcvrFirstName, recipient.rcvrLastName].every(
    (name) => typeof name === 'string' && name !== '',
  )
  if (!isListed || !isNamed) throw codeError('recipient_incomplete')
}

function wireId(id: string): string {
  return BigInt(`0x${id.replaceAll('-', '').slice(-15)}`).toString()
}
