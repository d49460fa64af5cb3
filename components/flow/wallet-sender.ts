// Sends transfers with a wallet, for one chain type.

import type { CallDeps } from './call-types.ts'
import type { WalletOrder } from './flow-context.ts'
import type { WalletStage } from './flow-state.ts'
import type { Transfer } from './transfer-responses.ts'

/** Calls the connected wallet. Rejects with a WalletRefusal. */
export type WalletRequestFn = (method: string, params?: unknown[]) => Promise<unknown>

export interface PrepareInput {
  callWallet: WalletRequestFn
  order: WalletOrder
  /** The wallet's name. */
  name: string
  showStage: (stage: WalletStage) => void
}

export interface WalletSender {
  /** Brings the wallet to the right account and network. When it throws, no payment was requested. */
  prepare(input: PrepareInput): Promise<void>
  /** Requests the payment, or its signature. */
  request(callWallet: WalletRequestFn, order: WalletOrder): Promise<unknown>
  /** Reports the wallet's response to the server. */
  report(response: unknown, order: WalletOrder, deps: CallDeps): Promise<WalletReport>
  /** Whether this error proves that nothing was sent. */
  hasNotSent(error: unknown): boolean
}

export interface WalletReport {
  transfer: Transfer
  /** The wallet has to sign this once more: the signed transaction expired. */
  again?: WalletOrder['request'] | null
}
