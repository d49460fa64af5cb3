// Withdrawals as Coinbase's transactions. "completed" means that it has left the account: whether the chain has it is told by
// the status of `network`.

import { ExchangeError } from '../../exchange-error.ts'
import { type Answer, json } from '../../http.ts'
import { tell } from '../corrupt-listing.ts'
import { findWithdrawals, type Told } from '../find-withdrawals.ts'
import type { Asked } from './context.ts'
import { dollars, money } from './money.ts'
import { networkId } from './networks.ts'
import { paged } from './paging.ts'
import { uuidOf, type Wallet, walletNamed } from './wallets.ts'

const words: Record<Told['status'], string> = {
  pending: 'pending',
  sent: 'completed',
  completed: 'completed',
  failed: 'failed',
  canceled: 'canceled',
  odd: 'deferred',
}

export function listTransactions(asked: Asked): Answer {
  const wallet = walletNamed(asked, asked.params.account ?? '')
  const rows = toldOf(asked, wallet).map((told) => transactionOnTheWire(told, wallet))
  return json(paged(rows, `/v2/accounts/${wallet.id}/transactions`, asked.query))
}

export function showTransaction(asked: Asked): Answer {
  const wallet = walletNamed(asked, asked.params.account ?? '')
  const wanted = asked.params.transaction
  const found = toldOf(asked, wallet)
    .map((told) => transactionOnTheWire(told, wallet))
    .find(({ id }) => id === wanted)
  if (found === undefined) throw new ExchangeError(404, 'not_found', 'Not found')
  return json({ data: found })
}

function toldOf({ context, call }: Asked, { accountId, asset }: Wallet): Told[] {
  const found = findWithdrawals(context.exchange.database, { accountId, asset: asset.symbol })
  return tell(found, call.faults, context.now())
}

export function transactionOnTheWire(told: Told, wallet: Wallet) {
  const { asset, units, fee, address } = told
  const id = transactionId(told.id)
  const total = units + fee
  return {
    id,
    type: 'send',
    status: words[told.status],
    amount: money(total, asset, '-'),
    native_amount: dollars(total, asset, '-'),
    description: null,
    created_at: timeText(told.createdAt),
    updated_at: timeText(told.updatedAt),
    resource: 'transaction',
    resource_path: `/v2/accounts/${wallet.id}/transactions/${id}`,
    instant_exchange: false,
    network: networkOnTheWire(told),
    // Inside Coinbase it is a user who receives.
    to: told.isInternal
      ? { resource: 'user', id: uuidOf(`user of ${address}`) }
      : {
          resource: 'address',
          address,
          ...(told.tag === '' ? {} : { address_info: { address, destination_tag: told.tag } }),
        },
    ...(told.reference === '' ? {} : { idem: told.reference }),
  }
}

// Hashes of EVM networks come without their 0x.
function networkOnTheWire({ asset, network, fee, hash, status, isInternal }: Told) {
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
