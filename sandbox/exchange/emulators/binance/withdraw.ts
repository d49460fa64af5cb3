// Ordering a withdrawal: plainly, or with the questionnaire that some countries have Binance ask. `withdrawOrderId` is stored
// and can be looked up by; the same one again is another withdrawal, for nothing that is published says otherwise.

import type { Asset } from '../../asset.ts'
import { findAsset, networksFor } from '../../assets.ts'
import { type Answer, json } from '../../http.ts'
import { parseUnits } from '../../units.ts'
import { toldId } from '../corrupt-listing.ts'
import { parameter } from '../emulator.ts'
import { placeWithdrawal } from '../place-withdrawal.ts'
import { isSame } from '../saved-addresses.ts'
import { refusal, requirePermission } from './authenticate.ts'
import { type Asked, required } from './context.ts'
import { networkCalled, wordsFor } from './networks.ts'
import { placesOf } from './places.ts'
import { requireQuestionnaire } from './questionnaire.ts'

export function applyForWithdrawal(asked: Asked): Answer {
  if (asked.key.login.asksForRecipient === true) throw refusal('recipient_required')
  return json({ id: wireId(toldId(order(asked, ''), asked.call.faults)) })
}

/** The same, where the law asks who receives. */
export function applyWithQuestionnaire(asked: Asked): Answer {
  requireQuestionnaire(required(asked, 'questionnaire'))
  const id = toldId(order(asked, localLabel), asked.call.faults)
  return json({ trId: travelRuleId(id), accpted: true, info: 'Withdrawal request accepted' })
}

/** By which an order with a questionnaire is told from others. */
export const localLabel = 'local entity'

export function travelRuleId(id: string): number {
  return Number.parseInt(wireId(id).slice(-12), 16)
}

export function questionnaireRequirements({ key }: Asked): Answer {
  return json({ questionnaireCountryCode: key.login.asksForRecipient === true ? 'EU' : 'NIL' })
}

export function wireId(id: string): string {
  return id.replaceAll('-', '')
}

function order(asked: Asked, label: string): string {
  const { context, key, parameters, call } = asked
  const { login, accountId } = key
  const reference = parameter(parameters, 'withdrawOrderId') ?? ''
  call.reference = reference
  requirePermission(key, 'withdraw')
  const asset = findAsset(required(asked, 'coin'))
  if (asset === undefined) throw refusal('asset_unknown')
  const network = networkOf(asked, asset)
  const address = required(asked, 'address')
  const tag = parameter(parameters, 'addressTag') ?? ''
  const amount = required(asked, 'amount')
  requireForm(network, address, tag)
  if (parseUnits(amount, placesOf(asset)) === null) throw refusal('too_many_decimals')
  requireSaved(asked, { network, address, tag })
  call.withdrawalId = placeWithdrawal(context.exchange, {
    ...{ emulator: 'binance', login, accountId, asset, network, address, tag, amount, reference },
    ...{ feeIs: 'inside', label, faults: call.faults },
  })
  return call.withdrawalId
}

/** Without a network Binance takes the coin's first one. */
function networkOf({ key, parameters }: Asked, asset: Asset): string {
  const listed = networksFor(asset, key.accountId).map(({ network }) => network)
  const wanted = parameter(parameters, 'network')
  const network = wanted === null ? listed[0] : networkCalled(wanted, listed)
  if (network === undefined || network === null) throw refusal('network_unsupported')
  return network
}

function requireForm(network: string, address: string, tag: string): void {
  const { addressRegex, memoRegex } = wordsFor(network)
  if (!new RegExp(addressRegex).test(address)) throw refusal('address_invalid')
  if (tag !== '' && memoRegex === undefined) throw refusal('tag_not_supported')
  if (tag !== '' && !new RegExp(memoRegex ?? '').test(tag)) throw refusal('tag_invalid')
}

function requireSaved(
  { context, key: { login } }: Asked,
  place: { network: string; address: string; tag: string },
): void {
  if (login.savesAddresses !== true) return
  const saved = context.savedAddresses.of(login.name)
  if (saved.some((each) => each.verified && isSame(each, place))) return
  context.savedAddresses.suggest({ login: login.name, ...place })
  throw refusal('address_not_saved')
}
