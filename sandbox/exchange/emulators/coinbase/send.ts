// POST /v2/accounts/:account/transactions: sends what is asked for and takes the fee on top. The same `idem` again is answered
// with the first transaction. Whoever has two-step verification, or sends more than was consented to, is asked for a code.

import { checkCode, sendCode } from '../../codes.ts'
import { ExchangeError } from '../../exchange-error.ts'
import { type Answer, json } from '../../http.ts'
import { parseUnits } from '../../units.ts'
import { tellOne } from '../corrupt-listing.ts'
import type { EmulatorCall } from '../emulator.ts'
import { findWithdrawals, type Told } from '../find-withdrawals.ts'
import { placeWithdrawal } from '../place-withdrawal.ts'
import { isSame } from '../saved-addresses.ts'
import type { Asked } from './context.ts'
import { cents, placesOf } from './money.ts'
import { transactionOnTheWire } from './transactions.ts'
import { requireTravelRule } from './travel-rule.ts'
import { networksOf, type Wallet, walletNamed } from './wallets.ts'

interface Send {
  amount: string
  address: string
  tag: string
  network: string
  idem: string
  travelRuleData: Record<string, unknown> | null
}

export function send(asked: Asked): Answer {
  const { context, grant, call } = asked
  const { login } = grant
  const wallet = walletNamed(asked, asked.params.account ?? '')
  const order = readSend(readJson(call), wallet)
  call.reference = order.idem
  const earlier = order.idem === '' ? undefined : sentBefore(asked, wallet, order.idem)
  if (earlier !== undefined) return json({ data: onTheWire(earlier, wallet) }, 201)
  context.exchange.standing.requireMayWithdraw(login)
  requireSaved(asked, order)
  if (login.asksForRecipient === true) requireTravelRule(order.travelRuleData)
  requireCode(asked, wallet, order)
  const id = placeWithdrawal(context.exchange, {
    ...{ emulator: 'coinbase', login, accountId: wallet.accountId, asset: wallet.asset, network: order.network },
    ...{ address: order.address, tag: order.tag, amount: order.amount },
    ...{ feeIs: 'on top', reference: order.idem, label: '', faults: call.faults },
  })
  call.withdrawalId = id
  const [told] = findWithdrawals(context.exchange.database, { accountId: wallet.accountId, id })
  return json({ data: onTheWire(tellOne(told as Told, call.faults), wallet) }, 201)
}

/** The response to an order states less than a listed row: of the network its status alone. */
function onTheWire(told: Told, wallet: Wallet) {
  const wire = transactionOnTheWire(told, wallet)
  return { ...wire, network: { status: wire.network.status } }
}

function sentBefore({ context }: Asked, { accountId }: Wallet, reference: string): Told | undefined {
  return findWithdrawals(context.exchange.database, { accountId, reference })[0]
}

function readJson({ bodyText }: EmulatorCall): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(bodyText)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  } catch {
    // Told below.
  }
  throw new ExchangeError(400, 'bad_request', 'The body is not valid JSON.')
}

function readSend(body: Record<string, unknown>, wallet: Wallet): Send {
  if (body.type !== 'send') throw new ExchangeError(400, 'validation_error', 'type must be send.')
  const currency = text(body, 'currency')
  if (currency !== wallet.asset.symbol) {
    throw new ExchangeError(400, 'validation_error', `This account does not hold ${currency}.`)
  }
  const amount = text(body, 'amount')
  if (parseUnits(amount, placesOf(wallet.asset)) === null) throw new ExchangeError(400, 'too_many_decimals', 'Amount')
  const idem = typeof body.idem === 'string' ? body.idem : ''
  if (idem.length > 100) throw new ExchangeError(400, 'validation_error', 'idem has at most 100 characters.')
  const data = body.travel_rule_data
  return {
    amount,
    idem,
    address: text(body, 'to'),
    tag: typeof body.destination_tag === 'string' ? body.destination_tag : '',
    network: networkOf(body.network, wallet),
    travelRuleData: typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : null,
  }
}

function text(body: Record<string, unknown>, name: string): string {
  const value = body[name]
  if (typeof value === 'string' && value !== '') return value
  throw new ExchangeError(400, 'parameter_missing', `Required parameter missing: ${name}`)
}

/** Without one it is the first of the asset's. */
function networkOf(wanted: unknown, wallet: Wallet): string {
  const listed = networksOf(wallet)
  const found = wanted === undefined || wanted === null ? listed[0] : listed.find(({ id }) => id === wanted)
  if (found === undefined) throw new ExchangeError(400, 'network_unsupported', 'This network is not supported.')
  return found.listed.network
}

function requireSaved({ context, grant: { login } }: Asked, { network, address, tag }: Send): void {
  if (login.savesAddresses !== true) return
  const place = { network, address, tag }
  if (context.savedAddresses.of(login.name).some((saved) => saved.verified && isSame(saved, place))) return
  context.savedAddresses.suggest({ login: login.name, ...place })
  throw new ExchangeError(400, 'address_not_saved', 'This address is not in your allowlist.')
}

function requireCode({ context, grant, call }: Asked, { asset }: Wallet, { amount }: Send): void {
  const limit = parseUnits(grant.sendLimit.amount, 2)
  const isAboveLimit = limit !== null && cents(parseUnits(amount, asset.decimals) ?? 0n, asset) > limit
  const isAsked = grant.login.codeAtWithdrawal === true || call.faults.codeRequired !== undefined
  // Two-step verification is the user's own setting: who has none is never asked.
  const hasCodes = grant.login.codeAtWithdrawal === true || grant.login.codeAtLogin === true
  if (!isAsked && !(hasCodes && isAboveLimit)) return
  const code = call.headers['cb-2fa-token']
  if (typeof code === 'string' && code !== '') {
    checkCode(code)
    return
  }
  sendCode(context.exchange.outbox, 'sms', `It sends ${amount} ${asset.symbol}.`)
  // Its documentation names both statuses.
  throw new ExchangeError(
    402,
    call.faults.codeByStatus400 ? 'code_required_by_400' : 'code_required',
    'A code is required.',
  )
}
