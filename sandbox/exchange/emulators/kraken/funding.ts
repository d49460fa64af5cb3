// Kraken's funding calls. Withdrawals go only to saved addresses, which are named by their key. There is no client id. The fee is
// deducted from the amount, and the list states the amount without it.

import { createHash } from 'node:crypto'
import type { Asset, AssetNetwork } from '../../asset.ts'
import { assets, networksFor, unitsOf } from '../../assets.ts'
import { badRequest, ExchangeError } from '../../exchange-error.ts'
import type { RouteResponse } from '../../http.ts'
import { parseUnits } from '../../units.ts'
import { reportedId } from '../corrupt-listing.ts'
import { fixedDecimals } from '../decimals.ts'
import { parameter } from '../emulator.ts'
import { feeOf, placeWithdrawal } from '../place-withdrawal.ts'
import { isSameRecipient, type SavedAddress } from '../saved-addresses.ts'
import { idOf, placesOf } from './assets.ts'
import type { SignedCall } from './context.ts'
import { result } from './errors.ts'
import { requireAsset } from './market-data.ts'
import { methodName, networkName } from './networks.ts'

interface Method {
  asset: Asset
  network: AssetNetwork
  name: string
}

function methodsOf(accountId: string, requested: Asset[]): Method[] {
  return requested.flatMap((asset) =>
    networksFor(asset, accountId).map((network) => ({ asset, network, name: methodName(asset, network) })),
  )
}

function amountText(units: bigint, asset: Asset): string {
  return fixedDecimals(units, asset.decimals, placesOf(asset))
}

export function listMethods({ context, key, form }: SignedCall): RouteResponse {
  const { accountId, login } = key
  const name = parameter(form, 'asset')
  const network = parameter(form, 'network')
  const methods = methodsOf(accountId, name === null ? assets : [requireAsset(name)])
  const isOnHold = context.exchange.restrictions.heldUntil(login) !== null
  return result(
    methods
      .filter((method) => network === null || networkName(method.network.network) === network)
      .map((method) => methodOnTheWire(method, isOnHold)),
  )
}

function methodOnTheWire({ asset, network, name }: Method, isOnHold: boolean): Record<string, unknown> {
  const maximum = amountText(unitsOf(network.maximum, asset), asset)
  const limit = { remaining: isOnHold ? '0' : maximum, used: '0', maximum }
  return {
    asset: idOf(asset),
    method_id: uuidOf(`method ${name}`),
    method: name,
    network_id: uuidOf(`network ${network.network}`),
    network: networkName(network.network),
    minimum: amountText(unitsOf(network.minimum, asset), asset),
    fee: { aclass: 'currency', asset: idOf(asset), fee: amountText(feeOf(asset, network), asset) },
    limits: [{ limit_type: 'amount', description: '', limits: { '86400': limit } }],
  }
}

export function listAddresses({ context, key: { accountId, login }, form }: SignedCall): RouteResponse {
  const name = parameter(form, 'asset')
  const methods = methodsOf(accountId, name === null ? assets : [requireAsset(name)])
  const [method, key, verified] = ['method', 'key', 'verified'].map((each) => parameter(form, each))
  const rows = context.savedAddresses.of(login.name).flatMap((saved) =>
    methods
      .filter((each) => fits(saved, each))
      .map((each) => ({
        address: saved.address,
        asset: idOf(each.asset),
        method: each.name,
        key: saved.label,
        ...(saved.tag === '' ? {} : { tag: saved.tag }),
        verified: saved.verified,
      })),
  )
  return result(
    rows.filter(
      (row) =>
        (method === null || row.method === method) &&
        (key === null || row.key === key) &&
        (verified === null || row.verified === /^(true|1)$/i.test(verified ?? '')),
    ),
  )
}

function fits(saved: SavedAddress, { asset, network }: Method): boolean {
  return saved.network === network.network && (saved.asset === '' || saved.asset === asset.symbol)
}

/** The saved address that the form's key names. Throws address_not_saved. */
function destination({ context, key, form }: SignedCall): { saved: SavedAddress; method: Method } {
  const asset = requireAsset(parameter(form, 'asset') ?? '')
  const label = parameter(form, 'key')
  const saved = context.savedAddresses.of(key.login.name).find((each) => each.label === label && each.verified)
  const method = methodsOf(key.accountId, [asset]).find((each) => saved !== undefined && fits(saved, each))
  if (saved === undefined || method === undefined) {
    throw new ExchangeError(200, 'address_not_saved', 'There is no such verified key for this asset.')
  }
  return { saved, method }
}

export function withdrawInfo(signedCall: SignedCall): RouteResponse {
  const { context, key, form } = signedCall
  const { method } = destination(signedCall)
  const { asset, network } = method
  const units = parseUnits(parameter(form, 'amount') ?? '', asset.decimals)
  if (units === null) throw badRequest('The amount is no plain decimal number.')
  const fee = feeOf(asset, network)
  const { available } = context.exchange.ledger.balance(key.accountId, asset.symbol)
  const isOnHold = context.exchange.restrictions.heldUntil(key.login) !== null
  const limit = isOnHold || available < fee ? 0n : available - fee
  return result({
    method: method.name,
    limit: amountText(limit, asset),
    amount: amountText(units > fee ? units - fee : 0n, asset),
    fee: amountText(fee, asset),
  })
}

export function withdraw(signedCall: SignedCall): RouteResponse {
  const { context, key, form, call } = signedCall
  const { saved, method } = destination(signedCall)
  const address = parameter(form, 'address')
  if (address !== null && !isSameRecipient(saved, { ...saved, address })) {
    throw new ExchangeError(200, 'address_differs', 'This key belongs to another address.')
  }
  const amount = parameter(form, 'amount') ?? ''
  const { login, accountId } = key
  const { asset } = method
  if (parseUnits(amount, placesOf(asset)) === null) {
    throw new ExchangeError(200, 'too_many_decimals', 'The amount has too many decimals.')
  }
  const id = placeWithdrawal(context.exchange, {
    ...{ emulator: 'kraken', login, accountId, asset, amount, feeIs: 'inside', reference: '', faults: call.faults },
    ...{ network: saved.network, address: saved.address, tag: saved.tag, label: saved.label },
  })
  call.withdrawalId = id
  return result({ refid: refidOf(reportedId(id, call.faults)) })
}

/** An id in Kraken's format, derived from the id of the withdrawal. */
export function refidOf(id: string): string {
  const letters = createHash('sha256').update(id).digest('base64').replaceAll(/[+/=]/g, 'z')
  return `FT${letters.slice(0, 5)}-${letters.slice(5, 27)}`
}

function uuidOf(what: string): string {
  const hex = createHash('sha256').update(what).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
