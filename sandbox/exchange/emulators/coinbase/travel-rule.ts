// The recipient data that Coinbase requires of users in the European Union.

import { ExchangeError } from '../../exchange-error.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Throws recipient_required, institution_required. */
export function requireTravelRule(data: Record<string, unknown> | null): void {
  const {
    beneficiary_wallet_type: type,
    is_self: isSelf,
    beneficiary_name: name,
    beneficiary_address: place,
  } = data ?? {}
  const { country } = (typeof place === 'object' && place !== null ? place : {}) as Record<string, unknown>
  const isWhole =
    ['WALLET_TYPE_SELF_HOSTED', 'WALLET_TYPE_EXCHANGE'].includes(String(type)) &&
    ['IS_SELF_TRUE', 'IS_SELF_FALSE'].includes(String(isSelf)) &&
    typeof name === 'string' &&
    name !== '' &&
    /^[A-Z]{2}$/.test(String(country))
  if (!isWhole) throw new ExchangeError(400, 'recipient_required', 'travel_rule_data is required.')
  const institution = data?.beneficiary_financial_institution
  if (type === 'WALLET_TYPE_EXCHANGE' && !uuid.test(String(institution))) {
    throw new ExchangeError(400, 'institution_required', 'The institution is required.')
  }
}
