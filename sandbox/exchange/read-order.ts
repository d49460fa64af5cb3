// Reads the order of a request and checks its format.

import type { Order } from './check-order.ts'
import { badRequest } from './exchange-error.ts'
import { readRecipient } from './recipient.ts'

export interface WithdrawalOrder extends Order {
  clientId: string
  tag: string
  quoteId: string | null
  code: string | null
  recipient: Record<string, unknown> | null
  validUntil: number
}

export function readWithdrawalOrder(accountId: string, body: Record<string, unknown>): WithdrawalOrder {
  const clientId = text(body, 'clientId')
  if (clientId.length > 128) throw badRequest('clientId must have at most 128 characters.')
  const validUntil = Date.parse(text(body, 'validUntil'))
  if (Number.isNaN(validUntil)) throw badRequest('validUntil must be an ISO 8601 time.')
  return {
    ...readOrder(accountId, body),
    clientId,
    tag: optionalText(body, 'tag') ?? '',
    quoteId: optionalText(body, 'quoteId'),
    code: optionalText(body, 'code'),
    recipient: readRecipient(body.recipient),
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

export function optionalText(body: Record<string, unknown>, name: string): string | null {
  const value = body[name]
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string') throw badRequest(`${name} must be a text.`)
  return value
}
