// The recipient's details that Coinbase requires by law. The fields depend on the Coinbase entity of the user, which no endpoint
// states. So nothing is declared until Coinbase requires it. Then the values that the user entered are declared.

import { plain } from '../institution-lists.ts'
import type { RequiredAction, WithdrawalOrder } from '../withdrawal.ts'
import { institutions } from './tables.ts'

/** `travel_rule_data`. */
type Declared = Record<string, unknown>

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Null if the user entered nothing. An action for an institution without a known id: the user enters the id from Coinbase's page. */
export function travelRuleData({ extra }: WithdrawalOrder): Declared | RequiredAction | null {
  const { destinationKind, destinationInstitution = '', recipientFullName, recipientRelation, recipientCountry } = extra
  if (destinationKind !== 'wallet' && destinationKind !== 'exchange') return null
  const institution = destinationKind === 'exchange' ? idOfInstitution(destinationInstitution) : undefined
  if (institution === null) return { kind: 'travelRuleRequired', field: 'destinationInstitution' }
  return {
    beneficiary_wallet_type: destinationKind === 'exchange' ? 'WALLET_TYPE_EXCHANGE' : 'WALLET_TYPE_SELF_HOSTED',
    is_self: recipientRelation === 'self' ? 'IS_SELF_TRUE' : 'IS_SELF_FALSE',
    beneficiary_name: recipientFullName,
    beneficiary_address: { country: recipientCountry },
    ...(institution === undefined ? {} : { beneficiary_financial_institution: institution }),
  }
}

/** The id that the user entered, or the table's id for the name. */
function idOfInstitution(given: string): string | null {
  if (uuid.test(given)) return given.toLowerCase()
  const name = plain(given)
  return Object.entries(institutions).find(([each]) => plain(each) === name)?.[1] ?? null
}

/** The action that a rejection's sentences require; null if they are not about the travel rule. */
export function travelRuleStep(sentences: readonly string[]): RequiredAction | null {
  const sentence = sentences.find((each) => /travel.?rule|beneficiary|is_self/i.test(each))
  if (sentence === undefined) return null
  const isInstitution = /financial_institution/i.test(sentence)
  return { kind: 'travelRuleRequired', ...(isInstitution ? { field: 'destinationInstitution' } : {}) }
}
