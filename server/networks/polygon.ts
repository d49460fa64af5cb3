import { checkEvmAddress, reasonOfEvmAddress } from './evm-address.ts'
import type { Network } from './network.ts'
import { noTag } from './tags.ts'
import { nativeCoin, usdc, usdt } from './tokens.ts'

export const polygon: Network = {
  id: '7436e9d0-ba42-4d2b-b4c0-8e4e606b2c12',
  key: 'polygon',
  name: 'Polygon',
  color: '#8247e5',
  chainId: '137',
  sandboxChainId: '913370005',
  isEvm: true,
  nativeSymbol: 'POL',
  tokens: [
    nativeCoin('POL', 'Polygon', 18),
    usdc('0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'),
    usdt('0xc2132D05D31c914a87C6611C10748AEb04B58e8F'),
  ],
  requiredConfirmations: 12,
  explorerUrl: 'https://polygonscan.com/tx/{hash}',
  checkAddress: checkEvmAddress,
  irrecoverableReason: reasonOfEvmAddress,
  tag: noTag,
}
