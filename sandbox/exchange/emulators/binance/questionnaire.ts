// The questionnaire of Binance's European entities. The required fields depend on the recipient and the destination.

import { json, type RouteResponse } from '../../http.ts'
import { binanceError } from './authenticate.ts'
import type { SignedCall } from './context.ts'

const institutions = [
  { vaspName: 'Binance', vaspCode: 'BINANCE', identifier: 'BINANCE' },
  { vaspName: 'HashKeyGlobal', vaspCode: 'NVBH3Z_nNEHjvqbUfkaL', identifier: 'hashkey-global' },
]

export function listInstitutions(_call: SignedCall): RouteResponse {
  return json(institutions)
}

/** Throws questionnaire_invalid. */
export function requireQuestionnaire(text: string): void {
  const fields = readQuestionnaire(text)
  const isText = (name: string) => typeof fields[name] === 'string' && (fields[name] as string).length > 0
  const isCountry = (name: string) => /^[a-z]{2}$/.test(String(fields[name]))
  const isVasp = (vasp: unknown) => institutions.some((each) => each.identifier === vasp || each.vaspCode === vasp)
  const { isAddressOwner, bnfType, sendTo, vasp, declaration } = fields
  const person = bnfType === 0 && isText('bnfFirstName') && isText('bnfLastName') && isCountry('country')
  const company = bnfType === 1 && isText('bnfCorpName') && isCountry('bnfCorpCountry')
  const recipient = isAddressOwner === 1 || (isAddressOwner === 2 && (person || company))
  const destination = sendTo === 1 || (sendTo === 2 && (isVasp(vasp) || (vasp === 'others' && isText('vaspName'))))
  if (!recipient || !destination || declaration !== true) throw binanceError('questionnaire_invalid')
}

function readQuestionnaire(text: string): Record<string, unknown> {
  try {
    const fields: unknown = JSON.parse(text)
    if (typeof fields === 'object' && fields !== null) return fields as Record<string, unknown>
  } catch {
    // Malformed JSON is refused below.
  }
  throw binanceError('questionnaire_invalid')
}
