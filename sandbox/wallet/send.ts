// Signs and sends for the Sandbox Wallet, or does with a transaction what can befall it: sent again with a higher fee, replaced
// by one that sends nothing, lost.

import { createPublicClient, type Hex, http, keccak256 } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'

export interface SandboxChain {
  /** Of the network. */
  id: string
  name: string
  nativeSymbol: string
  chainId: number
  tokens: readonly { symbol: string; decimals: number; contract: string }[]
  url: string
}

export interface WalletOrder {
  to: string
  data: string
  value: string
  gas?: string | undefined
  fate: 'sent' | 'hastened' | 'canceled' | 'dropped'
}

/** What a wallet says that finds the transaction impossible. */
export class WalletTrouble extends Error {}

const tip = 1_000_000_000n
/** After so long its user wants it otherwise. */
const secondThoughtsMs = 700

/** Answers the hash of the transaction as it was asked for, whatever became of it. */
export async function sendFromWallet(chain: SandboxChain, key: PrivateKeyAccount, order: WalletOrder): Promise<Hex> {
  const client = createPublicClient({ transport: http(chain.url, { timeout: 5_000 }), cacheTime: 0 })
  const { address } = key
  const call = { to: order.to as Hex, data: order.data as Hex, value: BigInt(order.value) }
  const [nonce, gasPrice, balance, estimate] = await Promise.all([
    client.getTransactionCount({ address, blockTag: 'pending' }),
    client.getGasPrice(),
    client.getBalance({ address }),
    client.estimateGas({ account: address, ...call }).catch((error: unknown) => {
      throw new WalletTrouble(shortReason(error))
    }),
  ])
  const gas = order.gas === undefined ? (estimate * 12n) / 10n : BigInt(order.gas)
  // Who sends all of a coin leaves as much for the fee as it needs, and not what a wallet would like to have.
  const affordable = (balance - call.value) / gas
  if (affordable < gasPrice) throw new WalletTrouble('insufficient funds for gas * price + value')
  const feeFor = (times: bigint) => {
    const wanted = (gasPrice * 2n + tip) * times
    return wanted < affordable ? wanted : affordable
  }
  const sign = (at: number, changed: { to?: Hex; data?: Hex; value?: bigint } = {}, times = 1n) =>
    key.signTransaction({
      type: 'eip1559',
      chainId: chain.chainId,
      nonce: at,
      ...call,
      gas,
      ...changed,
      maxFeePerGas: feeFor(times),
      maxPriorityFeePerGas: tip * times < feeFor(times) ? tip * times : feeFor(times),
    })
  const send = (serializedTransaction: Hex) => client.sendRawTransaction({ serializedTransaction })
  const nothing = { to: address, data: '0x', value: 0n } as const
  if (order.fate === 'sent' || order.fate === 'dropped') {
    const asked = await sign(nonce)
    if (order.fate === 'sent') await send(asked)
    return keccak256(asked)
  }
  // The chain takes at once whatever is next. With a gap before it a transaction waits, seen by all, until it is replaced.
  const asked = await sign(nonce + 1)
  await send(asked)
  const instead = await sign(nonce + 1, order.fate === 'canceled' ? nothing : {}, 2n)
  const gap = await sign(nonce, nothing)
  setTimeout(() => {
    send(instead).then(
      () => send(gap),
      () => {},
    )
  }, secondThoughtsMs)
  return keccak256(asked)
}

function shortReason(error: unknown): string {
  const { details, shortMessage } = error as { details?: string; shortMessage?: string }
  return details ?? shortMessage ?? 'the transaction would fail'
}
