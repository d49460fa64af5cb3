// Checks that apply to a quote and to a withdrawal, before balances change.

import { isAddress } from 'viem/utils'
import type { Asset, AssetNetwork } from './asset.ts'
import { findAsset, networksFor, unitsOf } from './assets.ts'
import { badRequest, ExchangeError } from './exchange-error.ts'
import { simulatedNetworks } from './simulated-networks.ts'
import { parseUnits, plainDecimal } from './units.ts'

export interface Order {
  accountId: string
  asset: string
  network: string
  address: string
  amount: string
}

export interface CheckedOrder {
  asset: Asset
  network: AssetNetwork
  units: bigint
}

/** Throws an ExchangeError with status 422. `settled` lists the networks on which this exchange can pay. */
export function checkOrder(order: Order, settled: ReadonlySet<string>): CheckedOrder {
  const asset = findAsset(order.asset)
  if (asset === undefined) throw new ExchangeError(422, 'network_unsupported', `${order.asset} is not listed here.`)
  const network = networksFor(asset, order.accountId).find(({ network }) => network === order.network)
  if (network === undefined || !settled.has(order.network)) {
    throw new ExchangeError(422, 'network_unsupported', `${asset.symbol} cannot be sent on ${order.network}.`)
  }
  if (!isPayable(order.network, order.address)) {
    throw new ExchangeError(422, 'address_invalid', `This is not a valid address on ${order.network}.`)
  }
  return { asset, network, units: orderUnits(order.amount, asset, network) }
}

function orderUnits(amount: string, asset: Asset, network: AssetNetwork): bigint {
  if (plainDecimal(amount) === null) throw badRequest('The amount must be plain decimal digits, such as 12.5.')
  const units = parseUnits(amount, asset.decimals)
  if (units === null) {
    const message = `${asset.symbol} has at most ${asset.decimals} decimals.`
    throw new ExchangeError(422, 'too_many_decimals', message).with({ decimals: asset.decimals })
  }
  const { minimum, maximum } = network
  if (units < unitsOf(minimum, asset)) {
    throw new ExchangeError(422, 'below_minimum', `The smallest withdrawal is ${minimum} ${asset.symbol}.`).with({
      minimum,
    })
  }
  if (units > unitsOf(maximum, asset)) {
    throw new ExchangeError(422, 'above_maximum', `The largest withdrawal is ${maximum} ${asset.symbol}.`).with({
      maximum,
    })
  }
  return units
}

function isPayable(network: string, address: string): boolean {
  const form = simulatedNetworks[network]?.address
  if (form !== undefined && !form.test(address)) return false
  return address.startsWith('0x') ? isEvmAddress(address) : form !== undefined
}

// An address in one case has no checksum. In a mixed-case address the checksum must match. Coins sent to the zero address are lost.
export function isEvmAddress(address: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address) || /^0x0{40}$/.test(address)) return false
  const digits = address.slice(2)
  return digits === digits.toLowerCase() || digits === digits.toUpperCase() || isAddress(address)
}

/** Throws if the network has no tags, requires a tag, or has another tag format. */
export function checkTag(network: string, tag: string): void {
  const rule = simulatedNetworks[network]?.tag
  if (tag === '') {
    if (rule?.isRequired !== true) return
    throw new ExchangeError(422, 'tag_required', `Addresses on ${network} require a tag.`)
  }
  if (rule === undefined) throw new ExchangeError(422, 'tag_not_supported', `Addresses on ${network} have no tag.`)
  if (!rule.pattern.test(tag)) throw new ExchangeError(422, 'tag_invalid', `This is not a valid tag on ${network}.`)
}
