// Reads an account on an EVM network: its balances, the cost of sending, and what it has sent. Nothing here signs.

import {
  type Address,
  BaseError,
  ExecutionRevertedError,
  encodeFunctionData,
  erc20Abi,
  type Hash,
  type Hex,
  recoverMessageAddress,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'
import { evmNode } from './evm-node.ts'
import type { NodeFetch } from './node-fetch.ts'
import { withRedactedErrors } from './redact-rpc-error.ts'

export interface EvmCall {
  from: string
  to: string
  data: string
  value: bigint
}

export interface SeenTransaction extends EvmCall {
  hash: string
  nonce: number
  /** Null while no block has it. */
  block: number | null
}

export interface TokenTransfer {
  hash: string
  from: string
  units: bigint
  block: number
}

/** The next nonces: after the mined transactions, and after those that the node knows to be pending. */
export interface Nonces {
  mined: number
  pending: number
}

interface SignedMessage {
  address: string
  message: string
  signature: string
}

/** Every read throws if the node cannot be reached or serves another chain. */
export interface EvmReads {
  head(): Promise<number>
  /** In smallest units, the native coin's first and then those of the tokens. */
  balances(owner: string, contracts: readonly string[]): Promise<{ native: bigint; tokens: bigint[] }>
  nonces(owner: string): Promise<Nonces>
  /** Transactions of the account that are not mined yet, as far as the node shows them. */
  waiting(owner: string): Promise<SeenTransaction[]>
  /** Whether the account is a contract, or delegates to one. */
  hasCode(account: string): Promise<boolean>
  /** The nonce as of a block. */
  nonceAt(owner: string, block: number): Promise<number>
  /** Whether another transaction than this one has used the nonce, in a block up to this one. */
  isReplaced(sent: { hash: string; owner: string; nonce: number; block: number }): Promise<boolean>
  /** The most that a unit of gas costs in the next blocks, also when the base fee rises. */
  gasPrice(): Promise<bigint>
  /** The layer-1 fee for the data of a transaction of this size: 0 on a chain without a layer below. */
  dataFee(bytes: number): Promise<bigint>
  /** Null if the chain would refuse the call. */
  estimateGas(call: EvmCall): Promise<bigint | null>
  transaction(hash: string): Promise<SeenTransaction | null>
  /** Between two blocks, both counted. */
  tokenTransfers(filter: {
    contract: string
    from: string | null
    to: string
    fromBlock: number
    toBlock: number
  }): Promise<TokenTransfer[]>
  transactionsIn(block: number): Promise<SeenTransaction[]>
  /**
   * The state of the account at a block: the text changes when the account receives or sends. Null for a contract, which may
   * forward a payment immediately.
   */
  stateAt(account: string, block: number): Promise<string | null>
  /**
   * The signer of a message (EIP-191) for the address: its key, or its contract (ERC-1271, or ERC-6492 before it is deployed).
   * Null if neither signed it.
   */
  signerOf(signed: SignedMessage): Promise<'key' | 'contract' | null>
}

/** The contract in which OP Stack chains publish the fee for data on the chain below. Other chains have no contract there. */
const dataFeeOracle = '0x420000000000000000000000000000000000000F'
const dataFeeAbi = [
  {
    type: 'function',
    name: 'getL1FeeUpperBound',
    stateMutability: 'view',
    inputs: [{ type: 'uint256' }],
    outputs: [{ type: 'uint256' }],
  },
] as const

export function evmReads(rpcUrl: string, chainId: string, fetchFn?: NodeFetch): EvmReads {
  const checkedClient = evmNode(rpcUrl, chainId, fetchFn)

  return withRedactedErrors<EvmReads>({
    async head() {
      return Number(await (await checkedClient()).getBlockNumber())
    },
    async balances(owner, contracts) {
      const reader = await checkedClient()
      const [native, ...tokens] = await Promise.all([
        reader.getBalance({ address: owner as Address }),
        ...contracts.map((address) =>
          reader.readContract({
            address: address as Address,
            abi: erc20Abi,
            functionName: 'balanceOf',
            args: [owner as Address],
          }),
        ),
      ])
      return { native, tokens }
    },
    async nonces(owner) {
      const reader = await checkedClient()
      const address = owner as Address
      const [mined, pending] = await Promise.all([
        reader.getTransactionCount({ address, blockTag: 'latest' }),
        reader.getTransactionCount({ address, blockTag: 'pending' }),
      ])
      return { mined, pending: Math.max(mined, pending) }
    },
    async waiting(owner) {
      const reader = await checkedClient()
      // Some nodes have no pending block.
      const block = await reader.getBlock({ blockTag: 'pending', includeTransactions: true }).catch(() => null)
      const own = block?.transactions.filter(({ from }) => from.toLowerCase() === owner.toLowerCase()) ?? []
      return own.map((each) => seen({ ...each, blockNumber: null }))
    },
    async hasCode(account) {
      const reader = await checkedClient()
      return (await reader.getCode({ address: account as Address })) !== undefined
    },
    async nonceAt(owner, block) {
      const reader = await checkedClient()
      return reader.getTransactionCount({ address: owner as Address, blockNumber: BigInt(block) })
    },
    async isReplaced({ hash, owner, nonce, block }) {
      const reader = await checkedClient()
      // One batch, to which one node responds. A second node may lag behind and not know the transaction yet.
      const [next, isMined] = await Promise.all([
        reader.getTransactionCount({ address: owner as Address, blockNumber: BigInt(block) }),
        reader.getTransactionReceipt({ hash: hash as Hash }).then(() => true, noReceipt),
      ])
      return next > nonce && !isMined
    },
    async gasPrice() {
      const reader = await checkedClient()
      const [block, tip] = await Promise.all([reader.getBlock(), reader.estimateMaxPriorityFeePerGas()])
      return block.baseFeePerGas === null ? reader.getGasPrice() : block.baseFeePerGas * 2n + tip
    },
    async dataFee(bytes) {
      const reader = await checkedClient()
      const data = encodeFunctionData({ abi: dataFeeAbi, args: [BigInt(bytes)] })
      const { data: response } = await reader.call({ to: dataFeeOracle, data })
      return response === undefined || response.length !== 66 ? 0n : BigInt(response)
    },
    async estimateGas({ from, to, data, value }) {
      const reader = await checkedClient()
      try {
        return await reader.estimateGas({ account: from as Address, to: to as Address, data: data as Hex, value })
      } catch (error) {
        if (error instanceof BaseError && error.walk((each) => each instanceof ExecutionRevertedError)) return null
        throw error
      }
    },
    async transaction(hash) {
      const reader = await checkedClient()
      try {
        return seen(await reader.getTransaction({ hash: hash as Hash }))
      } catch (error) {
        if (error instanceof TransactionNotFoundError) return null
        throw error
      }
    },
    async tokenTransfers({ contract, from, to, fromBlock, toBlock }) {
      const reader = await checkedClient()
      const logs = await reader.getContractEvents({
        address: contract as Address,
        abi: erc20Abi,
        eventName: 'Transfer',
        args: { ...(from === null ? {} : { from: from as Address }), to: to as Address },
        fromBlock: BigInt(fromBlock),
        toBlock: BigInt(toBlock),
        strict: true,
      })
      return logs.map(({ transactionHash, args, blockNumber }) => ({
        hash: transactionHash,
        from: args.from,
        units: args.value,
        block: Number(blockNumber),
      }))
    },
    async transactionsIn(block) {
      const reader = await checkedClient()
      const { transactions } = await reader.getBlock({ blockNumber: BigInt(block), includeTransactions: true })
      return transactions.map(seen)
    },
    async stateAt(account, block) {
      const reader = await checkedClient()
      const at = { address: account as Address, blockNumber: BigInt(block) }
      const [code, balance, nonce] = await Promise.all([
        reader.getCode(at),
        reader.getBalance(at),
        reader.getTransactionCount(at),
      ])
      return code === undefined ? `${balance}:${nonce}` : null
    },
    async signerOf({ address, message, signature }) {
      const signed = { message, signature: signature as Hex }
      const signer = await recoverMessageAddress(signed).catch(() => '')
      if (signer.toLowerCase() === address.toLowerCase()) return 'key'
      const isOfContract = await (await checkedClient()).verifyMessage({ address: address as Address, ...signed })
      return isOfContract ? 'contract' : null
    },
  })
}

function noReceipt(error: unknown): false {
  if (error instanceof TransactionReceiptNotFoundError) return false
  throw error
}

interface RawTransaction {
  hash: string
  from: string
  to: string | null
  input: string
  value: bigint
  nonce: number
  blockNumber: bigint | null
}

function seen({ hash, from, to, input, value, nonce, blockNumber }: RawTransaction): SeenTransaction {
  return {
    hash,
    from,
    to: to ?? '',
    data: input,
    value,
    nonce,
    block: blockNumber === null ? null : Number(blockNumber),
  }
}
