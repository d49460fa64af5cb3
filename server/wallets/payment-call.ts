// The call that pays: the token's `transfer`, or a native transfer.

import type { EvmCall } from '../chains/evm-reads.ts'
import type { Amount } from '../contract/amount.ts'
import type { NetworkToken } from '../networks/network.ts'
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
