// The recipient data that some countries require before a withdrawal.

import { badRequest, ExchangeError } from './exchange-error.ts'

const relations = ['self', 'family', 'friend', 'business']

/** Throws recipient_required if there is none, recipient_invalid with the name of the wrong field. */
export function checkRecipient(recipient: Record<string, unknown> | null): void {
  if (recipient === null) {
    throw new ExchangeError(402, 'recipient_required', 'State the recipient of this withdrawal.')
  }
  const { fullName, relation, country, confirmed } = recipient
  const isWrong = {
    fullName: typeof fullName !== 'string' || fullName.trim().length < 2 || fullName.length > 100,
    relation: !relations.includes(String(relation)),
    country: !/^[A-Z]{2}$/.test(String(country)),
    confirmed: confirmed !== true,
  }
  const field = Object.entries(isWrong).find(([, wrong]) => wrong)?.[0]
  if (field !== undefined) throw new ExchangeError(422, 'recipient_invalid', `${field} is not valid.`).with({ field })
}

export function readRecipient(value: unknown): Record<string, unknown> | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'object' || Array.isArray(value)) throw badRequest('recipient must be an object.')
  return value as Record<string, unknown>
}
