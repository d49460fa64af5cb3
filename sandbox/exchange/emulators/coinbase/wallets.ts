// Coinbase has one account per asset. A login with several accounts has several per asset. Balances count only what can be sent.

import { createHash } from 'node:crypto'
import type { Asset } from '../../asset.ts'
import { findAsset, networksFor } from '../../assets.ts'
import { ExchangeError } from '../../exchange-error.ts'
import { json, type RouteResponse } from '../../http.ts'
import type { Login } from '../../logins.ts'
import type { AuthorizedCall } from './context.ts'
import { money, placesOf } from './money.ts'
import { isListed, networkId } from './networks.ts'
import { paged } from './paging.ts'

export interface Wallet {
  id: string
  accountId: string
  asset: Asset
  name: string
  isPrimary: boolean
}

/** The accounts with a current or past balance. */
function walletsOf({ context, grant: { login } }: AuthorizedCall): Wallet[] {
  return login.accounts.flatMap((account, index) =>
    context.exchange.ledger.balances(account.id).flatMap(({ asset: symbol }) => {
      const asset = findAsset(symbol)
      if (asset === undefined) return []
      const prefix = login.accounts.length > 1 ? `${account.name} ` : ''
      const id = uuidOf(`wallet ${account.id} ${symbol}`)
      return [{ id, accountId: account.id, asset, name: `${prefix}${symbol} Wallet`, isPrimary: index === 0 }]
    }),
  )
}

/** Finds an account by its id or its currency code. Throws not_found. */
export function walletNamed(authorizedCall: AuthorizedCall, name: string): Wallet {
  const wallets = walletsOf(authorizedCall)
  const found = wallets.find(({ id }) => id === name) ?? wallets.find(({ asset }) => asset.symbol === name)
  if (found === undefined) throw new ExchangeError(404, 'not_found', 'Not found')
  return found
}

export function listWallets(authorizedCall: AuthorizedCall): RouteResponse {
  authorizedCall.context.exchange.restrictions.requireVerified(authorizedCall.grant.login)
  const rows = [
    ...walletsOf(authorizedCall).map((wallet) => walletOnTheWire(authorizedCall, wallet)),
    dollarWallet(authorizedCall.grant.login),
  ]
  return json(paged(rows, '/v2/accounts', authorizedCall.query))
}

export function showWallet(authorizedCall: AuthorizedCall): RouteResponse {
  authorizedCall.context.exchange.restrictions.requireVerified(authorizedCall.grant.login)
  return json({
    data: walletOnTheWire(authorizedCall, walletNamed(authorizedCall, authorizedCall.params.account ?? '')),
  })
}

const createdAt = '2023-08-28T23:49:17Z'

function walletOnTheWire(
  { context, grant: { login } }: AuthorizedCall,
  { id, accountId, asset, name, isPrimary }: Wallet,
) {
  const { exchange } = context
  const { available } = exchange.ledger.balance(accountId, asset.symbol)
  const maySend = login.withdrawalsLocked !== true && exchange.restrictions.heldUntil(login) === null
  return {
    id,
    name,
    primary: isPrimary,
    type: 'wallet',
    currency: currencyOnTheWire(asset),
    balance: money(available, asset),
    created_at: createdAt,
    updated_at: createdAt,
    resource: 'account',
    resource_path: `/v2/accounts/${id}`,
    allow_deposits: true,
    allow_withdrawals: maySend,
  }
}

// An account that cannot withdraw. Clients that list accounts must skip it.
function dollarWallet(login: Login) {
  const id = uuidOf(`wallet ${login.name} USD`)
  return {
    id,
    name: 'Cash (USD)',
    primary: false,
    type: 'fiat',
    currency: { code: 'USD', name: 'United States Dollar', color: '#0066cf', sort_index: 0, exponent: 2, type: 'fiat' },
    balance: { amount: '0.00', currency: 'USD' },
    created_at: createdAt,
    updated_at: createdAt,
    resource: 'account',
    resource_path: `/v2/accounts/${id}`,
    allow_deposits: true,
    allow_withdrawals: true,
  }
}

export function currencyOnTheWire(asset: Asset) {
  return {
    asset_id: uuidOf(`asset ${asset.symbol}`),
    code: asset.symbol,
    color: '#0033AD',
    exponent: placesOf(asset),
    name: asset.name,
    slug: asset.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    type: 'crypto',
    rewards: null,
  }
}

/** The networks of this asset that Coinbase supports, by Coinbase's names. */
export function networksOf({ accountId, asset }: Pick<Wallet, 'asset'> & { accountId: string | null }) {
  return networksFor(asset, accountId)
    .filter(({ network }) => isListed(network))
    .map((listed) => ({ id: networkId(listed.network), listed }))
}

export function uuidOf(what: string): string {
  const hex = createHash('sha256').update(what).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
