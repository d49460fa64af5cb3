// The actions that a withdrawal requires of the user: save the address, approve, name the recipient, enter a code.

import { type Approval, type Approvals, recipientOf } from './approvals.ts'
import { checkCode } from './codes.ts'
import { ExchangeError } from './exchange-error.ts'
import type { Login } from './logins.ts'
import type { Magic } from './magic-amount.ts'
import type { WithdrawalOrder } from './read-order.ts'
import { checkRecipient } from './recipient.ts'
import type { WithdrawalCodes } from './withdrawal-codes.ts'

export interface UserDeps {
  approvals: Approvals
  codes: WithdrawalCodes
}

/** The next required action, or null. Throws if the order has a wrong code or wrong recipient data. */
export function requiredAction(
  deps: UserDeps,
  login: Login,
  { order, magic }: { order: WithdrawalOrder; magic: Magic },
): ExchangeError | null {
  const approval = waitingApproval(deps.approvals, login, order)
  if (approval !== null) return notApproved(approval, deps.approvals.pageOf(approval.kind))
  if (login.requiresRecipient === true) checkRecipient(order.recipient)
  if (login.codeAtWithdrawal !== true && magic !== 'codeRequired') return null
  if (order.code === null) return deps.codes.request(order.accountId, order.clientId)
  checkCode(order.code)
  return null
}

type Destination = Pick<WithdrawalOrder, 'accountId' | 'clientId' | 'network' | 'address' | 'tag'>

/** The first approval that the order still requires, or null. Requests the approval if necessary. */
function waitingApproval(approvals: Approvals, login: Login, order: WithdrawalOrder): Approval | null {
  const { address, tag, network, amount, asset } = order
  if (login.savesAddresses === true) {
    const about = `${address}${tag === '' ? '' : `, tag ${tag},`} on ${network}`
    const approvalRequest = {
      login: login.name,
      kind: 'address',
      purpose: 'address',
      subject: addressOf(order),
      about,
    } as const
    const approval = approvals.request(approvalRequest)
    if (approval.answer !== 'given') return approval
  }
  if (login.approvesWithdrawal === undefined) return null
  const about = `Withdraw ${amount} ${asset} to ${address} on ${network}?`
  const kind = login.approvesWithdrawal
  const approvalRequest = { login: login.name, kind, purpose: 'withdrawal', subject: orderOf(order), about } as const
  const approval = approvals.request(approvalRequest)
  return approval.answer === 'given' ? null : approval
}

function notApproved({ kind, answer }: Approval, page: string): ExchangeError {
  if (kind === 'address') {
    return new ExchangeError(402, 'address_not_saved', 'This address is not saved.').with({ page })
  }
  if (answer === 'declined') return new ExchangeError(422, 'declined', 'The account holder declined this withdrawal.')
  const code = kind === 'email' ? 'email_confirmation_required' : 'device_confirmation_required'
  return new ExchangeError(402, code, 'The account holder has to approve this withdrawal.').with({
    to: recipientOf(kind),
    page,
  })
}

export function addressOf({ network, address, tag }: Destination): string {
  return `${network} ${address.toLowerCase()} ${tag}`
}

export function orderOf({ accountId, clientId }: Pick<WithdrawalOrder, 'accountId' | 'clientId'>): string {
  return `${accountId} ${clientId}`
}
