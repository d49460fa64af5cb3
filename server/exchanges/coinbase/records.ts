// Coinbase's transactions: the rows of a listing, and the response to an order, which states less.

import * as z from 'zod'
import { Amount } from '../../contract/amount.ts'
import { chainHash, stateGivenHash } from '../kit/catalogue-tokens.ts'
import { AmountText, AnyText, inData, ShortText } from '../kit/response-parts.ts'
import { entryOf } from '../kit/tables.ts'
import type { ExchangeTools } from '../kit/tools.ts'
import type { Withdrawal, WithdrawalOrder } from '../withdrawal.ts'
import { Pagination } from './pages.ts'
import { networkKeys, offBlockchain, stateOf } from './tables.ts'

export const Id = z.string().regex(/^[0-9A-Za-z-]{1,64}$/)
export const Money = z.object({ amount: AmountText, currency: ShortText })

export const Transaction = z.object({
  id: Id,
  type: z.string(),
  status: ShortText,
  amount: Money,
  created_at: z.iso.datetime({ offset: true }),
  idem: AnyText.nullish(),
  network: z
    .object({
      status: AnyText.nullish(),
      hash: AnyText.nullish(),
      network_name: AnyText.nullish(),
      transaction_fee: Money.nullish(),
      transaction_amount: Money.nullish(),
    })
    .nullish(),
  to: z
    .object({
      address: AnyText.nullish(),
      address_info: z.object({ destination_tag: AnyText.nullish() }).nullish(),
    })
    .nullish(),
})
export type Transaction = z.infer<typeof Transaction>
export const OneTransaction = inData(Transaction)
/** The response to an order states less than a listed row does. */
export const Accepted = inData(Transaction.partial().required({ id: true }))
export const Transactions = z.object({ data: z.array(Transaction), pagination: Pagination })

export function isSend({ type, amount }: Transaction): boolean {
  return type === 'send' && amount.amount.isLessThan(Amount.zero)
}

export function coinbaseWithdrawal(tools: ExchangeTools, walletId: string, row: Transaction): Withdrawal {
  const { network, to, amount } = row
  const name = network?.network_name ?? ''
  const networkKey = name === '' ? null : (entryOf(networkKeys, name) ?? '')
  const hash = chainHash(tools, networkKey ?? '', network?.hash)
  const takesTag = networkKey === null || tools.networks.byKey(networkKey)?.tag.use !== 'none'
  return {
    id: `${walletId}:${row.id}`,
    clientReference: row.idem ?? '',
    symbol: amount.currency,
    networkKey,
    address: to?.address || null,
    addressTag: to?.address_info?.destination_tag || (takesTag ? null : ''),
    amount: arrivingOf(amount, network),
    state: stateGivenHash(hash, stateOf(row.status, network?.status ?? '')),
    ...(network?.status === offBlockchain ? { isInternal: true } : {}),
    hash,
    createdAt: new Date(row.created_at),
  }
}

/** Whether a field in the response to an order differs from the order. Missing fields are ignored. */
export function contradicts(row: z.infer<typeof Accepted>, order: WithdrawalOrder): boolean {
  const { type, idem, amount, network, to } = row
  const name = network?.network_name
  const tag = to?.address_info?.destination_tag
  return (
    (type !== undefined && type !== 'send') ||
    (!!idem && idem !== order.clientReference) ||
    (amount !== undefined && !paysFor(amount, network, order)) ||
    (!!name && (!Object.hasOwn(networkKeys, name) || networkKeys[name] !== order.networkKey)) ||
    (!!to?.address && to.address.toLowerCase() !== order.address.toLowerCase()) ||
    (!!tag && tag !== order.addressTag)
  )
}

/** If no fee is stated, the sum that left the account is the amount, or the amount plus the fee. */
function paysFor(amount: Transaction['amount'], network: Transaction['network'], order: WithdrawalOrder): boolean {
  const left = Amount.zero.subtract(amount.amount)
  const statesFee = !!network?.transaction_amount || network?.transaction_fee?.currency === amount.currency
  const isEnough = statesFee ? arrivingOf(amount, network).equals(order.amount) : !left.isLessThan(order.amount)
  return amount.currency === order.symbol && isEnough
}

/** `amount` is what left the account, including the fee, unless `network.transaction_amount` states what arrives. */
function arrivingOf(amount: Transaction['amount'], network: Transaction['network']): Amount {
  const left = Amount.zero.subtract(amount.amount)
  const fee = network?.transaction_fee
  const isInAsset = fee?.currency === amount.currency
  return network?.transaction_amount?.amount ?? (fee && isInAsset ? left.subtract(fee.amount) : left)
}
