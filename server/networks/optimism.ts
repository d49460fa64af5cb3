import { checkEvmAddress, reasonOfEvmAddress } from './evm-address.ts'
import type { Network } from './network.ts'
import { noTag } from './tags.ts'
import { ether, usdc, usdt } from './tokens.ts'

export const optimism: Network = {
  id: '6395b362-c8e7-4a7a-ab7b-e80e98281da3',
  key: 'optimism',
  name: 'Optimism',
  color: '#e3001b',
  chainId: '10',
  sandboxChainId: '913370004',
  isEvm: true,
  nativeSymbol: 'ETH',
  tokens: [
    ether,
    usdc('0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'),
    usdt('0x94b008aA00579c1307B0EF2c499aD98a8ce58e58'),
    { symbol: 'OP', name: 'Optimism', decimals: 18, contract: '0x4200000000000000000000000000000000000042' },
  ],
  requiredConfirmations: 3,
  explorerUrl: 'https://optimistic.etherscan.io/tx/{hash}',
  checkAddress: checkEvmAddress,
  irrecoverableReason: reasonOfEvmAddress,
  tag: noTag,
}
