import { checkEvmAddress, reasonOfEvmAddress } from './evm-address.ts'
import type { Network } from './network.ts'
import { noTag } from './tags.ts'
import { ether, eurc, testToken, usdc, usdt } from './tokens.ts'

export const ethereum: Network = {
  id: 'e3c7fdd8-b1fc-4e51-85ae-bb276e075611',
  key: 'ethereum',
  name: 'Ethereum',
  color: '#627eea',
  chainId: '1',
  sandboxChainId: '913370001',
  isEvm: true,
  nativeSymbol: 'ETH',
  tokens: [
    ether,
    usdc('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
    usdt('0xdAC17F958D2ee523a2206206994597C13D831ec7'),
    eurc('0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c'),
    { symbol: 'DAI', name: 'Dai', decimals: 18, contract: '0x6B175474E89094C44Da98b954EedeAC495271d0F' },
    { symbol: 'WBTC', name: 'Wrapped Bitcoin', decimals: 8, contract: '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599' },
    { symbol: 'LINK', name: 'Chainlink', decimals: 18, contract: '0x514910771AF9Ca656af840dff83E8264EcF986CA' },
    testToken,
  ],
  requiredConfirmations: 3,
  explorerUrl: 'https://etherscan.io/tx/{hash}',
  checkAddress: checkEvmAddress,
  irrecoverableReason: reasonOfEvmAddress,
  tag: noTag,
}
