// An order as the sandbox exchange expects it.

import type { WithdrawalOrder } from '../withdrawal.ts'

export function withdrawalBody(order: WithdrawalOrder): Record<string, unknown> {
  const { recipientFullName, recipientRelation, recipientCountry, recipientConfirmed } = order.extra
  const recipient = {
    fullName: recipientFullName,
    relation: recipientRelation,
    country: recipientCountry,
    confirmed: recipientConfirmed === 'true',
  }
  return {
    clientId: order.clientReference,
    asset: order.symbol,
    network: order.networkKey,
    address: order.address,
    amount: order.amount.toString(),
    quoteId: order.adapterState,
    validUntil: order.validUntil.toISOString(),
    ...(order.addressTag === '' ? {} : { tag: order.addressTag }),
    ...(order.mfaCode === null ? {} : { code: order.mfaCode }),
    ...(Object.keys(order.extra).length === 0 ? {} : { recipient }),
  }
}
