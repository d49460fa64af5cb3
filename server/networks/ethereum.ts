import { checkEvmAddress } from './evm-address.ts'
import type { Network } from './network.ts'

export const ethereum: Network = {
  id: 'e3c7fdd8-b1fc-4e51-85ae-bb276e075611',
  key: 'ethereum',
  name: 'Ethereum',
  chainId: '1',
  sandboxChainId: '913370001',
  nativeSymbol: 'ETH',
  tokens: [
    { symbol: 'ETH', name: 'Ether', decimals: 18, contract: '' },
    { symbol: 'USDC', name: 'USD Coin', decimals: 6, contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
    {
      symbol: 'TEST',
      name: 'Test Token',
      decimals: 18,
      contract: '0x7e57000000000000000000000000000000000001',
      sandboxOnly: true,
    },
  ],
  requiredConfirmations: 3,
  explorerUrl: 'https://etherscan.io/tx/{hash}',
  checkAddress: checkEvmAddress,
  tag: 'none',
}
