// Signs and sends for the Sandbox Wallet. On request a transaction is sent again with a higher fee, replaced by an empty one, or lost.

import { createPublicClient, type Hex, http, keccak256 } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'

export interface SandboxChain {
  /** The network's id. */
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
  fate: 'sent' | 'spedUp' | 'canceled' | 'dropped'
}

/** The wallet's error for a transaction that cannot succeed. */
export class WalletError extends Error {}

const tip = 1_000_000_000n
/** The delay until a transaction is replaced. */
const replacementDelayMs = 700

/** Returns the hash of the requested transaction, even if it is replaced or lost. */
export async function sendFromWallet(chain: SandboxChain, key: PrivateKeyAccount, order: WalletOrder): Promise<Hex> {
  const client = createPublicClient({ transport: http(chain.url, { timeout: 5_000 }), cacheTime: 0 })
  const { address } = key
  const call = { to: order.to as Hex, data: order.data as Hex, value: BigInt(order.value) }
  const [nonce, gasPrice, balance, estimate] = await Promise.all([
    client.getTransactionCount({ address, blockTag: 'pending' }),
    client.getGasPrice(),
    client.getBalance({ address }),
    client.estimateGas({ account: address, ...call }).catch((error: unknown) => {
      throw new WalletError(shortReason(error))
    }),
  ])
  const gas = order.gas === undefined ? (estimate * 12n) / 10n : BigInt(order.gas)
  // If the whole balance is sent, the fee is the remainder instead of the wallet's usual fee.
  const affordable = (balance - call.value) / gas
  if (affordable < gasPrice) throw new WalletError('insufficient funds for gas * price + value')
  const feeFor = (times: bigint) => {
    const offered = (gasPrice * 2n + tip) * times
    return offered < affordable ? offered : affordable
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
    const requested = await sign(nonce)
    if (order.fate === 'sent') await send(requested)
    return keccak256(requested)
  }
  // The chain mines the next nonce at once. A nonce gap keeps the transaction in the mempool until it is replaced.
  const requested = await sign(nonce + 1)
  await send(requested)
  const instead = await sign(nonce + 1, order.fate === 'canceled' ? nothing : {}, 2n)
  const gap = await sign(nonce, nothing)
  setTimeout(() => {
    send(instead).then(
      () => send(gap),
      () => {},
    )
  }, replacementDelayMs)
  return keccak256(requested)
}

function shortReason(error: unknown): string {
  const { details, shortMessage } = error as { details?: string; shortMessage?: string }
  return details ?? shortMessage ?? 'the transaction would fail'
}
