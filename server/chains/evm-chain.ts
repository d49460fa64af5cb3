import {
  type Address,
  erc20Abi,
  type Hash,
  isAddressEqual,
  type PublicClient,
  parseEventLogs,
  TransactionReceiptNotFoundError,
} from 'viem'
import type { Chain, MinedPayment, MinedTransaction, PaymentToFind } from './chain.ts'
import { evmNode } from './evm-node.ts'
import type { NodeFetch } from './node-fetch.ts'
import { redactRpcError } from './redact-rpc-error.ts'

/** An EVM network's node. `chainId` is checked on the first read: a node of another chain would prove nothing. */
export function evmChain(rpcUrl: string, chainId: string, fetchFn?: NodeFetch): Chain {
  const checkedClient = evmNode(rpcUrl, chainId, fetchFn)

  async function tokenPayment(client: PublicClient, payment: PaymentToFind): Promise<MinedPayment> {
    const [receipt, head] = await Promise.all([
      client.getTransactionReceipt({ hash: payment.hash as Hash }),
      client.getBlockNumber(),
    ])
    const transfers = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: receipt.logs }).filter(
      (log) =>
        isAddressEqual(log.address, payment.contract as Address) &&
        isAddressEqual(log.args.to, payment.to as Address) &&
        (payment.from === undefined || isAddressEqual(log.args.from, payment.from as Address)),
    )
    const baseUnits = transfers.reduce((sum, log) => sum + log.args.value, 0n)
    return {
      succeeded: receipt.status === 'success',
      to: transfers.length > 0 ? payment.to : '',
      contract: payment.contract,
      baseUnits,
      confirmations: Number(head - receipt.blockNumber) + 1,
    }
  }

  async function nativePayment(client: PublicClient, payment: PaymentToFind): Promise<MinedPayment> {
    const hash = payment.hash as Hash
    const [receipt, transaction, head] = await Promise.all([
      client.getTransactionReceipt({ hash }),
      client.getTransaction({ hash }),
      client.getBlockNumber(),
    ])
    return {
      succeeded: receipt.status === 'success',
      to: transaction.to ?? '',
      contract: '',
      baseUnits: isOf(transaction.from, payment.from) ? transaction.value : 0n,
      confirmations: Number(head - receipt.blockNumber) + 1,
    }
  }

  async function minedTransaction(client: PublicClient, hash: Hash): Promise<MinedTransaction | undefined> {
    const [receipt, { from, to, value }] = await Promise.all([
      client.getTransactionReceipt({ hash }),
      client.getTransaction({ hash }),
    ])
    if (receipt.status !== 'success') return undefined
    const coins = value === 0n || to === null ? [] : [{ from, to, contract: '', baseUnits: value }]
    const logs = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: receipt.logs })
    const tokens = logs.map(({ address, args }) => ({
      ...{ from: args.from, to: args.to, contract: address },
      baseUnits: args.value,
    }))
    return { block: Number(receipt.blockNumber), amounts: [...coins, ...tokens] }
  }

  async function unlessUnmined<Result>(read: Promise<Result>): Promise<Result | undefined> {
    try {
      return await read
    } catch (error) {
      if (error instanceof TransactionReceiptNotFoundError) return undefined
      throw redactRpcError(error)
    }
  }

  const isOf = (from: Address, expected: string | undefined) =>
    expected === undefined || isAddressEqual(from, expected as Address)

  return {
    isHash: (text) => /^0x[0-9a-f]{64}$/i.test(text),
    findPayment(payment) {
      const read = async () => {
        const client = await checkedClient()
        return payment.contract === '' ? nativePayment(client, payment) : tokenPayment(client, payment)
      }
      return unlessUnmined(read())
    },
    readTransaction(hash) {
      const read = async () => minedTransaction(await checkedClient(), hash as Hash)
      return unlessUnmined(read())
    },
  }
}
