// The addresses of wallets on EVM networks and on Solana.

import { ApiError } from '../contract/errors.ts'
import { checkEvmAddress } from '../networks/evm-address.ts'
import { checkSolanaAddress } from '../networks/solana-address.ts'

/** Returns the address in its stored form. Throws the errors of an address. */
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
