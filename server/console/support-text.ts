// The facts that a support team needs to find a transfer, as text to paste. It has no user, no address and no evidence of operators.

import type { AttemptTable } from '../storage/transfer-tables.ts'
import type { TransferEvent } from '../transfers/timeline.ts'
import type { Transfer } from '../transfers/transfer-store.ts'
import { boundedText } from './bounded-text.ts'
import { eventWords } from './event-words.ts'
import { stateView } from './state-words.ts'
import type { TransferFacts } from './transfer-facts.ts'

interface SupportFacts {
  events: readonly TransferEvent[]
  attempts: readonly AttemptTable[]
  facts: TransferFacts
  /** The name of the exchange. */
  from: string
}

export function supportText(transfer: Transfer, { events, attempts, facts, from }: SupportFacts): string {
  const { terms } = transfer
  const lines: [string, string | null][] = [
    ['Transfer', transfer.id],
    ['State', `${stateView(transfer.state).label} (${transfer.state}). ${facts.money}`],
    ['Amount', `${terms.amount.toString()} ${boundedText(terms.symbol, 20)} on ${terms.networkName}`],
    ['From', facts.isWallet ? 'a wallet' : from],
    ['Order of the app', facts.transactionId],
    ['Withdrawal at the exchange', facts.withdrawalId],
    ['Our reference at the exchange', attempts.at(-1)?.client_reference ?? null],
    ['Transaction', facts.hash],
    ['Explorer', facts.explorerUrl],
    ['Failure', facts.failure],
    ['Created', transfer.createdAt.toISOString()],
    ['Last change', facts.updatedAt],
  ]
  const shown = lines.filter((line): line is [string, string] => line[1] !== null)
  const width = Math.max(...shown.map(([name]) => name.length))
  return [
    ...shown.map(([name, value]) => `${name.padEnd(width)}  ${value}`),
    '',
    ...events.map(({ at, kind }) => `${at.toISOString()}  ${eventWords[kind]?.[0] ?? boundedText(kind, 100)}`),
  ].join('\n')
}
