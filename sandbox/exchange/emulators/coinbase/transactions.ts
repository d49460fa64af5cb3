// Withdrawals as Coinbase's transactions. "completed" means that the amount has left the account. The status of `network` states
// whether the transaction is on the chain.

import { ExchangeError } from '../../exchange-error.ts'
import { json, type RouteResponse } from '../../http.ts'
import { corruptListing } from '../corrupt-listing.ts'
import { findWithdrawals, type ListedWithdrawal } from '../find-withdrawals.ts'
import type { AuthorizedCall } from './context.ts'
import { dollars, money } from './money.ts'
import { networkId } from './networks.ts'
import { paged } from './paging.ts'
import { uuidOf, type Wallet, walletNamed } from './wallets.ts'

const words: Record<ListedWithdrawal['status'], string> = {
  pending: 'pending',
  sent: 'completed',
  completed: 'completed',
  failed: 'failed',
  canceled: 'canceled',
  odd: 'deferred',
}

export function listTransactions(authorizedCall: AuthorizedCall): RouteResponse {
  const wallet = walletNamed(authorizedCall, authorizedCall.params.account ?? '')
  const rows = listedWithdrawals(authorizedCall, wallet).map((withdrawal) => transactionOnTheWire(withdrawal, wallet))
  return json(paged(rows, `/v2/accounts/${wallet.id}/transactions`, authorizedCall.query))
}

export function showTransaction(authorizedCall: AuthorizedCall): RouteResponse {
  const wallet = walletNamed(authorizedCall, authorizedCall.params.account ?? '')
  const requested = authorizedCall.params.transaction
  const found = listedWithdrawals(authorizedCall, wallet)
    .map((withdrawal) => transactionOnTheWire(withdrawal, wallet))
    .find(({ id }) => id === requested)
  if (found === undefined) throw new ExchangeError(404, 'not_found', 'Not found')
  return json({ data: found })
}

function listedWithdrawals({ context, call }: AuthorizedCall, { accountId, asset }: Wallet): ListedWithdrawal[] {
  const found = findWithdrawals(context.exchange.database, { accountId, asset: asset.symbol })
  return corruptListing(found, call.faults, context.now())
}

export function transactionOnTheWire(withdrawal: ListedWithdrawal, wallet: Wallet) {
  const { asset, units, fee, address } = withdrawal
  const id = transactionId(withdrawal.id)
  const total = units + fee
  return {
    id,
    type: 'send',
    status: words[withdrawal.status],
    amount: money(total, asset, '-'),
    native_amount: dollars(total, asset, '-'),
    description: null,
    created_at: timeText(withdrawal.createdAt),
    updated_at: timeText(withdrawal.updatedAt),
    resource: 'transaction',
    resource_path: `/v2/accounts/${wallet.id}/transactions/${id}`,
    instant_exchange: false,
    network: networkOnTheWire(withdrawal),
    // The recipient of an internal transfer is a user.
    to: withdrawal.isInternal
      ? { resource: 'user', id: uuidOf(`user of ${address}`) }
      : {
          resource: 'address',
          address,
          ...(withdrawal.tag === '' ? {} : { address_info: { address, destination_tag: withdrawal.tag } }),
        },
    ...(withdrawal.reference === '' ? {} : { idem: withdrawal.reference }),
  }
}

// Hashes of EVM networks have no 0x prefix.
function networkOnTheWire({ asset, network, fee, hash, status, isInternal }: ListedWithdrawal) {
  if (isInternal) return { status: 'off_blockchain', network_name: networkId(network) }
  return {
    status: status === 'completed' ? 'confirmed' : 'pending',
    ...(hash === '' ? {} : { hash: hash.replace(/^0x/, '') }),
    network_name: networkId(network),
    transaction_fee: money(fee, asset),
  }
}

export function transactionId(id: string): string {
  return uuidOf(`transaction ${id}`)
}

function timeText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}
