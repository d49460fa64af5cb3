// The questionnaires of Binance's local entities. They contain only what the user entered.
// Source: developers.binance.com/docs/wallet/travel-rule/withdraw-questionnaire, read in November 2026.

import { entryOf } from '../kit/tables.ts'
import type { WithdrawalOutcome } from '../withdrawal.ts'
import type { Institution } from './requirement.ts'

type Extra = Readonly<Record<string, string>>
export type Questionnaire = Readonly<Record<string, string | number | boolean>>

interface Form {
  /** One field for the name, or two. */
  name: 'whole' | 'firstAndLast'
  /** Whether a company has separate fields. */
  company: boolean
  /** Whether the city of another recipient is required. Our fields do not include it. */
  city: boolean
  declaration: boolean
  /** Only Binance is in its list. Every other institution is declared by name. */
  listsBinanceOnly?: true
}

const european: Form = { name: 'firstAndLast', company: true, city: false, declaration: true }
const forms: Readonly<Record<string, Form>> = {
  AE: { name: 'whole', company: false, city: true, declaration: false, listsBinanceOnly: true },
  AU: { name: 'firstAndLast', company: true, city: true, declaration: true },
  BH: { name: 'firstAndLast', company: false, city: true, declaration: false },
  IN: { name: 'whole', company: false, city: false, declaration: false },
  NZ: { name: 'whole', company: true, city: false, declaration: true },
  ZA: { name: 'whole', company: true, city: false, declaration: true },
}
/** "For all the EU countries, please following the same questionnaire." */
const europe = 'EU AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

function formOf(country: string): Form | undefined {
  if (europe.includes(country)) return european
  return entryOf(forms, country)
}

/** An outcome ends the order before it is sent: Binance cannot use a value, or the questionnaire is not supported. */
export function questionnaireFor(
  country: string,
  extra: Extra,
  institutions: readonly Institution[],
): Questionnaire | WithdrawalOutcome {
  const form = formOf(country)
  const isSelf = extra.recipientRelation === 'self'
  // Japan and Kazakhstan require a city and a purpose for every recipient. Some countries require another recipient's city.
  if (form === undefined || (form.city && !isSelf)) return { kind: 'rejected', code: 'rejected' }
  const recipient = isSelf ? {} : recipientIn(form, extra)
  if (recipient === null) return { kind: 'travelRuleRequired', field: 'recipientFullName' }
  const destination = destinationIn(form, extra, institutions)
  if (destination === null) return { kind: 'travelRuleRequired', field: 'destinationInstitution' }
  return {
    isAddressOwner: isSelf ? 1 : 2,
    ...recipient,
    ...destination,
    ...(form.declaration ? { declaration: extra.recipientConfirmed === 'true' } : {}),
  }
}

/** Null for a person with one name, if first and last name are required. */
function recipientIn(form: Form, extra: Extra): Questionnaire | null {
  const name = (extra.recipientFullName ?? '').trim()
  const country = (extra.recipientCountry ?? '').toLowerCase()
  const isCompany = extra.recipientRelation === 'business'
  const bnfType = isCompany ? 1 : 0
  if (isCompany && form.company) return { bnfType, bnfCorpName: name, bnfCorpCountry: country }
  if (form.name === 'whole') return { bnfType, bnfName: name, country }
  const gap = name.lastIndexOf(' ')
  if (gap < 1) return null
  return { bnfType, bnfFirstName: name.slice(0, gap).trim(), bnfLastName: name.slice(gap + 1), country }
}

/** Null for an institution without a name. */
function destinationIn(form: Form, extra: Extra, institutions: readonly Institution[]): Questionnaire | null {
  if (extra.destinationKind === 'wallet') return { sendTo: 1 }
  const named = (extra.destinationInstitution ?? '').trim()
  if (extra.destinationKind !== 'exchange' || named === '') return null
  const isNamed = (text: string | null | undefined) => text?.toLowerCase() === named.toLowerCase()
  if (isNamed('Binance')) return { sendTo: 2, vasp: 'BINANCE' }
  const listed = form.listsBinanceOnly
    ? undefined
    : institutions.find(({ vaspName, vaspCode, identifier }) => [vaspName, vaspCode, identifier].some(isNamed))
  const vasp = listed?.identifier || listed?.vaspCode
  return vasp ? { sendTo: 2, vasp } : { sendTo: 2, vasp: 'others', vaspName: named }
}
