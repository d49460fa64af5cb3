import { checkEvmAddress, reasonOfEvmAddress } from './evm-address.ts'
import type { Network } from './network.ts'
import { noTag } from './tags.ts'
import { ether, eurc, testToken, usdc } from './tokens.ts'

export const base: Network = {
  id: 'aa883b03-120d-477c-a588-37c2afd3ca71',
  key: 'base',
  name: 'Base',
  color: '#0052ff',
  chainId: '8453',
  sandboxChainId: '913370002',
  isEvm: true,
  nativeSymbol: 'ETH',
  tokens: [
    ether,
    usdc('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'),
    eurc('0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42'),
    testToken,
  ],
  requiredConfirmations: 3,
  explorerUrl: 'https://basescan.org/tx/{hash}',
  checkAddress: checkEvmAddress,
  irrecoverableReason: reasonOfEvmAddress,
  tag: noTag,
}
