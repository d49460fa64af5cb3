import { checkEvmAddress, reasonOfEvmAddress } from './evm-address.ts'
import type { Network } from './network.ts'
import { noTag } from './tags.ts'
import { nativeCoin, usdc, usdt } from './tokens.ts'

export const bsc: Network = {
  id: '1787d704-351e-43af-a6e8-be3e9221bc22',
  key: 'bsc',
  name: 'BNB Smart Chain',
  color: '#f0b90b',
  chainId: '56',
  sandboxChainId: '913370006',
  isEvm: true,
  nativeSymbol: 'BNB',
  tokens: [
    nativeCoin('BNB', 'BNB', 18),
    // Pegged by Binance, with 18 decimals where the issuers' own have 6.
    usdc('0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', 18),
    usdt('0x55d398326f99059fF775485246999027B3197955', 18),
  ],
  requiredConfirmations: 6,
  explorerUrl: 'https://bscscan.com/tx/{hash}',
  checkAddress: checkEvmAddress,
  irrecoverableReason: reasonOfEvmAddress,
  tag: noTag,
}
