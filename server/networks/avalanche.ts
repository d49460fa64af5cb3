import { checkEvmAddress, reasonOfEvmAddress } from './evm-address.ts'
import type { Network } from './network.ts'
import { noTag } from './tags.ts'
import { nativeCoin, usdc, usdt } from './tokens.ts'

export const avalanche: Network = {
  id: 'dcca8c6a-566d-4681-95ad-4cce64e15b5d',
  key: 'avalanche',
  name: 'Avalanche',
  color: '#e84142',
  chainId: '43114',
  sandboxChainId: '913370007',
  isEvm: true,
  nativeSymbol: 'AVAX',
  tokens: [
    nativeCoin('AVAX', 'Avalanche', 18),
    usdc('0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E'),
    usdt('0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7'),
  ],
  requiredConfirmations: 3,
  explorerUrl: 'https://snowtrace.io/tx/{hash}',
  checkAddress: checkEvmAddress,
  irrecoverableReason: reasonOfEvmAddress,
  tag: noTag,
}
