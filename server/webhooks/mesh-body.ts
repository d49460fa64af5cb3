// The body of a webhook in the format `mesh`: the published body of a comparable service, made from the event that clients of the
// standard format receive. The same event always gives the same bytes, so nothing more is stored.

import { createHash } from 'node:crypto'
import { Amount } from '../contract/amount.ts'
import { uuidOf } from '../contract/ids.ts'
import { jsonNumber, parseJsonToTexts } from '../contract/json-number.ts'
import { meshStatuses } from '../contract/wire/mesh-event.ts'

/** A standard event, with its numbers as text. */
interface TransferEvent {
  type: string
  timestamp: string
  data: {
    transferId: string
    sequence: string
    userId: string
    transactionId: string | null
    fromType: string
    toAddress: string
    hash: string
    networkName: string
    symbol: string
    amount: string
    networkGasFee: string
    networkGasFeeCurrency: string
    institutionTransferFee: string
  }
}

/**
 * `event` is the JSON text of a standard event, `exchangeName` the name that users know by the `fromType`. Returns null for events
 * without a change of the status, which the format does not have.
 */
export function meshBody(event: string, exchangeName: (fromType: string) => string): string | null {
  const { type, timestamp, data } = parseJsonToTexts(event) as TransferEvent
  const status = meshStatuses.get(type)
  if (status === undefined) return null
  const at = Date.parse(timestamp)
  return JSON.stringify({
    Id: stableUuid(data.transferId, `message ${data.sequence}`),
    EventId: stableUuid(data.transferId, `event ${data.sequence}`),
    SentTimestamp: Math.floor(at / 1000),
    UserId: data.userId,
    TransactionId: data.transactionId ?? '',
    TransferId: data.transferId,
    TransferStatus: status,
    TxHash: data.hash,
    Chain: data.networkName,
    Token: data.symbol,
    DestinationAddress: data.toAddress,
    SourceAccountProvider: exchangeName(data.fromType),
    SourceAmount: jsonNumber(sourceAmount(data)),
    DestinationAmount: jsonNumber(Amount.parse(data.amount)),
    Timestamp: at,
  })
}

/** What leaves the account in this token: the amount, and the fees that are paid in it. */
function sourceAmount(data: TransferEvent['data']): Amount {
  const withFee = Amount.parse(data.amount).add(Amount.parse(data.institutionTransferFee))
  return data.networkGasFeeCurrency === data.symbol ? withFee.add(Amount.parse(data.networkGasFee)) : withFee
}

/** A version 5 UUID (RFC 9562) with the transfer's id as its namespace. */
function stableUuid(transferId: string, name: string): string {
  const namespace = Buffer.from(transferId.replaceAll('-', ''), 'hex')
  return uuidOf(createHash('sha1').update(namespace).update(name).digest(), 5)
}
