// Withdrawal orders, with or without the questionnaire that some countries require. `withdrawOrderId` is stored and can be looked
// up. A repeated one makes a second withdrawal, because Binance documents no idempotency.

import type { Asset } from '../../asset.ts'
import { findAsset, networksFor } from '../../assets.ts'
import { json, type RouteResponse } from '../../http.ts'
import { parseUnits } from '../../units.ts'
import { reportedId } from '../corrupt-listing.ts'
import { parameter } from '../emulator.ts'
import { placeWithdrawal } from '../place-withdrawal.ts'
import type { Recipient } from '../saved-addresses.ts'
import { isSameRecipient } from '../saved-addresses.ts'
import { binanceError, requirePermission } from './authenticate.ts'
import { required, type SignedCall } from './context.ts'
import { networkCalled, wordsFor } from './networks.ts'
import { placesOf } from './places.ts'
import { requireQuestionnaire } from './questionnaire.ts'

export function applyForWithdrawal(signedCall: SignedCall): RouteResponse {
  if (signedCall.key.login.requiresRecipient === true) throw binanceError('recipient_required')
  return json({ id: wireId(reportedId(order(signedCall, ''), signedCall.call.faults)) })
}

/** The same call with the questionnaire. */
export function applyWithQuestionnaire(signedCall: SignedCall): RouteResponse {
  requireQuestionnaire(required(signedCall, 'questionnaire'))
  const id = reportedId(order(signedCall, localLabel), signedCall.call.faults)
  return json({ trId: travelRuleId(id), accpted: true, info: 'Withdrawal request accepted' })
}

/** Marks an order with a questionnaire. */
export const localLabel = 'local entity'

export function travelRuleId(id: string): number {
  return Number.parseInt(wireId(id).slice(-12), 16)
}

export function questionnaireRequirements({ key }: SignedCall): RouteResponse {
  return json({ questionnaireCountryCode: key.login.requiresRecipient === true ? 'EU' : 'NIL' })
}

export function wireId(id: string): string {
  return id.replaceAll('-', '')
}

function order(signedCall: SignedCall, label: string): string {
  const { context, key, parameters, call } = signedCall
  const { login, accountId } = key
  const reference = parameter(parameters, 'withdrawOrderId') ?? ''
  call.reference = reference
  requirePermission(key, 'withdraw')
  const asset = findAsset(required(signedCall, 'coin'))
  if (asset === undefined) throw binanceError('asset_unknown')
  const network = readNetwork(signedCall, asset)
  const address = required(signedCall, 'address')
  const tag = parameter(parameters, 'addressTag') ?? ''
  const amount = required(signedCall, 'amount')
  requireForm(network, address, tag)
  if (parseUnits(amount, placesOf(asset)) === null) throw binanceError('too_many_decimals')
  requireSaved(signedCall, { network, address, tag })
  call.withdrawalId = placeWithdrawal(context.exchange, {
    ...{ emulator: 'binance', login, accountId, asset, network, address, tag, amount, reference },
    ...{ feeIs: 'inside', label, faults: call.faults },
  })
  return call.withdrawalId
}

/** The network of the order. Without one, Binance uses the coin's first network. */
function readNetwork({ key, parameters }: SignedCall, asset: Asset): string {
  const listed = networksFor(asset, key.accountId).map(({ network }) => network)
  const requested = parameter(parameters, 'network')
  const network = requested === null ? listed[0] : networkCalled(requested, listed)
  if (network === undefined || network === null) throw binanceError('network_unsupported')
  return network
}

function requireForm(network: string, address: string, tag: string): void {
  const { addressRegex, memoRegex } = wordsFor(network)
  if (!new RegExp(addressRegex).test(address)) throw binanceError('address_invalid')
  if (tag !== '' && memoRegex === undefined) throw binanceError('tag_not_supported')
  if (tag !== '' && !new RegExp(memoRegex ?? '').test(tag)) throw binanceError('tag_invalid')
}

function requireSaved({ context, key: { login } }: SignedCall, place: Recipient): void {
  if (login.savesAddresses !== true) return
  const saved = context.savedAddresses.of(login.name)
  if (saved.some((each) => each.verified && isSameRecipient(each, place))) return
  context.savedAddresses.suggest({ login: login.name, ...place })
  throw binanceError('address_not_saved')
}
