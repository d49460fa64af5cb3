// Solana messages written by Solana's library, like a wallet that compiles the request again.
import { address } from '@solana/addresses'
import { AccountRole, type Instruction } from '@solana/instructions'
import {
  appendTransactionMessageInstructions,
  compileTransactionMessage,
  createTransactionMessage,
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/transaction-messages'
import { guardProgram } from '../../server/chains/verify-signed-message.ts'

export interface Made {
  steps: readonly Instruction[]
  payer: string
  blockhash: string
  version?: 'legacy' | 0
}

/** With keys in another order. */
export function writeMessage({ steps, payer, blockhash, version = 'legacy' }: Made): Uint8Array {
  const message = appendTransactionMessageInstructions(
    steps,
    setTransactionMessageLifetimeUsingBlockhash(
      { blockhash: blockhash as never, lastValidBlockHeight: 1n },
      setTransactionMessageFeePayer(address(payer), createTransactionMessage({ version: version as 'legacy' })),
    ),
  )
  return Uint8Array.from(getCompiledTransactionMessageEncoder().encode(compileTransactionMessage(message) as never))
}

export function readMessage(message: Uint8Array): Made {
  const read = decompileTransactionMessage(getCompiledTransactionMessageDecoder().decode(message))
  const { blockhash } = read.lifetimeConstraint as { blockhash: string }
  return { steps: read.instructions, payer: read.feePayer.address, blockhash }
}

/** A guard that reads two accounts, as wallets append it to a page's instructions. */
export function guard(
  payer: string,
  other: string,
  role: AccountRole = AccountRole.READONLY,
  program = guardProgram,
): Instruction {
  return {
    programAddress: address(program),
    accounts: [
      { address: address(payer), role: AccountRole.READONLY },
      { address: address(other), role },
    ],
    data: Uint8Array.from([6, 1, 2, 3]),
  }
}
