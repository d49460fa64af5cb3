import { checkEvmAddress, reasonOfEvmAddress } from './evm-address.ts'
import type { Network } from './network.ts'
import { noTag } from './tags.ts'
import { ether, usdc, usdt } from './tokens.ts'

export const arbitrum: Network = {
  id: '9d1dc4c5-f9a1-4b54-aa63-fd9acb142b8a',
  key: 'arbitrum',
  name: 'Arbitrum',
  color: '#1b6fb8',
  chainId: '42161',
  sandboxChainId: '913370003',
  isEvm: true,
  nativeSymbol: 'ETH',
  tokens: [
    ether,
    usdc('0xaf88d065e77c8cC2239327C5EDb3A432268e5831'),
    usdt('0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'),
    { symbol: 'ARB', name: 'Arbitrum', decimals: 18, contract: '0x912CE59144191C1204E64559FE8253a0e49E6548' },
  ],
  requiredConfirmations: 3,
  explorerUrl: 'https://arbiscan.io/tx/{hash}',
  checkAddress: checkEvmAddress,
  irrecoverableReason: reasonOfEvmAddress,
  tag: noTag,
}
