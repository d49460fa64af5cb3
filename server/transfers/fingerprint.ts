// On an exchange that knows no reference of ours, equal withdrawals cannot be told apart. So only one transfer of a kind may
// be open at a time, and a withdrawal is taken for ours by all its fields.

import { createHash } from 'node:crypto'
import type { Account } from '../accounts/accounts.ts'
import type { Withdrawal } from '../exchanges/exchange.ts'
import type { NetworkCatalogue } from '../networks/catalogue.ts'
import { accountAt } from '../networks/equal-addresses.ts'
import { type TransferTerms, totalFee } from './terms.ts'

/** Null where the exchange finds a withdrawal by our reference: equal transfers are then no trouble. */
export function fingerprintOf(account: Account, terms: TransferTerms, networks: NetworkCatalogue): string | null {
  const { recovery } = account.exchange
  if (recovery.class !== 'match') return null
  const { symbol, networkKey, toAddress, addressTag, amount } = terms
  const network = networks.byKey(networkKey)
  const recipient = (network && accountAt(network, toAddress)) ?? toAddress
  const listed = recovery.listsCharged ? amount.add(totalFee(terms)) : amount
  const fields = [
    account.exchange.type,
    account.externalId,
    symbol,
    networkKey,
    recipient.toLowerCase(),
    addressTag,
    listed.toString(),
  ]
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
}

/** What identifies a payment. Two watches with an equal one could not tell whose payment has arrived. */
export function fingerprintOfPayment(terms: TransferTerms): string {
  const { networkKey, contract, toAddress, addressTag, fromAddress, amount } = terms
  const fields = ['payment', networkKey, contract, toAddress, addressTag, fromAddress, amount.toString()]
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
}

/**
 * `possible`: equal except for the network, which the exchange does not state or states otherwise, or for what it does not state
 * or states in a form that cannot be read.
 */
export type Match = 'equal' | 'possible' | 'other'

/** Exactly: an amount that is off by the fee is another transfer's, unless the exchange takes its fee out of the order. */
export function matchWithdrawal(withdrawal: Withdrawal, terms: TransferTerms, networks: NetworkCatalogue): Match {
  const { address, addressTag, networkKey } = withdrawal
  const recipient = address === null ? 'possible' : matchAddress(address, terms, networks)
  const isEqual =
    withdrawal.symbol === terms.symbol &&
    recipient !== 'other' &&
    (addressTag === null || addressTag === terms.addressTag) &&
    (withdrawal.charged?.equals(terms.amount.add(totalFee(terms))) ?? withdrawal.amount.equals(terms.amount))
  if (!isEqual) return 'other'
  const isStated = recipient === 'equal' && addressTag !== null
  return isStated && networkKey === terms.networkKey ? 'equal' : 'possible'
}

/** By the account where a network has several spellings of one: the exchange may list another than was ordered. */
function matchAddress(address: string, { networkKey, toAddress }: TransferTerms, networks: NetworkCatalogue): Match {
  if (address.toLowerCase() === toAddress.toLowerCase()) return 'equal'
  const network = networks.byKey(networkKey)
  if (network?.accountOf === undefined) return 'other'
  const account = accountAt(network, address)
  if (account === null) return 'possible'
  return account === accountAt(network, toAddress) ? 'equal' : 'other'
}

/** Of a withdrawal that an id or our reference identifies: there, what the exchange does not state contradicts nothing. */
export function isOrdered(withdrawal: Withdrawal, terms: TransferTerms, networks: NetworkCatalogue): boolean {
  const { networkKey } = withdrawal
  const isNetworkContradicted = networkKey !== null && networkKey !== terms.networkKey
  return matchWithdrawal(withdrawal, terms, networks) !== 'other' && !isNetworkContradicted
}
