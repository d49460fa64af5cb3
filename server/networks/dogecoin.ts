import { bitcoinAddressCheck } from './bitcoin-address.ts'
import { reasonOfBurnAddress } from './burn-address.ts'
import type { Network } from './network.ts'
import { noTag } from './tags.ts'
import { nativeCoin } from './tokens.ts'

export const dogecoin: Network = {
  id: 'd70adae9-2435-4476-9cf2-04ea04173709',
  key: 'dogecoin',
  name: 'Dogecoin',
  color: '#c2a633',
  chainId: '3',
  sandboxChainId: '913370013',
  isEvm: false,
  nativeSymbol: 'DOGE',
  tokens: [nativeCoin('DOGE', 'Dogecoin', 8)],
  requiredConfirmations: 20,
  explorerUrl: 'https://dogechain.info/tx/{hash}',
  checkAddress: bitcoinAddressCheck({ versions: [0x1e, 0x16], witnessPrefix: null }),
  irrecoverableReason: reasonOfBurnAddress(['DDogepartyxxxxxxxxxxxxxxxxxxw1dfzr']),
  tag: noTag,
}
