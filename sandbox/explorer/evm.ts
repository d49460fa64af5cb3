// Reads blocks, transactions and balances of a local EVM chain, as rows to show.

import type { Network } from 'transfer-link-server'
import { type Address, createPublicClient, erc20Abi, formatUnits, type Hash, http, type PublicClient } from 'viem'
import { parseAbiItem, parseEventLogs } from 'viem/utils'
import type { AddressView, Moved, TransactionSummary, TransactionView } from './views.ts'

const transferEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const blocksAtOnce = 50
const maximumBlocks = 400
const listed = 25

export interface EvmReader {
  head(): Promise<bigint>
  /** Newest first. */
  latest(): Promise<TransactionSummary[]>
  transaction(hash: Hash): Promise<TransactionView | null>
  address(address: Address): Promise<AddressView>
}

export function evmReader(network: Network, url: string): EvmReader {
  const client = createPublicClient({ transport: http(url, { timeout: 5_000, batch: true }), cacheTime: 0 })
  const context = { network, client }
  return {
    head: () => client.getBlockNumber(),
    latest: () => latestTransactions(context, () => true),
    transaction: (hash) => readTransaction(context, hash),
    address: (address) => readAddress(context, address),
  }
}

interface Context {
  network: Network
  client: PublicClient
}

interface TransferLog {
  address: string
  args: { to: string; value: bigint }
}

function movedToken({ tokens }: Network, { address, args }: TransferLog): Moved {
  const token = tokens.find(({ contract }) => contract.toLowerCase() === address.toLowerCase())
  return {
    amount: formatUnits(args.value, token?.decimals ?? 0),
    symbol: token?.symbol ?? address,
    to: args.to,
  }
}

/** The native coin if any was sent, and the tokens. */
function movedIn(network: Network, coin: { value: bigint; to: string | null }, logs: TransferLog[]): Moved[] {
  const native = { amount: formatUnits(coin.value, 18), symbol: network.nativeSymbol, to: coin.to ?? '' }
  return [...(coin.value > 0n ? [native] : []), ...logs.map((log) => movedToken(network, log))]
}

async function latestTransactions(
  { network, client }: Context,
  isShown: (summary: TransactionSummary) => boolean,
): Promise<TransactionSummary[]> {
  const head = await client.getBlockNumber()
  const found: TransactionSummary[] = []
  for (let to = head; to >= 0n && found.length < listed && head - to < maximumBlocks; to -= BigInt(blocksAtOnce)) {
    const from = to < blocksAtOnce ? 0n : to - BigInt(blocksAtOnce) + 1n
    const numbers = Array.from({ length: Number(to - from) + 1 }, (_, index) => to - BigInt(index))
    const [logs, ...blocks] = await Promise.all([
      client.getLogs({ event: transferEvent, fromBlock: from, toBlock: to, strict: true }),
      ...numbers.map((blockNumber) => client.getBlock({ blockNumber, includeTransactions: true })),
    ])
    const summaries = blocks.flatMap(({ timestamp, transactions }) =>
      transactions.toReversed().map((transaction): TransactionSummary => {
        const own = logs.filter(({ transactionHash }) => transactionHash === transaction.hash)
        const moved = movedIn(network, transaction, own)
        return { hash: transaction.hash, at: Number(timestamp), from: transaction.from, moved }
      }),
    )
    found.push(...summaries.filter(isShown))
  }
  return found.slice(0, listed)
}

async function readTransaction({ network, client }: Context, hash: Hash): Promise<TransactionView | null> {
  const [transaction, receipt, head] = await Promise.all([
    client.getTransaction({ hash }).catch(() => null),
    client.getTransactionReceipt({ hash }).catch(() => null),
    client.getBlockNumber(),
  ])
  if (transaction === null) return null
  const block = receipt === null ? null : await client.getBlock({ blockNumber: receipt.blockNumber })
  const logs = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: receipt?.logs ?? [] })
  const moved = movedIn(network, transaction, logs)
  const confirmations = receipt === null ? 0n : head - receipt.blockNumber + 1n
  return {
    hash,
    state: receipt === null ? 'pending' : receipt.status === 'success' ? 'done' : 'failed',
    at: block === null ? null : Number(block.timestamp),
    from: transaction.from,
    moved: receipt?.status === 'reverted' ? [] : moved,
    details: [
      ['Confirmations', `${confirmations} (${network.requiredConfirmations} required)`],
      ['Block', receipt === null ? 'Waiting to be mined' : String(receipt.blockNumber)],
      ['Called address', transaction.to ?? 'Contract creation'],
      ...(receipt === null
        ? []
        : [
            ['Fee', `${formatUnits(receipt.gasUsed * receipt.effectiveGasPrice, 18)} ${network.nativeSymbol}`] as const,
          ]),
      ['Nonce', String(transaction.nonce)],
    ],
  }
}

async function readAddress(context: Context, address: Address): Promise<AddressView> {
  const { network, client } = context
  const ofToken = (contract: Address) =>
    client.readContract({ address: contract, abi: erc20Abi, functionName: 'balanceOf', args: [address] })
  const same = (other: string) => other.toLowerCase() === address.toLowerCase()
  const contracts = network.tokens.filter(({ contract }) => contract !== '')
  const [coins, transactions, ...balances] = await Promise.all([
    client.getBalance({ address }),
    latestTransactions(context, ({ from, moved }) => same(from) || moved.some(({ to }) => same(to))),
    // A token of the catalogue that this chain does not have.
    ...contracts.map(({ contract }) => ofToken(contract as Address).catch(() => 0n)),
  ])
  const held = contracts.flatMap(({ symbol, decimals }, index) => {
    const units = balances[index] ?? 0n
    return units === 0n ? [] : [`${formatUnits(units, decimals)} ${symbol}`]
  })
  return { address, balances: [`${formatUnits(coins, 18)} ${network.nativeSymbol}`, ...held], transactions }
}
