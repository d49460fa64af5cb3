// The terms of a preview, stored with it and copied to the transfer. The mined transaction must match them.

import { Amount } from '../contract/amount.ts'
import type { WalletCall } from '../exchanges/exchange.ts'
import type { QuotedAction } from '../exchanges/withdrawal.ts'

export interface TransferTerms {
  networkId: string
  networkKey: string
  networkName: string
  symbol: string
  contract: string
  decimals: number
  amount: Amount
  amountInFiat: Amount | null
  toAddress: string
  addressTag: string
  fromAddress: string
  fromName: string
  /** Both fees are in the asset itself. The account is charged amount plus fees, and the recipient gets the amount. */
  networkFee: Amount
  networkFeeInFiat: Amount | null
  exchangeFee: Amount
  exchangeFeeInFiat: Amount | null
  /** Fees paid in another coin than the asset. */
  gas?: { symbol: string; fee: Amount; feeInFiat: Amount | null; deposit?: Amount }
  /** The fee is known only after sending. */
  feeIsEstimate?: true
  /** The action that the user must take before the exchange sends. */
  requiredAction?: QuotedAction
  /** Of the quote: text that the exchange's adapter gets back with the order. */
  adapterState: string
  /** For a connected wallet only. */
  walletCall?: WalletCall
  estimatedSeconds: number
  requiredConfirmations: number
}

/** The terms that a transfer may change: the exchange has charged another fee than the preview's. */
export type ChangedTerms = Pick<TransferTerms, 'amount' | 'amountInFiat' | 'networkFee' | 'networkFeeInFiat'>

const amountFields = ['amount', 'amountInFiat', 'networkFee', 'networkFeeInFiat', 'exchangeFee', 'exchangeFeeInFiat']
const gasAmountFields = ['fee', 'feeInFiat', 'deposit']

export function termsToText(terms: TransferTerms): string {
  return JSON.stringify(terms, (_key, value: unknown) => (value instanceof Amount ? value.toString() : value))
}

export function termsFromText(text: string): TransferTerms {
  // A reviver would be called for every field, and takes several times as long.
  const terms = JSON.parse(text) as Record<string, unknown> & { gas?: Record<string, unknown> }
  readAmounts(terms, amountFields)
  if (terms.gas) readAmounts(terms.gas, gasAmountFields)
  return terms as unknown as TransferTerms
}

function readAmounts(fields: Record<string, unknown>, names: readonly string[]): void {
  for (const name of names) {
    const text = fields[name]
    if (typeof text === 'string') fields[name] = Amount.parse(text)
  }
}

/** Of the asset itself. */
export function totalFee(terms: TransferTerms): Amount {
  return terms.networkFee.add(terms.exchangeFee)
}

export function totalFeeInFiat(terms: TransferTerms): Amount | null {
  const { networkFeeInFiat, exchangeFeeInFiat, gas } = terms
  const gasInFiat = gas === undefined ? Amount.zero : gas.feeInFiat
  if (networkFeeInFiat === null || exchangeFeeInFiat === null || gasInFiat === null) return null
  return networkFeeInFiat.add(exchangeFeeInFiat).add(gasInFiat)
}

/** The network fee, and its coin. */
export function gasOf({ gas, symbol, networkFee, networkFeeInFiat }: TransferTerms) {
  return gas ?? { symbol, fee: networkFee, feeInFiat: networkFeeInFiat }
}
