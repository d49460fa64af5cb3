// Who can be the second operator. One person can have several names, so a name that the proposer could have created does not count.

import type { Query } from '../storage/storage.ts'
import type { ResolveProposal } from '../transfers/resolve-proposals.ts'
import { ConsoleError } from './console-error.ts'
import { createdAtOf } from './operators.ts'
import { hasInvited } from './passkeys.ts'

/** Throws `conflict` for the proposer, for a newer name, and if one of the two has invited the other in the console. */
export async function requireSecondOperator(
  query: Query,
  { operatorId: proposer, operator, proposedAt }: Pick<ResolveProposal, 'operatorId' | 'operator' | 'proposedAt'>,
  approver: string,
): Promise<void> {
  if (proposer === approver) throw refusal('You have proposed this. Another operator has to approve it.')
  if ((await createdAtOf(query, approver)) > proposedAt)
    throw refusal('You have become an operator after this was proposed. Another operator has to approve it.')
  if (await hasInvited(query, proposer, approver)) {
    throw refusal(`You have invited ${operator}, or ${operator} has invited you. Another operator has to approve it.`)
  }
}

function refusal(message: string): ConsoleError {
  return new ConsoleError('conflict', { message })
}
