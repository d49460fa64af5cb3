// What each state of a transfer means for the money, and what happens next.

import type { StateView, Tone } from '../contract/console/transfers.ts'
import type { RecoveryPolicy } from '../exchanges/recovery-policy.ts'
import { isSelfCustody } from '../exchanges/registry.ts'
import type { RequiredAction } from '../exchanges/withdrawal.ts'
import { hasEnded, type TransferState, transferStates } from '../transfers/transfer-status.ts'
import type { Transfer } from '../transfers/transfer-store.ts'

interface StateWords {
  label: string
  tone: Tone
  money: string
  next: string
}

const words: Record<TransferState, StateWords> = {
  Submitting: {
    label: 'Sending',
    tone: 'running',
    money:
      'The request to the exchange is on its way, or its response is not stored yet. The money may leave the account.',
    next: 'When the request is no longer valid, the server looks for the withdrawal at the exchange. It never sends again.',
  },
  Submitted: {
    label: 'Accepted',
    tone: 'running',
    money: 'The exchange has accepted the withdrawal and has charged the account. Nothing is on the chain yet.',
    next: 'The server polls the exchange until it names the transaction.',
  },
  Confirming: {
    label: 'Confirming',
    tone: 'running',
    money: 'The exchange has named a transaction. The recipient is credited once it has enough confirmations.',
    next: 'The server polls the chain, or the exchange on networks without a node, until there are enough confirmations.',
  },
  Unknown: {
    label: 'Outcome unknown',
    tone: 'warn',
    money: 'The exchange gave no readable response. It may have made the withdrawal, or not.',
    next:
      'The server looks for the withdrawal at the exchange. If it finds the withdrawal, the transfer continues. If several polls ' +
      'prove that there is none, the transfer ends as not sent. It never sends again.',
  },
  RequiresAction: {
    label: 'Waits for the user',
    tone: 'neutral',
    money: 'Nothing was sent. The exchange requires the user to do something first.',
    next: 'If the user does not do it before the preview expires, the transfer is abandoned.',
  },
  Abandoned: {
    label: 'Abandoned',
    tone: 'neutral',
    money: 'Nothing was sent. The money is in the user’s account.',
    next: 'Nothing more happens. The user can start a new transfer.',
  },
  AwaitingWallet: {
    label: 'Waits for the wallet',
    tone: 'neutral',
    money: 'The user’s wallet was requested to send. The chain does not show a payment yet.',
    next: 'The server searches the chain for the payment, and requests an operator at the end of the search.',
  },
  Broadcast: {
    label: 'On the chain',
    tone: 'running',
    money: 'The payment of the wallet is in a transaction. It counts once it has enough confirmations.',
    next: 'The server polls the chain until there are enough confirmations.',
  },
  Ambiguous: {
    label: 'Payment not assigned',
    tone: 'warn',
    money: 'The wallet has probably paid, but no transaction proves it for this transfer.',
    next: 'The server keeps searching the chain for a proof.',
  },
  Succeeded: {
    label: 'Succeeded',
    tone: 'ok',
    money: 'The recipient has received the money.',
    next: 'Nothing more happens.',
  },
  Rejected: {
    label: 'Rejected',
    tone: 'danger',
    money: 'The exchange has rejected the withdrawal. The money is in the user’s account.',
    next: 'Nothing more happens. The user can start a new transfer.',
  },
  NotSent: {
    label: 'Not sent',
    tone: 'danger',
    money: 'Nothing was sent. The money is in the user’s account.',
    next: 'Nothing more happens. The user can start a new transfer.',
  },
  Returned: {
    label: 'Returned',
    tone: 'danger',
    money: 'The withdrawal failed at the exchange. The money is back in the user’s account.',
    next: 'Nothing more happens. The user can start a new transfer.',
  },
  Canceled: {
    label: 'Canceled',
    tone: 'danger',
    money: 'The exchange has canceled the withdrawal. The money is back in the user’s account.',
    next: 'Nothing more happens. The user can start a new transfer.',
  },
}

/** Where the same state means something else for a wallet. */
const walletMoney: Partial<Record<TransferState, string>> = {
  Rejected: 'The transaction failed on the chain. The amount is in the user’s wallet, which has paid the network fee.',
  Canceled: 'Another transaction took the place of the payment. The amount is in the user’s wallet.',
  NotSent: 'The wallet did not send, and no longer can. The money is in the user’s wallet.',
}

const required: Record<RequiredAction['kind'], string> = {
  mfaRequired: 'to enter a code',
  emailConfirmationRequired: 'to confirm by e-mail',
  deviceConfirmationRequired: 'to confirm on a device',
  addressWhitelistRequired: 'to save the address at the exchange',
  travelRuleRequired: 'to state facts about the recipient',
}

const notPolled =
  'The server does not poll any more. An operator has to find the payment, or to record that there is none.'

export const stateViews: readonly StateView[] = transferStates.map(stateView)

export function stateView(name: TransferState): StateView {
  const { label, tone } = words[name]
  return { name, label, tone }
}

interface StateContext {
  /** The time of the next poll is known. */
  isPolled: boolean
  /** Of the exchange. Undefined if this server does not offer it any more. */
  recovery: RecoveryPolicy | undefined
  /** The name of the exchange, if its circuit breaker is open in this process. */
  unresponsive: string | undefined
  /** Of the last request. */
  validUntil: Date | undefined
}

type Explained = Pick<Transfer, 'state' | 'exchangeType' | 'attention' | 'requiredAction' | 'emptyPolls'>

export function stateSentences(transfer: Explained, context: StateContext): { money: string; next: string } {
  const { state, exchangeType, attention, requiredAction } = transfer
  const { money, next } = words[state]
  if (state === 'RequiresAction' && requiredAction !== null) {
    return { money: `Nothing was sent. The exchange requires the user ${required[requiredAction.kind]} first.`, next }
  }
  return {
    money: isSelfCustody(exchangeType) ? (walletMoney[state] ?? money) : money,
    next:
      !context.isPolled && attention !== null && !hasEnded(state)
        ? notPolled
        : nextOf(transfer, next, context) + unansweredPolls(transfer, context),
  }
}

function unansweredPolls({ state }: Explained, { isPolled, unresponsive }: StateContext): string {
  if (!isPolled || unresponsive === undefined || hasEnded(state)) return ''
  return ` ${unresponsive} does not respond at present. Its polls fail and are repeated until it responds.`
}

function nextOf({ state, emptyPolls }: Explained, next: string, { recovery, validUntil }: StateContext): string {
  if (state !== 'Unknown' || recovery === undefined || validUntil === undefined) return next
  const { fenceMs, visibilityMs, emptyPolls: needed } = recovery
  if (fenceMs === null)
    return `${next} At this exchange no poll proves that there is none, because a request can still take effect later.`
  const from = new Date(validUntil.getTime() + fenceMs + visibilityMs).toISOString()
  const time = `${from.slice(0, 10)} ${from.slice(11, 19)} UTC`
  return `${next} This exchange requires ${needed} polls that find none, from ${time} on. Polls so far: ${emptyPolls}.`
}
