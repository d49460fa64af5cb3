// Bybit's withdrawal orders, and the list of withdrawals: in pages, without the client's id.

import { findAsset } from '../../assets.ts'
import { shortAmount } from '../amounts.ts'
import type { ApiKey } from '../api-keys.ts'
import { corruptListing, reportedId } from '../corrupt-listing.ts'
import { parameter } from '../emulator.ts'
import type { EmulatorContext } from '../emulator-context.ts'
import { findWithdrawals, type ListedWithdrawal } from '../find-withdrawals.ts'
import { placeWithdrawal } from '../place-withdrawal.ts'
import { codeError, jsonBody, networkCalled, requireSaved, type SignedCall } from '../signed-calls.ts'
import { wordFor } from './networks.ts'

export const institutions = [
  { vaspEntityId: 'coinone', vaspName: 'coinone' },
  { vaspEntityId: 'infiniteblock-corp', vaspName: 'InfiniteBlock Corp' },
  { vaspEntityId: 'others', vaspName: 'Others (including Upbit)' },
]

export const maxRows = 50
const maxRangeMs = 30 * 86_400_000

const maxSecondsOff = 60

const statuses: Record<ListedWithdrawal['status'], string> = {
  pending: 'SecurityCheck',
  sent: 'Pending',
  completed: 'success',
  failed: 'Fail',
  canceled: 'CancelByUser',
  odd: 'Unknown',
}

export function records({ context, key, query, call }: SignedCall): object {
  const end = Number(parameter(query, 'endTime') ?? context.now())
  const start = Number(parameter(query, 'startTime') ?? end - maxRangeMs)
  const limit = Number(parameter(query, 'limit') ?? maxRows)
  const cursor = parameter(query, 'cursor') ?? '0'
  if (!(end - start <= maxRangeMs) || !(limit >= 1 && limit <= maxRows)) throw codeError('bad_request')
  const id = parameter(query, 'withdrawID')
  const offset = Number(/^after%3A(\d+)$/.exec(encodeURIComponent(cursor))?.[1] ?? 0)
  const found = findWithdrawals(context.exchange.database, {
    ...{ accountId: key.accountId, asset: parameter(query, 'coin') ?? undefined, limit, offset },
    ...(id === null ? { from: start, to: end } : {}),
  })
  const rows = corruptListing(found, call.faults, context.now()).map(rowOnTheWire)
  const nextPageCursor = found.length === 0 ? '' : `after:${offset + found.length}`
  return { rows: rows.filter(({ withdrawId }) => id === null || withdrawId === id), nextPageCursor }
}

function requireSpelling({ savedAddresses }: EmulatorContext, { login }: ApiKey, address: string): void {
  const isSpelled = savedAddresses.of(login.name).some((saved) => saved.verified && saved.address === address)
  if (login.savesAddresses === true && !isSpelled) throw codeError('address_not_saved')
}

function rowOnTheWire(withdrawal: ListedWithdrawal) {
  const { asset, network } = withdrawal
  return {
    coin: asset.symbol,
    chain: wordFor(network),
    amount: shortAmount(withdrawal.units, asset),
    txID: withdrawal.hash,
    status: statuses[withdrawal.status],
    // Within Bybit, the recipient's user id.
    toAddress: withdrawal.isInternal ? '24617799' : withdrawal.address,
    tag: withdrawal.tag,
    withdrawFee: shortAmount(withdrawal.fee, asset),
    createTime: String(withdrawal.createdAt),
    updateTime: String(withdrawal.updatedAt),
    withdrawId: wireId(withdrawal.id),
    withdrawType: withdrawal.isInternal ? 1 : 0,
  }
}

export function withdraw({ context, key, call }: SignedCall): object {
  const body = jsonBody(call)
  const text = (name: string) => (typeof body[name] === 'string' ? (body[name] as string) : '')
  const reference = text('requestId')
  call.reference = reference
  if (!key.permissions.includes('withdraw')) throw codeError('permission_missing')
  const isPlain = body.forceChain === 1 && body.feeType === 0 && body.accountType === 'FUND'
  if (!isPlain || typeof body.timestamp !== 'number' || !/^[0-9A-Za-z]{1,32}$/.test(reference)) {
    throw codeError('bad_request')
  }
  if (!(Math.abs(body.timestamp - context.now()) <= maxSecondsOff * 1000)) throw codeError('timestamp_wrong')
  const asset = findAsset(text('coin'))
  if (asset === undefined) throw codeError('asset_unknown')
  const network = networkCalled(key, asset, { wordFor, word: text('chain') })
  const [address, tag] = [text('address'), text('tag')]
  requireSaved(context, key, { to: { network, address, tag } })
  requireSpelling(context, key, address)
  const { login, accountId } = key
  if (login.requiresRecipient === true) requireRecipient(body)
  const sameReference = { accountId, reference, limit: 1 }
  if (findWithdrawals(context.exchange.database, sameReference).length > 0) throw codeError('reference_taken')
  call.withdrawalId = placeWithdrawal(context.exchange, {
    ...{ emulator: 'bybit', login, accountId, asset, network, address, tag, amount: text('amount'), reference },
    ...{ feeIs: 'on top', label: '', faults: call.faults },
  })
  return { id: wireId(reportedId(call.withdrawalId, call.faults)) }
}

/** Requires the questionnaire documented for users in the European Union. */
function requireRecipient({ questionnaire }: Record<string, unknown>): void {
  if (typeof questionnaire !== 'string') throw codeError('recipient_required')
  const { walletType, vaspCode, legalType, firstName, lastName, companyName, transactionPurpose } = JSON.parse(
    questionnaire,
  ) as Record<string, unknown>
  const isListed = institutions.some(({ vaspEntityId }) => vaspEntityId === vaspCode)
  const isNamed = legalType === 'company' ? isText(companyName, 1) : isText(firstName, 1) && isText(lastName, 1)
  const isKnown = (walletType === 0 && isListed) || (walletType === 1 && vaspCode === undefined)
  const isComplete = ['company', 'individual'].includes(String(legalType)) && isText(transactionPurpose, 20)
  if (!isNamed || !isKnown || !isComplete) throw codeError('recipient_incomplete')
}

const isText = (value: unknown, least: number) => typeof value === 'string' && value.length >= least

function wireId(id: string): string {
  return BigInt(`0x${id.replaceAll('-', '').slice(-15)}`).toString()
}
