// Reads a wallet's transaction on the sandbox's Solana. The exchange only simulates its transfers there.

import { type Network, solanaNode } from 'transfer-link-server'
import { formatUnits } from 'viem'
import type { Moved, TransactionView } from './views.ts'

interface TokenBalance {
  mint: string
  owner: string
  uiTokenAmount: { amount: string }
}

interface SolanaTransaction {
  slot: number
  meta: {
    err: unknown
    preBalances: number[]
    postBalances: number[]
    preTokenBalances: TokenBalance[]
    postTokenBalances: TokenBalance[]
  }
  transaction: { message: { accountKeys: string[] } }
}

export async function readSolanaTransaction(
  network: Network,
  url: string,
  hash: string,
): Promise<TransactionView | null> {
  const node = solanaNode(url, 'solana:localnet')
  const options = { commitment: 'confirmed', encoding: 'json' }
  const found = await node.call<SolanaTransaction | null>('getTransaction', [hash, options])
  if (found === null) return null
  const { err } = found.meta
  return {
    hash,
    state: err === null ? 'done' : 'failed',
    at: null,
    from: found.transaction.message.accountKeys[0] ?? '',
    moved: [],
    details: [
      ['Slot', String(found.slot)],
      ...(err === null ? [] : [['Error', JSON.stringify(err)] as const]),
      ...changes(network, found).map(
        ({ amount, symbol, to }) => [`Change in ${symbol}`, `${amount} ${symbol} of ${to}`] as const,
      ),
    ],
  }
}

function changes(network: Network, { meta, transaction }: SolanaTransaction): Moved[] {
  const { preBalances, postBalances, preTokenBalances, postTokenBalances } = meta
  const before = (mint: string, owner: string) =>
    BigInt(preTokenBalances.find((each) => each.mint === mint && each.owner === owner)?.uiTokenAmount.amount ?? 0)
  const tokens = postTokenBalances.map(({ mint, owner, uiTokenAmount }): Moved => {
    const token = network.tokens.find(({ contract }) => contract === mint)
    const change = BigInt(uiTokenAmount.amount) - before(mint, owner)
    return { amount: formatUnits(change, token?.decimals ?? 0), symbol: token?.symbol ?? mint, to: owner }
  })
  const coins = transaction.message.accountKeys.flatMap((key, index): Moved[] => {
    const change = BigInt(postBalances[index] ?? 0) - BigInt(preBalances[index] ?? 0)
    return change === 0n ? [] : [{ amount: formatUnits(change, 9), symbol: network.nativeSymbol, to: key }]
  })
  return [...tokens, ...coins]
}
