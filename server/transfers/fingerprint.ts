// An exchange without a client reference does not distinguish equal withdrawals. Only one of several equal transfers may be
// open at a time there, and a withdrawal is matched by all its fields.

import { hash } from 'node:crypto'
import type { Account } from '../accounts/accounts.ts'
import type { Withdrawal } from '../exchanges/withdrawal.ts'
import type { NetworkCatalogue } from '../networks/catalogue.ts'
import { accountAt } from '../networks/equal-addresses.ts'
import { type TransferTerms, totalFee } from './terms.ts'

/** Returns null if the exchange finds withdrawals by our reference; equal transfers are then distinguishable. */
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
  return hash('sha256', JSON.stringify(fields), 'hex')
}

type PaymentFields = Pick<
  TransferTerms,
  'networkKey' | 'contract' | 'toAddress' | 'addressTag' | 'fromAddress' | 'amount'
>

/** Identifies a payment. With two open watches of equal fingerprint, an arriving payment could not be attributed to one of them. */
export function fingerprintOfPayment(payment: PaymentFields): string {
  const { networkKey, contract, toAddress, addressTag, fromAddress, amount } = payment
  const fields = ['payment', networkKey, contract, toAddress, addressTag, fromAddress, amount.toString()]
  return hash('sha256', JSON.stringify(fields), 'hex')
}

/**
 * `possible`: nothing that the exchange states contradicts the order except the network, but the network differs, or a field is
 * missing or unreadable.
 */
export type Match = 'equal' | 'possible' | 'other'

/** Compares amounts exactly. An amount that differs by the fee belongs to another transfer, unless the exchange deducts its fee. */
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

/** Compares accounts where a network has several spellings of one address: the exchange may list another spelling. */
function matchAddress(address: string, { networkKey, toAddress }: TransferTerms, networks: NetworkCatalogue): Match {
  if (address.toLowerCase() === toAddress.toLowerCase()) return 'equal'
  const network = networks.byKey(networkKey)
  if (network?.accountOf === undefined) return 'other'
  const account = accountAt(network, address)
  if (account === null) return 'possible'
  return account === accountAt(network, toAddress) ? 'equal' : 'other'
}

/** For a withdrawal found by its id or our reference. A field that the exchange does not state contradicts nothing. */
export function isOrdered(withdrawal: Withdrawal, terms: TransferTerms, networks: NetworkCatalogue): boolean {
  const { networkKey } = withdrawal
  const isNetworkContradicted = networkKey !== null && networkKey !== terms.networkKey
  return matchWithdrawal(withdrawal, terms, networks) !== 'other' && !isNetworkContradicted
}
