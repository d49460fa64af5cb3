import { reasonOfBurnAddress } from './burn-address.ts'
import type { Network } from './network.ts'
import { checkStellarAddress } from './stellar-address.ts'
import { stellarMemo } from './tags.ts'
import { nativeCoin, usdc } from './tokens.ts'

export const stellar: Network = {
  id: '5c099e8c-e9a4-43eb-948d-390cf7e639ab',
  key: 'stellar',
  name: 'Stellar',
  color: '#3b3f46',
  chainId: '148',
  sandboxChainId: '913370014',
  isEvm: false,
  nativeSymbol: 'XLM',
  tokens: [
    nativeCoin('XLM', 'Stellar Lumens', 7),
    // The issuer; with the code it is the asset.
    usdc('GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN', 7),
  ],
  requiredConfirmations: 1,
  explorerUrl: 'https://stellar.expert/explorer/public/tx/{hash}',
  checkAddress: checkStellarAddress,
  irrecoverableReason: reasonOfBurnAddress(['GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF']),
  tag: stellarMemo,
}
