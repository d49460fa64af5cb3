// The addresses that wallets are known by, of EVM networks and of Solana.

import { ApiError } from '../contract/errors.ts'
import { checkEvmAddress } from '../networks/evm-address.ts'
import { checkSolanaAddress } from '../networks/solana-address.ts'

/** In the one form in which it is stored. Throws the errors of an address. */
export function walletAddress(address: string): string {
  const onSolana = checkSolanaAddress(address)
  const check = onSolana.ok ? onSolana : checkEvmAddress(address)
  if (check.ok) return check.address
  const network = isEvm(address) ? 'Ethereum' : 'Ethereum or Solana'
  throw new ApiError(check.problem, { field: 'fields.address', network })
}

export function isEvm(address: string): boolean {
  return address.startsWith('0x')
}
