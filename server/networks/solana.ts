import { reasonOfBurnAddress } from './burn-address.ts'
import type { Network } from './network.ts'
import { checkSolanaAddress } from './solana-address.ts'
import { noTag } from './tags.ts'
import { nativeCoin, usdc, usdt } from './tokens.ts'

// The system program, and the address whose deposits are burned.
const burnAddresses = ['11111111111111111111111111111111', '1nc1nerator11111111111111111111111111111111']

export const solana: Network = {
  id: '0291810a-5947-424d-9a59-e88bb33e999d',
  key: 'solana',
  name: 'Solana',
  color: '#14141f',
  chainId: '501',
  sandboxChainId: '913370008',
  isEvm: false,
  nativeSymbol: 'SOL',
  tokens: [
    nativeCoin('SOL', 'Solana', 9),
    usdc('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
    usdt('Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'),
  ],
  requiredConfirmations: 32,
  explorerUrl: 'https://solscan.io/tx/{hash}',
  checkAddress: checkSolanaAddress,
  irrecoverableReason: reasonOfBurnAddress(burnAddresses),
  tag: noTag,
}
