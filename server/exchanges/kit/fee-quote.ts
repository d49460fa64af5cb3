import { Amount } from '../../contract/amount.ts'
import type { Quote } from '../exchange.ts'
import { writeAdapterState } from './exchange-amounts.ts'

interface QuotedFee {
  networkFee: Amount
  estimatedSeconds: number
}

/**
 * The quote of an exchange that issues no quote ids and charges only a network fee. Its adapter state is the fee and, optionally, one
 * more value: the order then checks that the fee is still the same.
 */
export function feeQuote({ networkFee, estimatedSeconds }: QuotedFee, value = ''): Quote {
  return {
    adapterState: writeAdapterState(networkFee, value),
    networkFee,
    exchangeFee: Amount.zero,
    fromAddress: '',
    expiresInSeconds: null,
    estimatedSeconds,
  }
}
