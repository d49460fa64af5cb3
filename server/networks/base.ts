import { checkEvmAddress } from './evm-address.ts'
import type { Network } from './network.ts'

export const base: Network = {
  id: 'aa883b03-120d-477c-a588-37c2afd3ca71',
  key: 'base',
  name: 'Base',
  chainId: '8453',
  sandboxChainId: '913370002',
  nativeSymbol: 'ETH',
  tokens: [
    { symbol: 'ETH', name: 'Ether', decimals: 18, contract: '' },
    { symbol: 'USDC', name: 'USD Coin', decimals: 6, contract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
    {
      symbol: 'TEST',
      name: 'Test Token',
      decimals: 18,
      contract: '0x7e57000000000000000000000000000000000001',
      sandboxOnly: true,
    },
  ],
  requiredConfirmations: 3,
  explorerUrl: 'https://basescan.org/tx/{hash}',
  checkAddress: checkEvmAddress,
  tag: 'none',
}
