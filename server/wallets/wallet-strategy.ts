// The request to a wallet that sends by itself: its call, and the block from which the chain is watched.

import type { Network } from '../networks/network.ts'
import type { Query } from '../storage/storage.ts'
import type { TransferTerms } from '../transfers/terms.ts'
import type { Transfer } from '../transfers/transfer-store.ts'
import { firstNewNonce, nativeBalancesBefore } from './ambiguous-payment.ts'
import { toHex } from './calldata.ts'
import {
  assertNoEqualPending,
  assertNoOpenAttempt,
  assertNothingInMempool,
  type DuplicateGuardDeps,
  pollWithMempool,
} from './duplicate-guard.ts'
import { requireOwnership } from './ownership.ts'
import { paymentCall } from './payment-call.ts'
import type { SolanaRequest } from './solana-messages.ts'
import type { WalletNetwork } from './wallet-networks.ts'
import type { WatchStart } from './watch-rows.ts'

/** The parameter of `eth_sendTransaction`. */
export interface EvmRequest {
  chainId: string
  from: string
  to: string
  data: string
  value: string
  gas: string
}

/** The request that the page passes to the wallet. */
export type WalletRequest = EvmRequest | SolanaRequest

/** The chain that the wallet must use. The page requests the wallet to switch to it or to add it. */
export interface WalletChain {
  chainId: string
  nativeDecimals: number
  rpcUrl: string | null
  explorerUrl: string | null
}

/** Requests to wallets on one type of chain. Methods that read the chain throw if it cannot be read. */
export interface WalletStrategy {
  network: Network
  chain: WalletChain
  /**
   * Called before anything is written. Returns the start of the watch, and further rows to write with the transfer. Throws if the
   * account may have made this payment already.
   */
  prepare(attempt: WalletAttempt): Promise<Prepared>
  buildRequest(transfer: Transfer): Promise<WalletRequest>
  /** The wallet may have sent long before. */
  poll(transfer: Transfer): Promise<{ transfer: Transfer }>
  /** Called before a request without a response is repeated. Throws if the wallet may have sent. */
  assertSafeToRetry(transfer: Transfer): Promise<void>
}

interface WalletAttempt {
  transferId: string
  clientId: string
  userId: string
  terms: TransferTerms
}

export interface Prepared {
  watch: WatchStart
  write?(query: Query): Promise<void>
}

export function evmStrategy(deps: DuplicateGuardDeps, at: WalletNetwork): WalletStrategy {
  const { network, reads, rpcUrl, explorerUrl } = at
  const chainId = toHex(BigInt(at.chainId))
  return {
    network,
    chain: { chainId, nativeDecimals: 18, rpcUrl, explorerUrl },
    async prepare(attempt) {
      const { terms } = attempt
      await assertNoOpenAttempt(deps, at, attempt)
      await assertNoEqualPending(deps, attempt)
      const [nonces, head, balancesBefore] = await Promise.all([
        reads.nonces(terms.fromAddress),
        reads.head(),
        nativeBalancesBefore(at, terms),
      ])
      const waiting = nonces.pending > nonces.mined ? await reads.waiting(terms.fromAddress) : []
      const nonce = firstNewNonce(terms, nonces, waiting)
      return {
        watch: { nonce, minedNonce: nonces.mined, firstBlock: head, balancesBefore },
        // In the transaction of the transfer, so that of two users at the same moment the second is detected.
        write: (query) => requireOwnership(query, attempt),
      }
    },
    poll: (transfer) => pollWithMempool(deps, at, transfer),
    async assertSafeToRetry(transfer) {
      // First: the error of an ownership states that nothing was sent.
      await assertNothingInMempool(deps, at, transfer)
      await requireOwnership(deps.database.query, { ...transfer, transferId: transfer.id })
    },
    async buildRequest({ terms }) {
      const { from, to, data, value } = paymentCall(terms, {
        from: terms.fromAddress,
        to: terms.toAddress,
        amount: terms.amount,
      })
      return { chainId, from, to, data, value: toHex(value), gas: toHex(gasLimitOf(terms)) }
    },
  }
}

function gasLimitOf({ walletCall }: TransferTerms): bigint {
  if (walletCall?.chainType !== 'evm') throw new Error('the terms of an EVM transfer have no gas limit')
  return BigInt(walletCall.gasLimit)
}
