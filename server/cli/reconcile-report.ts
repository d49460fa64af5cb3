// Prints a reconciliation. Texts from exchanges are printed without control characters.

import { escapeText } from '../contract/plain-text.ts'
import type { StrayWithdrawal, TransferWithReference } from '../transfers/compare-withdrawals.ts'
import type { Span } from '../transfers/exchange-accounts.ts'
import type { ReadAccount, Reconciliation } from '../transfers/reconcile-accounts.ts'
import type { ComparedRestore } from './reconcile-restore.ts'

/**
 * Null if every withdrawal and transfer has its counterpart. After a restore, the link that named an address may be lost, so a withdrawal
 * that seems not to be ordered here may be one.
 */
export function verdictOf(
  { strays, notOrderedHere, unknownToExchange, unreadable }: Reconciliation,
  { isRestore = false }: { isRestore?: boolean } = {},
): string | null {
  const found = [
    ...(strays.length === 0 ? [] : [`${count(strays.length, 'withdrawal')} without a transfer`]),
    ...(notOrderedHere.length === 0 || !isRestore
      ? []
      : [`${count(notOrderedHere.length, 'withdrawal')} to an address that the database does not name`]),
    ...(unknownToExchange.length === 0
      ? []
      : [`${count(unknownToExchange.length, 'transfer')} unknown to the exchange`]),
    ...(unreadable.length === 0 ? [] : [`incomplete: ${count(unreadable.length, 'account')} could not be read`]),
  ]
  return found.length === 0 ? null : `${found.join('; ')}.`
}

/** The client's name. */
type NameOf = (clientId: string) => string

export function reconciliationLines(
  { since, until }: Span,
  result: Reconciliation,
  { nameOf, isRestore }: { nameOf: NameOf; isRestore: boolean },
): string[] {
  const { accounts, withdrawals, madeElsewhere, strays, notOrderedHere, unknownToExchange, unreadable } = result
  return [
    `${since.toISOString()} to ${until.toISOString()}: ${count(accounts, 'exchange account')}, ${count(withdrawals, 'withdrawal')}`,
    ...section(
      'Withdrawals without a transfer',
      strays.flatMap((each) => strayLines(each, nameOf)),
    ),
    ...section(
      isRestore
        ? 'Withdrawals to addresses that the database does not name: ordered here in the lost time, or not at all'
        : 'Withdrawals not ordered through this service',
      notOrderedHere.flatMap((each) => strayLines(each, nameOf)),
    ),
    ...section('Transfers unknown to the exchange', unknownToExchange.map(transferLine)),
    ...section(
      'Accounts that could not be read',
      unreadable.map((each) => `${accountText(each, nameOf)}  ${escapeText(each.reason)}`),
    ),
    ...(madeElsewhere === 0
      ? []
      : [`${count(madeElsewhere, 'withdrawal')} without a reference: made at the exchange, not by this server.`]),
    ...(verdictOf(result, { isRestore }) === null
      ? ['Every withdrawal has its transfer, and every transfer its withdrawal.']
      : []),
  ]
}

/** `restore` is null if no restore is to be confirmed. */
export function reconciliationJson(
  { since, until }: Span,
  result: Reconciliation,
  restore: ComparedRestore | null,
): object {
  const { accounts, withdrawals, madeElsewhere, strays, notOrderedHere, unknownToExchange, unreadable } = result
  return {
    since: since.toISOString(),
    until: until.toISOString(),
    complete: unreadable.length === 0,
    accounts,
    withdrawals,
    withdrawalsMadeElsewhere: madeElsewhere,
    withdrawalsWithoutTransfer: strays.map(strayJson),
    withdrawalsNotOrderedHere: notOrderedHere.map(strayJson),
    transfersUnknownToExchange: unknownToExchange.map((transfer) => ({
      transferId: transfer.id,
      exchangeType: transfer.exchangeType,
      accountId: transfer.accountId,
      clientId: transfer.clientId,
      withdrawalId: transfer.withdrawalId,
      clientReference: transfer.clientReference,
      createdAt: transfer.createdAt.toISOString(),
      state: transfer.state,
      amount: transfer.terms.amount.toString(),
      symbol: transfer.terms.symbol,
    })),
    unreadableAccounts: unreadable,
    ...(restore === null ? {} : { restore }),
  }
}

function strayJson({ account, withdrawal, transfer }: StrayWithdrawal & { account: ReadAccount }): object {
  return {
    ...account,
    withdrawalId: withdrawal.id,
    clientReference: withdrawal.clientReference,
    createdAt: withdrawal.createdAt.toISOString(),
    state: withdrawal.state,
    amount: withdrawal.amount.toString(),
    symbol: withdrawal.symbol,
    networkKey: withdrawal.networkKey,
    address: withdrawal.address,
    addressTag: withdrawal.addressTag,
    hash: withdrawal.hash,
    transferId: transfer?.id ?? null,
    transferState: transfer?.state ?? null,
  }
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`), '']
}

function strayLines(
  { account, withdrawal, transfer }: StrayWithdrawal & { account: ReadAccount },
  nameOf: NameOf,
): string[] {
  const { id, clientReference, createdAt, amount, symbol, networkKey, address, state } = withdrawal
  const what = `${amount} ${escapeText(symbol)} on ${escapeText(networkKey ?? 'an unstated network')} to ${escapeText(address ?? 'an unstated address')}`
  return [
    `${escapeText(id)}  ${createdAt.toISOString()}  ${state}  ${what}`,
    `  ${accountText(account, nameOf)}  ${clientReference === '' ? 'no reference: the user may have made it' : `reference ${escapeText(clientReference)}`}`,
    ...(transfer === null ? [] : [`  Transfer ${transfer.id} of this reference is ${transfer.state}.`]),
  ]
}

function transferLine({ id, createdAt, state, terms, exchangeType, withdrawalId }: TransferWithReference): string {
  const what = `${terms.amount} ${escapeText(terms.symbol)} on ${terms.networkName}`
  return `${id}  ${createdAt.toISOString()}  ${state}  ${what}  ${exchangeType} ${escapeText(withdrawalId ?? 'no withdrawal')}`
}

function accountText({ exchangeType, accountId, externalId, users }: ReadAccount, nameOf: NameOf): string {
  const named = users.map(({ clientId, userId }) => `user ${escapeText(userId)} of ${nameOf(clientId)}`)
  return `${exchangeType}, account ${accountId} (${escapeText(externalId)} there, ${named.join(', ')})`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
