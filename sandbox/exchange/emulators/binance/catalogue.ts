// Binance's single response about all coins: balances, networks, fees, limits, contracts, address formats.

import type { Asset, AssetNetwork } from '../../asset.ts'
import { assets, networksFor, unitsOf } from '../../assets.ts'
import { json, type RouteResponse } from '../../http.ts'
import { feeOf } from '../place-withdrawal.ts'
import type { SignedCall } from './context.ts'
import { wordsFor } from './networks.ts'
import { amountText, stepOf } from './places.ts'

export function listCoins(signedCall: SignedCall): RouteResponse {
  return json(assets.map((asset) => coin(signedCall, asset)))
}

function coin({ context, key }: SignedCall, asset: Asset): Record<string, unknown> {
  const { available, held } = context.exchange.ledger.balance(key.accountId, asset.symbol)
  const isOpen = context.faults.state().networkSuspended === undefined
  const networks = networksFor(asset, key.accountId)
  return {
    coin: asset.symbol,
    depositAllEnable: true,
    withdrawAllEnable: isOpen,
    name: asset.name,
    free: amountText(available, asset),
    locked: '0',
    freeze: '0',
    withdrawing: amountText(held, asset),
    ipoing: '0',
    ipoable: '0',
    storage: '0',
    isLegalMoney: false,
    trading: true,
    networkList: networks.map((network, index) => networkOnTheWire(asset, network, { isDefault: index === 0, isOpen })),
  }
}

// Minimum and maximum apply to the requested amount, which includes the fee.
function networkOnTheWire(
  asset: Asset,
  network: AssetNetwork,
  { isDefault, isOpen }: { isDefault: boolean; isOpen: boolean },
) {
  const words = wordsFor(network.network)
  const fee = feeOf(asset, network)
  return {
    network: words.id,
    coin: asset.symbol,
    withdrawIntegerMultiple: stepOf(asset),
    isDefault,
    depositEnable: true,
    withdrawEnable: isOpen,
    depositDesc: '',
    withdrawDesc: isOpen ? '' : 'Wallet maintenance: withdrawals are suspended.',
    specialTips: '',
    specialWithdrawTips: '',
    name: words.name,
    resetAddressStatus: false,
    addressRegex: words.addressRegex,
    memoRegex: words.memoRegex ?? '',
    withdrawFee: amountText(fee, asset),
    withdrawMin: amountText(unitsOf(network.minimum, asset) + fee, asset),
    withdrawMax: amountText(unitsOf(network.maximum, asset) + fee, asset),
    withdrawInternalMin: stepOf(asset),
    depositDust: stepOf(asset),
    minConfirm: 3,
    unLockConfirm: 3,
    sameAddress: words.memoRegex !== undefined,
    withdrawTag: words.memoRegex !== undefined,
    estimatedArrivalTime: Number(words.minutes),
    busy: false,
    contractAddressUrl: '',
    ...(network.contract === '' ? {} : { contractAddress: network.contract }),
  }
}
