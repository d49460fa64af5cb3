// Reads what a Solana transaction paid, from the balances before and after it, whatever its instructions were.

import type { Chain, MinedPayment, MovedAmount, PaymentToFind } from './chain.ts'
import type { SolanaNode } from './solana-node.ts'
import { isSignature, signatureStatus, units } from './solana-reads.ts'
import { keysOf, type SolanaTransaction, type TokenBalance } from './solana-transaction.ts'

/** After this many blocks a transaction is final, and nodes stop counting. */
const finalConfirmations = 32

export function solanaChain(node: SolanaNode): Chain {
  return {
    isHash: isSignature,
    async findPayment(payment) {
      const found = await readTransaction(node, payment.hash)
      if (found === null || found.meta === null) return undefined
      const { status } = await signatureStatus(node, payment.hash)
      return minedPayment(payment, found, confirmationsOf(status?.confirmations))
    },
    async readTransaction(hash) {
      const found = await readTransaction(node, hash)
      if (found === null || found.meta === null || found.meta.err !== null) return undefined
      return { block: Number(found.slot), amounts: gainsIn(found.meta, keysOf(found)) }
    },
  }
}

function readTransaction(node: SolanaNode, hash: string): Promise<SolanaTransaction | null> {
  const options = { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 }
  return node.call('getTransaction', [hash, options])
}

/** A node that returns a transaction without a status is lagging. Such a transaction counts as just mined. */
function confirmationsOf(reported: number | null | undefined): number {
  if (reported === null) return finalConfirmations
  return Math.min(reported ?? 0, finalConfirmations - 2) + 1
}

function minedPayment(
  { to, contract, from }: PaymentToFind,
  found: SolanaTransaction,
  confirmations: number,
): MinedPayment {
  const { meta } = found
  if (meta === null) throw new Error('the node knows nothing of it')
  const keys = keysOf(found)
  const gainOf = contract === '' ? coinGain(meta, keys) : tokenGain(meta, keys, contract)
  const gained = gainOf(to)
  // If the sender's loss is smaller than the recipient's gain, another account has paid.
  const isPaidBy = from === undefined || -gainOf(from) >= gained
  const isPaid = gained > 0n && isPaidBy
  return {
    succeeded: meta.err === null,
    to: isPaid ? to : '',
    contract,
    baseUnits: isPaid ? gained : 0n,
    confirmations,
  }
}

type Meta = NonNullable<SolanaTransaction['meta']>

function coinGain({ preBalances, postBalances }: Meta, keys: readonly string[]) {
  return (address: string): bigint => {
    const at = keys.indexOf(address)
    return at < 0 ? 0n : units(postBalances[at]) - units(preBalances[at])
  }
}

/** `address` is the owner of the token account or the token account itself: exchanges use both. */
function tokenGain({ preTokenBalances, postTokenBalances }: Meta, keys: readonly string[], contract: string) {
  const sum = (balances: readonly TokenBalance[] | null | undefined, address: string) =>
    (balances ?? [])
      .filter(({ mint, owner, accountIndex }) => mint === contract && [owner, keys[accountIndex]].includes(address))
      .reduce((all, { uiTokenAmount }) => all + BigInt(uiTokenAmount.amount), 0n)
  return (address: string): bigint => sum(postTokenBalances, address) - sum(preTokenBalances, address)
}

/** Every account whose balance has grown, by the owner of a token account. */
function gainsIn(meta: Meta, keys: readonly string[]): MovedAmount[] {
  const balances = [...(meta.preTokenBalances ?? []), ...(meta.postTokenBalances ?? [])]
  const pairs = new Map(
    balances.flatMap(({ mint, owner }) => (owner === undefined ? [] : [[`${mint} ${owner}`, { mint, owner }]])),
  )
  const tokens = [...pairs.values()].map(({ mint, owner }) => ({
    ...{ from: null, to: owner, contract: mint },
    baseUnits: tokenGain(meta, keys, mint)(owner),
  }))
  const coins = keys.map((to) => ({ from: null, to, contract: '', baseUnits: coinGain(meta, keys)(to) }))
  return [...tokens, ...coins].filter(({ baseUnits }) => baseUnits > 0n)
}
