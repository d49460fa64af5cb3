import { reasonOfBurnAddress } from './burn-address.ts'
import type { Network } from './network.ts'
import { tonComment } from './tags.ts'
import { nativeCoin, usdt } from './tokens.ts'
import { checkTonAddress, tonAccountOf } from './ton-address.ts'

const burnAddresses = [
  'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c',
  'UQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAJKZ',
]

export const ton: Network = {
  id: '649c3eb5-5a32-40eb-9391-bd7dd4437094',
  key: 'ton',
  name: 'TON',
  color: '#0078c8',
  chainId: '607',
  sandboxChainId: '913370015',
  isEvm: false,
  nativeSymbol: 'TON',
  tokens: [nativeCoin('TON', 'Toncoin', 9), usdt('EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs')],
  requiredConfirmations: 1,
  explorerUrl: 'https://tonviewer.com/transaction/{hash}',
  checkAddress: checkTonAddress,
  accountOf: tonAccountOf,
  irrecoverableReason: reasonOfBurnAddress(burnAddresses),
  tag: tonComment,
}
