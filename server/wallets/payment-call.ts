// The call that pays: the token's `transfer`, or a native transfer. And whether a transaction is this call.

import type { EvmCall, SeenTransaction } from '../chains/evm-reads.ts'
import type { Amount } from '../contract/amount.ts'
import { isSameAddress } from '../networks/equal-addresses.ts'
import type { NetworkToken } from '../networks/network.ts'
import type { TransferTerms } from '../transfers/terms.ts'
import { tokenTransferData } from './calldata.ts'

export function paymentCall(
  { contract, decimals }: Pick<NetworkToken, 'contract' | 'decimals'>,
  { from, to, amount }: { from: string; to: string; amount: Amount },
): EvmCall {
  const units = amount.toBaseUnits(decimals)
  return contract === ''
    ? { from, to, data: '0x', value: units }
    : { from, to: contract, data: tokenTransferData(to, units), value: 0n }
}

/** Whether the account sent exactly the requested call. */
export function isRequestedCall(terms: TransferTerms, seen: SeenTransaction): boolean {
  const call = paymentCall(terms, { from: terms.fromAddress, to: terms.toAddress, amount: terms.amount })
  return (
    isSameAddress(seen.from, call.from) &&
    isSameAddress(seen.to, call.to) &&
    seen.data.toLowerCase() === call.data.toLowerCase() &&
    seen.value === call.value
  )
}
