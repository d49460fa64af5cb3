// The events of a timeline as sentences. Details can contain text of exchanges, so they are bounded and have no invisible characters.

import type { TimelineEntry, Tone } from '../contract/console/transfers.ts'
import type { EventDetail, TransferEvent } from '../transfers/timeline.ts'
import { boundedText } from './bounded-text.ts'

type Words = readonly [text: string, tone: Tone]

export const eventWords: Readonly<Record<string, Words>> = {
  created: ['The user confirmed. The transfer was stored before anything was sent.', 'neutral'],
  codeRequired: ['The exchange requires a code from the user. Nothing was sent.', 'neutral'],
  codeEntered: ['The user entered a code, and the request was sent again with it.', 'running'],
  codeRefused: ['The exchange refused the code. Nothing was sent.', 'neutral'],
  confirmationRequired: ['The exchange requires the user to do something first. Nothing was sent.', 'neutral'],
  confirmed: ['The user has done it, and the request was sent again.', 'running'],
  sentAgain: ['The exchange sent the code or the confirmation to the user again.', 'neutral'],
  accepted: ['The exchange accepted the withdrawal.', 'running'],
  unknown: ['The outcome of the request is unknown. From here on the server only looks, and never sends.', 'warn'],
  notFound: ['The exchange does not list the withdrawal. Several such polls are required as proof.', 'neutral'],
  found: ['The server found the withdrawal at the exchange.', 'running'],
  feeSettled: ['The exchange charged another fee than it had quoted, and the terms now have it.', 'neutral'],
  sent: ['A transaction was found.', 'running'],
  confirming: ['The transaction has confirmations.', 'running'],
  reorganised: ['The network took the transaction out of its block. Confirmations start again.', 'warn'],
  replaced: ['Another transaction pays instead of the first one.', 'warn'],
  succeeded: ['The recipient was paid.', 'ok'],
  rejected: ['The exchange rejected the withdrawal. Nothing was sent.', 'danger'],
  notSent: ['Nothing was sent, and nothing can be sent later.', 'danger'],
  returned: ['The exchange says that the withdrawal failed. The money is back in the account.', 'danger'],
  canceled: ['The exchange canceled the withdrawal. The money is back in the account.', 'danger'],
  abandoned: ['The user did not finish. Nothing was sent.', 'neutral'],
  attentionRequired: ['The server requested an operator.', 'warn'],
  acknowledgedByOperator: ['An operator has dealt with the flag. The outcome stays.', 'neutral'],
  resolvedByOperator: ['An operator recorded the outcome, with evidence.', 'neutral'],
  signed: ['The wallet signed the transaction.', 'running'],
  declined: ['The page reported that the user declined in the wallet. The chain decides.', 'neutral'],
  dropped: ['The network no longer shows the transaction. The server keeps searching.', 'warn'],
  seenAgain: ['The network shows the transaction again.', 'running'],
  reverted: ['The transaction failed on the chain. The wallet has paid the network fee only.', 'danger'],
  replacedByOther: ['Another transaction of the wallet took the place of the payment.', 'danger'],
  expired: ['No block can contain the transaction any more.', 'danger'],
  notThis: ['The payment that was found belongs to another transfer.', 'warn'],
  ambiguous: [
    'Another user has requested an equal payment. The next payment cannot be assigned to one of them.',
    'warn',
  ],
  unclear: ['The wallet has probably paid, but no transaction proves it for this transfer.', 'warn'],
  superseded: [
    'The user has requested the same payment again. A payment counts for the newer request first.',
    'neutral',
  ],
  watchEnded: ['The search for a payment has ended.', 'warn'],
}

const detailNames: Record<string, string> = {
  reason: 'Reason',
  code: 'Code of the exchange',
  hash: 'Transaction',
  confirmations: 'Confirmations',
  proof: 'Proved by',
  inside: 'Paid inside the books of the',
  looks: 'Polls without a result',
  kind: 'Required',
  withdrawalId: 'Withdrawal at the exchange',
  resolution: 'Outcome',
  evidence: 'Evidence',
  found: 'Found at the exchange',
  report: 'Looked up',
  despite: 'Recorded despite',
  operator: 'Operator',
  approvedBy: 'Approved by',
  networkFee: 'Network fee',
  amount: 'Amount',
}

/** Details with several sentences, or a list. */
const longDetails = new Set(['evidence', 'report', 'found'])

export function timelineEntry({ n, at, kind, detail }: TransferEvent): TimelineEntry {
  const [text, tone] = eventWords[kind] ?? [boundedText(kind, 100), 'neutral']
  return { n, at: at.toISOString(), kind, text, tone, details: detailsOf(detail) }
}

export function detailsOf(detail: EventDetail): [string, string][] {
  return Object.entries(detail).map(([name, value]) => [
    detailNames[name] ?? boundedText(name, 50),
    boundedText(String(value), longDetails.has(name) ? 2_000 : 500),
  ])
}
