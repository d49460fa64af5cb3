// Prices and checks a proposed transfer. The preview expires, and nothing is sent.

import type { Account } from '../accounts/accounts.ts'
import { callAccount } from '../accounts/call-account.ts'
import type { Amount } from '../contract/amount.ts'
import type { Destination } from '../contract/destination.ts'
import { ApiError } from '../contract/errors.ts'
import type { ExchangeHolding, Quote } from '../exchanges/exchange.ts'
import type { PriceList } from '../prices/prices.ts'
import { checkDestination, checkTransfer, networkOf } from '../risk/risk-check.ts'
import { inFiat } from './configure.ts'
import { type TransferTerms, termsFromText, termsToText } from './terms.ts'
import type { TransferDeps } from './transfer-deps.ts'
import { type WithdrawalOption, withdrawalOptions } from './withdrawal-options.ts'

const previewLifetimeSeconds = 300

export interface PreviewRequest {
  account: Account
  /** Null: use the only possible network, if there is exactly one. */
  networkId: string | null
  symbol: string
  toAddress: string
  addressTag: string
  amount: Amount
  /** Set in a link session: its id, and the link's own entries. */
  session: { id: string; allowed: readonly Destination[] } | null
}

export interface Preview {
  id: string
  clientId: string
  accountId: string
  sessionId: string | null
  terms: TransferTerms
  createdAt: Date
  expiresAt: Date
  wrongCodes: number
}

/** Throws an ApiError of the catalogue's parts on destinations and previews. */
export async function previewTransfer(deps: TransferDeps, request: PreviewRequest): Promise<Preview> {
  const { account } = request
  if (!request.amount.isPositive) throw new ApiError('invalidAmount', { field: 'Amount' })
  if (request.networkId !== null) await checkRequestedDestination(deps, request, request.networkId)
  const [holdings, prices] = await callAccount(deps, account, (credentials) =>
    Promise.all([account.exchange.holdings(credentials, account.externalId), deps.prices.listOf(account.exchange)]),
  )
  const holding = holdings.find((entry) => entry.symbol === request.symbol.toUpperCase())
  if (holding === undefined) throw new ApiError('assetNotEligible', { symbol: request.symbol.slice(0, 20) })
  const known = chooseRoute(deps, request, holding)
  const destination = await checkRequestedDestination(deps, request, known.network.id)
  const proposed = { account, previewId: null, holding, destination, amount: request.amount }
  await checkSendable(deps, { ...proposed, option: known, fromAddresses: [known.route.fromAddress] })
  const price = prices.of(holding.symbol)
  if (price === null) throw new ApiError('noPrice', { symbol: holding.symbol })
  const quote = await callAccount(deps, account, (credentials) =>
    account.exchange.quote(credentials, account.externalId, {
      symbol: holding.symbol,
      networkKey: known.route.networkKey,
      address: destination.address,
      addressTag: destination.addressTag,
      amount: request.amount,
    }),
  )
  const quoted = { ...known, route: { ...known.route, ...feesOf(quote) } }
  await checkSendable(deps, { ...proposed, option: quoted, fromAddresses: [quote.fromAddress] })
  const terms = termsOf(known, { destination, account, amount: request.amount, price, quote })
  return savePreview(deps, request, { terms: { ...terms, ...gasTerms(quote, prices) }, quote })
}

async function checkRequestedDestination(
  deps: TransferDeps,
  request: PreviewRequest,
  networkId: string,
): Promise<Destination> {
  const { account, symbol, toAddress: address, addressTag, session } = request
  const network = networkOf(deps.networks, networkId, 'NetworkId')
  return checkDestination(deps, {
    requester: account,
    network,
    given: { networkId: network.id, symbol, address, addressTag },
    allowed: session?.allowed ?? null,
    field: 'ToAddress',
  })
}

// The same address exists on many chains. Without a network, the withdrawal option is used only if it is the only one.
function chooseRoute(deps: TransferDeps, request: PreviewRequest, holding: ExchangeHolding): WithdrawalOption {
  const routes = withdrawalOptions(deps.networks, holding)
  if (request.networkId !== null) {
    const network = networkOf(deps.networks, request.networkId, 'NetworkId')
    const known = routes.find((route) => route.network.id === network.id)
    if (known === undefined) throw new ApiError('networkNotEligible', { symbol: holding.symbol, network: network.name })
    return known
  }
  const allowed = request.session?.allowed
  const possible = routes.filter(
    ({ network, route }) =>
      route.enabled &&
      (allowed === undefined ||
        allowed.some((entry) => entry.networkId === network.id && entry.symbol === holding.symbol)),
  )
  const [only] = possible
  if (only === undefined) throw new ApiError('assetNotEligible', { symbol: holding.symbol })
  if (possible.length > 1) throw new ApiError('networkRequired', { symbol: holding.symbol, field: 'NetworkId' })
  return only
}

interface ProposedTransfer {
  account: Account
  previewId: string | null
  holding: ExchangeHolding
  option: WithdrawalOption
  /** In canonical spelling. */
  destination: Destination
  amount: Amount
  fromAddresses: readonly (string | undefined)[]
}

/** The part of the risk check that depends on the exchange's current state. Execute repeats it. */
export async function checkSendable(deps: TransferDeps, proposed: ProposedTransfer): Promise<void> {
  const { account, holding, option, ...rest } = proposed
  const { network, token, route } = option
  await checkTransfer(deps, {
    ...route,
    ...rest,
    requester: account,
    accountId: account.id,
    network,
    token,
    exchangeName: account.exchange.name,
    heldUntil: holding.heldUntil,
    available: route.available ?? holding.available,
    field: 'ToAddress',
  })
}

function feesOf({ networkFee, exchangeFee, gas }: Quote): Pick<Quote, 'networkFee' | 'exchangeFee' | 'gas'> {
  return { networkFee, exchangeFee, ...(gas && { gas }) }
}

function gasTerms({ gas }: Quote, prices: PriceList): Pick<TransferTerms, 'gas'> {
  if (gas === undefined) return {}
  const { symbol, fee, deposit } = gas
  return { gas: { symbol, fee, feeInFiat: inFiat(fee, prices.of(symbol)), ...(deposit && { deposit }) } }
}

interface PricedOrder {
  destination: Destination
  account: Account
  amount: Amount
  price: Amount
  quote: Quote
}

function termsOf(
  { network, token, route }: WithdrawalOption,
  { destination, account, amount, price, quote }: PricedOrder,
): TransferTerms {
  return {
    networkId: network.id,
    networkKey: route.networkKey,
    networkName: network.name,
    symbol: token.symbol,
    contract: token.contract,
    decimals: token.decimals,
    amount,
    amountInFiat: inFiat(amount, price),
    toAddress: destination.address,
    addressTag: destination.addressTag,
    fromAddress: quote.fromAddress,
    fromName: quote.fromName ?? account.exchange.name,
    networkFee: quote.networkFee,
    networkFeeInFiat: inFiat(quote.networkFee, price),
    exchangeFee: quote.exchangeFee,
    exchangeFeeInFiat: inFiat(quote.exchangeFee, price),
    ...(quote.feeIsEstimate && { feeIsEstimate: true }),
    ...(quote.requiredAction && { requiredAction: quote.requiredAction }),
    adapterState: quote.adapterState,
    ...(quote.walletCall && { walletCall: quote.walletCall }),
    estimatedSeconds: quote.estimatedSeconds,
    requiredConfirmations: network.requiredConfirmations,
  }
}

async function savePreview(
  deps: TransferDeps,
  request: PreviewRequest,
  { terms, quote }: { terms: TransferTerms; quote: Quote },
): Promise<Preview> {
  const createdAt = deps.now()
  const seconds = Math.min(previewLifetimeSeconds, quote.expiresInSeconds ?? previewLifetimeSeconds)
  const preview: Preview = {
    id: deps.newId(),
    clientId: request.account.clientId,
    accountId: request.account.id,
    sessionId: request.session?.id ?? null,
    terms,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + seconds * 1000),
    wrongCodes: 0,
  }
  await deps.database.query
    .insertInto('preview')
    .values({
      id: preview.id,
      client_id: preview.clientId,
      account_id: preview.accountId,
      session_id: preview.sessionId,
      terms: termsToText(terms),
      created_at: createdAt.getTime(),
      expires_at: preview.expiresAt.getTime(),
      spent_at: null,
      wrong_codes: 0,
    })
    .execute()
  return preview
}

export interface PreviewOwner {
  clientId: string
  /** The account of the executing token; null in a link session, which owns the preview itself. */
  accountId: string | null
  sessionId: string | null
}

/** Throws `previewNotFound` for an unknown preview as for another client's, account's or session's. */
export async function loadPreview(deps: TransferDeps, owner: PreviewOwner, previewId: string): Promise<Preview> {
  const row = await deps.database.query
    .selectFrom('preview')
    .selectAll()
    .where('id', '=', previewId.toLowerCase())
    .executeTakeFirst()
  const owned =
    row !== undefined &&
    row.client_id === owner.clientId &&
    (owner.accountId === null ||
      row.account_id === owner.accountId ||
      (row.spent_at !== null && (await isSameAccount(deps, row.account_id, owner.accountId)))) &&
    (owner.sessionId === null || row.session_id === owner.sessionId)
  if (!owned) throw new ApiError('previewNotFound')
  return {
    id: row.id,
    clientId: row.client_id,
    accountId: row.account_id,
    sessionId: row.session_id,
    terms: termsFromText(row.terms),
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    wrongCodes: row.wrong_codes,
  }
}

/** What other executes may have changed of a preview whose owner is checked already. */
export async function reloadPreview({ database }: TransferDeps, preview: Preview): Promise<Preview> {
  const select = database.query.selectFrom('preview').select(['expires_at', 'wrong_codes']).where('id', '=', preview.id)
  const { expires_at, wrong_codes } = await select.executeTakeFirstOrThrow()
  return { ...preview, expiresAt: new Date(expires_at), wrongCodes: wrong_codes }
}

/** After a new sign-in to the same account, earlier executions stay readable by their preview. */
async function isSameAccount({ database }: TransferDeps, accountId: string, laterId: string): Promise<boolean> {
  const rows = await database.query.selectFrom('account').selectAll().where('id', 'in', [accountId, laterId]).execute()
  const [one, other] = rows
  return (
    one !== undefined &&
    other !== undefined &&
    one.client_id === other.client_id &&
    one.user_id === other.user_id &&
    one.exchange_type === other.exchange_type &&
    one.external_id === other.external_id
  )
}
