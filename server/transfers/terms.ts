// What a preview promised, kept whole with it and copied to the transfer: the mined transaction must equal it.

import { Amount } from '../contract/amount.ts'

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
  /** Both on top of the amount, in the asset itself. */
  networkFee: Amount
  networkFeeInFiat: Amount | null
  exchangeFee: Amount
  exchangeFeeInFiat: Amount | null
  quoteId: string
  estimatedSeconds: number
  requiredConfirmations: number
}

const amountFields = ['amount', 'amountInFiat', 'networkFee', 'networkFeeInFiat', 'exchangeFee', 'exchangeFeeInFiat']

export function termsToText(terms: TransferTerms): string {
  return JSON.stringify(terms, (_key, value: unknown) => (value instanceof Amount ? value.toString() : value))
}

export function termsFromText(text: string): TransferTerms {
  return JSON.parse(text, (key, value: unknown) =>
    typeof value === 'string' && amountFields.includes(key) ? Amount.parse(value) : value,
  ) as TransferTerms
}

export function totalFee(terms: TransferTerms): Amount {
  return terms.networkFee.add(terms.exchangeFee)
}

export function totalFeeInFiat(terms: TransferTerms): Amount | null {
  const { networkFeeInFiat, exchangeFeeInFiat } = terms
  return networkFeeInFiat === null || exchangeFeeInFiat === null ? null : networkFeeInFiat.add(exchangeFeeInFiat)
}
