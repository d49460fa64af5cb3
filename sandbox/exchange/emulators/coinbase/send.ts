// POST /v2/accounts/:account/transactions: sends the requested amount and charges the fee on top. A repeated `idem` returns the
// first transaction. Users with two-step verification, and sends above the consented limit, require a code.

import { checkCode, sendCode } from '../../codes.ts'
import { ExchangeError } from '../../exchange-error.ts'
import { json, type RouteResponse } from '../../http.ts'
import { parseUnits } from '../../units.ts'
import { corruptWithdrawal } from '../corrupt-listing.ts'
import type { EmulatorCall } from '../emulator.ts'
import { findWithdrawals, type ListedWithdrawal } from '../find-withdrawals.ts'
import { placeWithdrawal } from '../place-withdrawal.ts'
import { isSameRecipient } from '../saved-addresses.ts'
import type { AuthorizedCall } from './context.ts'
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

export function send(authorizedCall: AuthorizedCall): RouteResponse {
  const { context, grant, call } = authorizedCall
  const { login } = grant
  const wallet = walletNamed(authorizedCall, authorizedCall.params.account ?? '')
  const order = readSend(readJson(call), wallet)
  call.reference = order.idem
  const earlier = order.idem === '' ? undefined : findRepeatedSend(authorizedCall, wallet, order.idem)
  if (earlier !== undefined) return json({ data: onTheWire(earlier, wallet) }, 201)
  context.exchange.restrictions.requireMayWithdraw(login)
  requireSaved(authorizedCall, order)
  if (login.requiresRecipient === true) requireTravelRule(order.travelRuleData)
  requireCode(authorizedCall, wallet, order)
  const id = placeWithdrawal(context.exchange, {
    ...{ emulator: 'coinbase', login, accountId: wallet.accountId, asset: wallet.asset, network: order.network },
    ...{ address: order.address, tag: order.tag, amount: order.amount },
    ...{ feeIs: 'on top', reference: order.idem, label: '', faults: call.faults },
  })
  call.withdrawalId = id
  const [withdrawal] = findWithdrawals(context.exchange.database, { accountId: wallet.accountId, id })
  return json({ data: onTheWire(corruptWithdrawal(withdrawal as ListedWithdrawal, call.faults), wallet) }, 201)
}

/** The response to an order has fewer fields than a listed row: of `network` only the status. */
function onTheWire(withdrawal: ListedWithdrawal, wallet: Wallet) {
  const wire = transactionOnTheWire(withdrawal, wallet)
  return { ...wire, network: { status: wire.network.status } }
}

function findRepeatedSend(
  { context }: AuthorizedCall,
  { accountId }: Wallet,
  reference: string,
): ListedWithdrawal | undefined {
  return findWithdrawals(context.exchange.database, { accountId, reference })[0]
}

function readJson({ bodyText }: EmulatorCall): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(bodyText)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  } catch {
    // Malformed JSON is refused below.
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
    network: listedNetwork(body.network, wallet),
    travelRuleData: typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : null,
  }
}

function text(body: Record<string, unknown>, name: string): string {
  const value = body[name]
  if (typeof value === 'string' && value !== '') return value
  throw new ExchangeError(400, 'parameter_missing', `Required parameter missing: ${name}`)
}

/** The network of the order. Without one, Coinbase uses the asset's first network. */
function listedNetwork(requested: unknown, wallet: Wallet): string {
  const listed = networksOf(wallet)
  const found = requested === undefined || requested === null ? listed[0] : listed.find(({ id }) => id === requested)
  if (found === undefined) throw new ExchangeError(400, 'network_unsupported', 'This network is not supported.')
  return found.listed.network
}

function requireSaved({ context, grant: { login } }: AuthorizedCall, { network, address, tag }: Send): void {
  if (login.savesAddresses !== true) return
  const place = { network, address, tag }
  if (context.savedAddresses.of(login.name).some((saved) => saved.verified && isSameRecipient(saved, place))) return
  context.savedAddresses.suggest({ login: login.name, ...place })
  throw new ExchangeError(400, 'address_not_saved', 'This address is not in your allowlist.')
}

function requireCode({ context, grant, call }: AuthorizedCall, { asset }: Wallet, { amount }: Send): void {
  const limit = parseUnits(grant.sendLimit.amount, 2)
  const isAboveLimit = limit !== null && cents(parseUnits(amount, asset.decimals) ?? 0n, asset) > limit
  const isAlwaysRequired = grant.login.codeAtWithdrawal === true || call.faults.codeRequired !== undefined
  // Two-step verification is a setting of the user. Without it no code is required.
  const hasCodes = grant.login.codeAtWithdrawal === true || grant.login.codeAtLogin === true
  if (!isAlwaysRequired && !(hasCodes && isAboveLimit)) return
  const code = call.headers['cb-2fa-token']
  if (typeof code === 'string' && code !== '') {
    checkCode(code)
    return
  }
  sendCode(context.exchange.outbox, 'sms', `It sends ${amount} ${asset.symbol}.`)
  // Coinbase documents both statuses.
  throw new ExchangeError(
    402,
    call.faults.codeByStatus400 ? 'code_required_by_400' : 'code_required',
    'A code is required.',
  )
}
