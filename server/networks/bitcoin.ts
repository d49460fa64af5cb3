import { bitcoinAddressCheck, reasonOfWitness } from './bitcoin-address.ts'
import { reasonOfBurnAddress } from './burn-address.ts'
import type { Network } from './network.ts'
import { noTag } from './tags.ts'
import { nativeCoin } from './tokens.ts'

const witnessPrefix = 'bc'
const reasonOfBitcoinBurnAddress = reasonOfBurnAddress([
  '1111111111111111111114oLvT2',
  '1BitcoinEaterAddressDontSendf59kuE',
])

export const bitcoin: Network = {
  id: '0880db06-7c7c-4738-898f-cf74efc03c47',
  key: 'bitcoin',
  name: 'Bitcoin',
  color: '#f7931a',
  chainId: '0',
  sandboxChainId: '913370009',
  isEvm: false,
  nativeSymbol: 'BTC',
  tokens: [nativeCoin('BTC', 'Bitcoin', 8)],
  requiredConfirmations: 2,
  explorerUrl: 'https://mempool.space/tx/{hash}',
  checkAddress: bitcoinAddressCheck({ versions: [0x00, 0x05], witnessPrefix }),
  irrecoverableReason: (address) => reasonOfBitcoinBurnAddress(address) ?? reasonOfWitness(address, witnessPrefix),
  tag: noTag,
}
