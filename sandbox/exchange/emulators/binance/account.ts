// Binance's calls about the account and the calling key.

import type { Asset } from '../../asset.ts'
import { findAsset, unitsOf } from '../../assets.ts'
import { json, type RouteResponse } from '../../http.ts'
import { parameter } from '../emulator.ts'
import type { SignedCall } from './context.ts'
import { wordsFor } from './networks.ts'
import { amountText } from './places.ts'

export function restrictions({ key }: SignedCall): RouteResponse {
  const may = (permission: 'read' | 'trade' | 'withdraw') => key.permissions.includes(permission)
  return json({
    ipRestrict: key.addresses.length > 0,
    createTime: key.createdAt,
    enableReading: may('read'),
    enableWithdrawals: may('withdraw'),
    enableInternalTransfer: false,
    enableMargin: false,
    enableFutures: false,
    permitsUniversalTransfer: false,
    enableVanillaOptions: false,
    enableFixApiTrade: false,
    enableFixReadOnly: false,
    enableSpotAndMarginTrading: may('trade'),
    enablePortfolioMarginTrading: false,
  })
}

export function spotAccount({ context, key }: SignedCall): RouteResponse {
  const balances = ownBalances(context, key.accountId).map(({ asset, available, held }) => ({
    asset: asset.symbol,
    free: amountText(available, asset),
    locked: amountText(held, asset),
  }))
  return json({
    ...{ makerCommission: 10, takerCommission: 10, buyerCommission: 0, sellerCommission: 0 },
    canTrade: key.permissions.includes('trade'),
    canWithdraw: key.permissions.includes('withdraw'),
    canDeposit: true,
    accountType: 'SPOT',
    updateTime: context.now(),
    balances,
    permissions: ['SPOT'],
    uid: key.createdAt,
  })
}

export function userAssets({ context, key, parameters }: SignedCall): RouteResponse {
  const requested = parameter(parameters, 'asset')
  return json(
    ownBalances(context, key.accountId)
      .filter(({ asset }) => requested === null || asset.symbol === requested)
      .map(({ asset, available, held }) => ({
        asset: asset.symbol,
        free: amountText(available, asset),
        locked: '0',
        freeze: '0',
        withdrawing: amountText(held, asset),
        ipoable: '0',
        btcValuation: '0',
      })),
  )
}

function ownBalances({ exchange }: SignedCall['context'], accountId: string) {
  return exchange.ledger.balances(accountId).flatMap(({ asset: symbol, available, held }) => {
    const asset = findAsset(symbol)
    return asset === undefined ? [] : [{ asset, available, held }]
  })
}

export function savedAddresses({ context, key }: SignedCall): RouteResponse {
  return json(
    context.savedAddresses.of(key.login.name).map((saved) => ({
      address: saved.address,
      addressTag: saved.tag,
      coin: saved.asset,
      name: saved.label,
      network: wordsFor(saved.network).id,
      origin: 'others',
      originType: '',
      whiteStatus: saved.verified,
    })),
  )
}

/** The rest of today's withdrawal limit, in dollars. */
export function quota({ context, key }: SignedCall): RouteResponse {
  const dollars = findAsset('USDC') as Asset
  const isOnHold = context.exchange.restrictions.heldUntil(key.login) !== null
  return json({ wdQuota: amountText(unitsOf(isOnHold ? '0' : '8000000', dollars), dollars), usedWdQuota: '0' })
}

export function accountStatus({ key }: SignedCall): RouteResponse {
  return json({ data: key.login.isLocked === true ? 'Locked' : 'Normal' })
}
