// What some entities of OKX require by law about a recipient: `rcvrInfo`. OKX refuses an order that lacks it, so nothing is
// declared until then, and after that what the user said.

import * as z from 'zod'
import { ofList } from '../contract/length-checks.ts'
import type { RequiredAction, WithdrawalOrder } from './exchange.ts'
import { institutionId } from './institution-lists.ts'
import { ShortText } from './kit/answer-parts.ts'

/** Read as a whole: an entry that is left out would be declared as one that OKX does not have. */
export const ExchangeList = z
  .object({ data: z.array(z.object({ exchId: ShortText, exchName: ShortText })).min(1, ofList) })
  .transform((answer) => answer.data)
export type ExchangeList = z.infer<typeof ExchangeList>

/** OKX's id for an exchange that its list does not have. */
const unlisted = '0'

/**
 * Null without what the user said. A step where the name of the institution fits several entries of OKX's list, or one of them
 * in part: the user then gives the whole name, or the entry's id. `list` throws what a read throws.
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

/** A business has one name, and OKX takes N/A as its last name. */
function namesOf({ recipientFullName = '', recipientRelation }: WithdrawalOrder['extra']): Record<string, string> {
  const words = recipientFullName.trim().split(/\s+/)
  if (recipientRelation === 'business' || words.length === 1) {
    return { rcvrFirstName: recipientFullName.trim(), rcvrLastName: 'N/A' }
  }
  return { rcvrFirstName: words.slice(0, -1).join(' '), rcvrLastName: words.at(-1) ?? '' }
}
