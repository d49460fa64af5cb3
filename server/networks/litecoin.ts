import { bitcoinAddressCheck, reasonOfWitness } from './bitcoin-address.ts'
import type { Network } from './network.ts'
import { noTag } from './tags.ts'
import { nativeCoin } from './tokens.ts'

const witnessPrefix = 'ltc'

// Script addresses that begin with 3 are also valid on Bitcoin, byte for byte. Only the newer ones, with M, identify Litecoin.
export const litecoin: Network = {
  id: '76ad3151-0e95-46c4-bc0e-bdfb702548a6',
  key: 'litecoin',
  name: 'Litecoin',
  color: '#345d9d',
  chainId: '2',
  sandboxChainId: '913370012',
  isEvm: false,
  nativeSymbol: 'LTC',
  tokens: [nativeCoin('LTC', 'Litecoin', 8)],
  requiredConfirmations: 6,
  explorerUrl: 'https://litecoinspace.org/tx/{hash}',
  checkAddress: bitcoinAddressCheck({ versions: [0x30, 0x32], witnessPrefix }),
  irrecoverableReason: (address) => reasonOfWitness(address, witnessPrefix),
  tag: noTag,
}
