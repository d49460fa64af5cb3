// The recipient's details that Bybit requires by law, in its two documented forms: `questionnaire`, and the older `beneficiary` with
// `transactionPurpose`. Both are sent, because a site of Bybit may accept only the older one. With both, the questionnaire counts
// (https://bybit-exchange.github.io/docs/v5/asset/withdraw/questionnaire, read as of 24 July 2026).

import * as z from 'zod'
import { institutionId } from '../institution-lists.ts'
import type { ExchangeCalls } from '../kit/exchange-calls.ts'
import { AnyText, ShortText } from '../kit/response-parts.ts'
import type { Credentials } from '../sign-in.ts'
import type { WithdrawalOrder } from '../withdrawal.ts'

const Institutions = z.object({
  result: z.object({ vasp: z.array(z.object({ vaspEntityId: ShortText, vaspName: AnyText })) }),
})
const purposeLength = { least: 20, most: 500 }
/** Bybit's value for an institution that is not in its list. */
const unlisted = 'others'

export type Recipient =
  | { kind: 'params'; params: Record<string, unknown> }
  /** This value cannot be used. */
  | { kind: 'unusable'; field: string }

/** Returns no params if the user entered no values. Throws an ExchangeFailure. */
export async function recipientOf(
  calls: ExchangeCalls,
  credentials: Credentials,
  { extra }: WithdrawalOrder,
): Promise<Recipient> {
  const { destinationKind, recipientFullName = '', recipientRelation, transactionPurpose = '' } = extra
  if (destinationKind === undefined) return { kind: 'params', params: {} }
  const { length } = transactionPurpose
  if (length < purposeLength.least || length > purposeLength.most) {
    return { kind: 'unusable', field: 'transactionPurpose' }
  }
  const isExchange = destinationKind === 'exchange'
  const isOwn = recipientRelation === 'self'
  const legalType = recipientRelation === 'business' ? 'company' : 'individual'
  const institution = isExchange ? await institutionOf(calls, credentials, extra.destinationInstitution ?? '') : null
  if (isExchange && institution === null) return { kind: 'unusable', field: 'destinationInstitution' }
  const questionnaire = {
    walletType: isExchange ? 0 : 1,
    legalType,
    ...(institution === null ? { isSelfWallet: isOwn } : { vaspCode: institution }),
    ...(legalType === 'company' ? { companyName: recipientFullName } : namesIn(recipientFullName)),
    transactionPurpose,
  }
  const beneficiary = {
    beneficiaryName: recipientFullName,
    beneficiaryLegalType: legalType,
    beneficiaryWalletType: isExchange ? '0' : '1',
    ...(institution === null ? { beneficiaryUnhostedWalletType: isOwn ? '0' : '1' } : { vaspEntityId: institution }),
  }
  return {
    kind: 'params',
    params: { questionnaire: JSON.stringify(questionnaire), beneficiary, transactionPurpose },
  }
}

/** The institution's id in Bybit's list. */
async function institutionOf(calls: ExchangeCalls, credentials: Credentials, named: string): Promise<string | null> {
  const { result } = await calls.read(Institutions, { endpoint: 'GET /v5/asset/withdraw/vasp/list', credentials })
  const listed = result.vasp.map(({ vaspEntityId: id, vaspName: name }) => ({ id, name }))
  return institutionId(named, listed, unlisted)
}

/** Bybit requires first and last name. A single name is sent as both. */
function namesIn(fullName: string): { firstName: string; lastName: string } {
  const names = fullName.trim().split(/\s+/)
  const lastName = names.at(-1) ?? ''
  return { firstName: names.slice(0, -1).join(' ') || lastName, lastName }
}
