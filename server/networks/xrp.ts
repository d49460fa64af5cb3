import { reasonOfBurnAddress } from './burn-address.ts'
import type { Network } from './network.ts'
import { xrpDestinationTag } from './tags.ts'
import { nativeCoin } from './tokens.ts'
import { checkXrpAddress } from './xrp-address.ts'

export const xrp: Network = {
  id: '49e6c4d3-a5c9-4710-ac1d-e3b024ce3005',
  key: 'xrp',
  name: 'XRP Ledger',
  color: '#23292f',
  chainId: '144',
  sandboxChainId: '913370011',
  isEvm: false,
  nativeSymbol: 'XRP',
  tokens: [nativeCoin('XRP', 'XRP', 6)],
  requiredConfirmations: 1,
  explorerUrl: 'https://xrpscan.com/tx/{hash}',
  checkAddress: checkXrpAddress,
  irrecoverableReason: reasonOfBurnAddress(['rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'rrrrrrrrrrrrrrrrrrrrBZbvji']),
  tag: xrpDestinationTag,
}
