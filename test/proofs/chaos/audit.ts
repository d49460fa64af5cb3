// Compares the four records. Every sentence that it returns is money lost, sent twice or reported wrongly.
import { createHash } from 'node:crypto'
import { type Books, type ExchangeWithdrawal, networkOfId, type ServiceTransfer } from './books.ts'
import type { ReportedTransfer } from './journal.ts'
import { keyOf, type Order, toText, toUnits } from './orders.ts'

const decimalsOf: Record<string, number> = { USDC: 6, TEST: 18, ETH: 18 }

export function audit(books: Books): string[] {
  return [
    ...auditAcknowledgements(books),
    ...auditTransfers(books),
    ...auditWithdrawals(books),
    ...auditLedger(books),
    ...auditChain(books),
    ...books.transfers.flatMap(auditTimeline),
  ]
}

/** Acknowledged transfers exist unchanged, under one id for each preview, and a reported final status has not changed. */
function auditAcknowledgements({ entries, orders, transfers }: Books): string[] {
  const breaches: string[] = []
  const byId = new Map(transfers.map((transfer) => [transfer.transferId, transfer]))
  const byPreview = new Map<string, string>()
  for (const { previewId, transferId } of transfers) {
    if (byPreview.has(previewId)) breaches.push(`preview ${previewId} was spent twice`)
    byPreview.set(previewId, transferId)
  }
  for (const entry of entries) {
    if (entry.kind === 'wrong') breaches.push(`order ${entry.order}: ${entry.what}`)
    if (entry.kind === 'refused' && byPreview.has(entry.previewId)) {
      breaches.push(`preview ${entry.previewId} was refused (${entry.errorType}) and yet became a transfer`)
    }
    if (entry.kind !== 'acknowledged' && entry.kind !== 'read') continue
    const { reported } = entry
    const transfer = byId.get(reported.transferId)
    if (transfer === undefined) {
      breaches.push(`transfer ${reported.transferId} was acknowledged and is lost`)
      continue
    }
    for (const name of ['networkId', 'symbol', 'address', 'amount'] as const) {
      if (reported[name] !== transfer[name]) breaches.push(`transfer ${reported.transferId}: its ${name} has changed`)
    }
    if (reported.status !== 'Pending' && reported.status !== transfer.status) {
      breaches.push(`transfer ${reported.transferId} was reported ${reported.status} and is ${transfer.status}`)
    }
    if (entry.kind === 'read') continue
    if (entry.previewId !== transfer.previewId) {
      breaches.push(`transfer ${reported.transferId} was acknowledged for another preview than its own`)
    }
    const order = orders.get(entry.order)
    if (order === undefined || keyOfTransfer(reported) !== keyOfOrder(order)) {
      breaches.push(`order ${entry.order} became a transfer of something else: ${reported.amount} ${reported.symbol}`)
    }
  }
  return breaches
}

/** A succeeded transfer has exactly one completed withdrawal with the same fields and hash. A failed one has none. */
function auditTransfers({ transfers, withdrawals }: Books): string[] {
  const breaches: string[] = []
  const byKey = Map.groupBy(withdrawals, keyOfWithdrawal)
  for (const transfer of transfers) {
    const name = `transfer ${transfer.transferId} (${transfer.amount} ${transfer.symbol})`
    const own = byKey.get(keyOfTransfer(transfer)) ?? []
    const completed = own.filter(({ status }) => status === 'completed')
    if (own.length > 1) breaches.push(`${name} was sent ${own.length} times`)
    if (transfer.status === 'Pending') breaches.push(`${name} is still ${transfer.detail}`)
    if (transfer.status === 'Succeeded' && completed.length !== 1) {
      breaches.push(`${name} is reported Succeeded with ${completed.length} completed withdrawals`)
    }
    if (transfer.status === 'Succeeded' && completed[0] !== undefined && completed[0].hash !== transfer.hash) {
      breaches.push(`${name} names another transaction than the exchange`)
    }
    if (transfer.status === 'Failed' && completed.length > 0) breaches.push(`${name} is reported Failed and money left`)
  }
  return breaches
}

/** No withdrawal without its transfer, and none requested twice. */
function auditWithdrawals({ transfers, withdrawals, requests }: Books): string[] {
  const known = new Set(transfers.map(keyOfTransfer))
  const orphans = withdrawals.filter((withdrawal) => !known.has(keyOfWithdrawal(withdrawal)))
  const repeated = [...requests].filter(([, times]) => times > 1)
  return [
    ...orphans.map(({ id, amount, asset }) => `withdrawal ${id} (${amount} ${asset}) belongs to no transfer`),
    ...repeated.map(([reference, times]) => `withdrawal request ${reference} was sent ${times} times`),
  ]
}

/** The exchange's ledger adds up, has nothing on hold, and paid exactly the succeeded withdrawals. */
function auditLedger({ ledger, transfers, withdrawals }: Books): string[] {
  const breaches = [...ledger.problems]
  const succeeded = transfers.filter(({ status }) => status === 'Succeeded')
  for (const sums of ledger.sums) {
    const decimals = decimalsOf[sums.asset ?? '']
    if (decimals === undefined) continue
    const units = (name: string) => toUnits(sums[name], decimals) ?? -1n
    const total = units('available') + units('held') + units('withdrawn') + units('fees')
    if (total !== units('deposited')) breaches.push(`${sums.asset}: the ledger does not sum to what was deposited`)
    if (units('held') !== 0n) breaches.push(`${sums.asset}: the ledger still holds ${sums.held}`)
    const sent = sum(
      succeeded.filter(({ symbol }) => symbol === sums.asset).map(({ amount }) => toUnits(amount, decimals)),
    )
    if (units('withdrawn') !== sent) {
      breaches.push(`${sums.asset}: ${sums.withdrawn} was withdrawn, ${toText(sent, decimals)} succeeded`)
    }
    const paid = withdrawals.filter(({ asset, status }) => asset === sums.asset && status === 'completed')
    const fees = sum(paid.flatMap(({ fee, exchangeFee }) => [toUnits(fee, decimals), toUnits(exchangeFee, decimals)]))
    if (units('fees') !== fees) breaches.push(`${sums.asset}: the fees are not those of the completed withdrawals`)
  }
  return breaches
}

/** The balance of every destination is exactly the sum of its succeeded transfers. */
function auditChain({ transfers, balances }: Books): string[] {
  const expected = new Map<string, bigint>()
  for (const transfer of transfers.filter(({ status }) => status === 'Succeeded')) {
    const place = `${networkOfId(transfer.networkId)} ${transfer.symbol} ${transfer.address}`
    const units = toUnits(transfer.amount, decimalsOf[transfer.symbol] ?? 0) ?? 0n
    expected.set(place, (expected.get(place) ?? 0n) + units)
  }
  const unknown = [...expected.keys()].filter((place) => !balances.has(place))
  const wrong = [...balances].filter(([place, units]) => units !== (expected.get(place) ?? 0n))
  return [
    ...unknown.map((place) => `money went to an address of no order: ${place}`),
    ...wrong.map(([place, units]) => `${place} holds ${units} units, and ${expected.get(place) ?? 0n} succeeded`),
  ]
}

/** Numbered without gaps, each event chained to the previous one by the server's hash. */
function auditTimeline({ transferId, timeline }: ServiceTransfer): string[] {
  let previous = ''
  for (const [at, { n, kind, detail, previousHash, hash, ...event }] of timeline.entries()) {
    const time = Date.parse(event.at)
    const text = JSON.stringify(withNumbers(detail))
    // The hash of an event covers the hash of its detail. In versions before 0040-erasure it covered the detail.
    const hashes = [sha256(text), text].map((covered) =>
      sha256(JSON.stringify([transferId, at + 1, time, kind, covered, previous])),
    )
    const isRight = Number(n) === at + 1 && previousHash === previous
    if (!isRight || !hashes.includes(hash)) {
      return [`transfer ${transferId}: event ${at + 1} (${kind}) breaks its timeline`]
    }
    previous = hash
  }
  return timeline.length === 0 ? [`transfer ${transferId} has no timeline`] : []
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

// The counts in an event's detail are text here, like every number of a response.
function withNumbers(detail: Record<string, string | number>): Record<string, string | number> {
  const counts = new Set(['looks', 'confirmations'])
  return Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [name, counts.has(name) ? Number(value) : value]),
  )
}

function keyOfTransfer({ networkId, symbol, address, amount }: ReportedTransfer): string {
  return keyOf(networkOfId(networkId), symbol, address, toUnits(amount, decimalsOf[symbol] ?? 0) ?? -1n)
}

function keyOfOrder({ network, symbol, address, units }: Order): string {
  return keyOf(network, symbol, address, units)
}

function keyOfWithdrawal({ network, asset, address, amount }: ExchangeWithdrawal): string {
  return keyOf(network, asset, address, toUnits(amount, decimalsOf[asset] ?? 0) ?? -1n)
}

function sum(units: (bigint | null)[]): bigint {
  return units.reduce<bigint>((total, each) => total + (each ?? 0n), 0n)
}
