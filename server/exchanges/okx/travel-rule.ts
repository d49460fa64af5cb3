// The recipient's details that some OKX entities require by law: `rcvrInfo`. OKX refuses an order without it. Nothing is declared until
// such a rejection. Then the values that the user entered are declared.

import * as z from 'zod'
import { ofList } from '../../contract/length-checks.ts'
import { institutionId } from '../institution-lists.ts'
import { ShortText } from '../kit/response-parts.ts'
import type { RequiredAction, WithdrawalOrder } from '../withdrawal.ts'

/** Malformed entries are not dropped: a dropped institution would be declared as unlisted. */
export const ExchangeList = z
  .object({ data: z.array(z.object({ exchId: ShortText, exchName: ShortText })).min(1, ofList) })
  .transform((response) => response.data)
export type ExchangeList = z.infer<typeof ExchangeList>

/** OKX's id for an exchange that is not in its list. */
const unlisted = '0'

/**
 * Null if the user entered nothing. An action if the institution's name matches several entries of OKX's list, or a part of one: the
 * user then enters the full name or the entry's id. `list` throws an ExchangeFailure.
 */
export async function recipientInfo(
  { extra }: WithdrawalOrder,
  list: () => Promise<ExchangeList>,
): Promise<Record<string, string> | RequiredAction | null> {
  const { destinationKind, destinationInstitution = '', recipientCountry = '' } = extra
  if (destinationKind !== 'wallet' && destinationKind !== 'exchange') return null
  const country = recipientCountry === '' ? {} : { rcvrCountry: recipientCountry }
  const recipient = { ...namesOf(extra), ...country }
  if (destinationKind === 'wallet') return { walletType: 'private', ...recipient }
  const listed = (await list()).map(({ exchId: id, exchName: name }) => ({ id, name }))
  const exchId = institutionId(destinationInstitution, listed, unlisted)
  if (exchId === null) return { kind: 'travelRuleRequired', field: 'destinationInstitution' }
  return { walletType: 'exchange', exchId, ...recipient }
}

/** A business has one name. OKX accepts N/A as its last name. */
function namesOf({ recipientFullName = '', recipientRelation }: WithdrawalOrder['extra']): Record<string, string> {
  const words = recipientFullName.trim().split(/\s+/)
  if (recipientRelation === 'business' || words.length === 1) {
    return { rcvrFirstName: recipientFullName.trim(), rcvrLastName: 'N/A' }
  }
  return { rcvrFirstName: words.slice(0, -1).join(' '), rcvrLastName: words.at(-1) ?? '' }
}
