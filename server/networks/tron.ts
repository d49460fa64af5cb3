import { reasonOfBurnAddress } from './burn-address.ts'
import type { Network } from './network.ts'
import { noTag } from './tags.ts'
import { nativeCoin, usdt } from './tokens.ts'
import { checkTronAddress } from './tron-address.ts'

export const tron: Network = {
  id: '37eb3ad5-075a-4c9e-b520-00d673fa1fd6',
  key: 'tron',
  name: 'Tron',
  color: '#c8102e',
  chainId: '195',
  sandboxChainId: '913370010',
  isEvm: false,
  nativeSymbol: 'TRX',
  tokens: [nativeCoin('TRX', 'Tron', 6), usdt('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')],
  requiredConfirmations: 20,
  explorerUrl: 'https://tronscan.org/#/transaction/{hash}',
  checkAddress: checkTronAddress,
  irrecoverableReason: reasonOfBurnAddress(['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb']),
  tag: noTag,
}
