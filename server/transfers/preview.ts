// Prices and checks a proposed transfer. The preview expires, and nothing is sent.

import type { Account } from '../accounts/accounts.ts'
import { callAccount } from '../accounts/call-account.ts'
import type { Amount } from '../contract/amount.ts'
import type { Destination } from '../contract/destination.ts'
import { ApiError } from '../contract/errors.ts'
import type { ExchangeHolding, Quote } from '../exchanges/exchange.ts'
import type { PriceList } from '../prices/prices.ts'
import { checkDestination, checkTransfer, requireNetwork } from '../risk/risk-check.ts'
import { inFiat } from './configure.ts'
import { checkLimits } from './enforce-limits.ts'
import { type Preview, savePreview } from './preview-store.ts'
import type { TransferTerms } from './terms.ts'
import type { TransferDeps } from './transfer-deps.ts'
import { type WithdrawalOption, withdrawalOptions } from './withdrawal-options.ts'

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
  const option = chooseOption(deps, request, holding)
  const destination = await checkRequestedDestination(deps, request, option.network.id)
  const price = prices.of(holding.symbol)
  const amountInFiat = inFiat(request.amount, price)
  const proposed = { account, previewId: null, holding, destination, amount: request.amount, amountInFiat }
  await checkWithCurrentLimits(deps, { ...proposed, option, fromAddresses: [option.route.fromAddress] })
  if (price === null || amountInFiat === null) throw new ApiError('noPrice', { symbol: holding.symbol })
  await checkLimits(deps, { account, destination, amountInFiat, inLink: request.session !== null })
  const quote = await callAccount(deps, account, (credentials) =>
    account.exchange.quote(credentials, account.externalId, {
      symbol: holding.symbol,
      networkKey: option.route.networkKey,
      address: destination.address,
      addressTag: destination.addressTag,
      amount: request.amount,
    }),
  )
  const quoted = { ...option, route: { ...option.route, ...feesOf(quote) } }
  await checkWithCurrentLimits(deps, { ...proposed, option: quoted, fromAddresses: [quote.fromAddress] })
  const terms = termsOf(option, { destination, account, amount: request.amount, price, quote })
  return savePreview(deps, {
    clientId: account.clientId,
    accountId: account.id,
    sessionId: request.session?.id ?? null,
    terms: { ...terms, ...gasTerms(quote, prices) },
    quoteExpiresInSeconds: quote.expiresInSeconds,
  })
}

async function checkRequestedDestination(
  deps: TransferDeps,
  request: PreviewRequest,
  networkId: string,
): Promise<Destination> {
  const { account, symbol, toAddress: address, addressTag, session } = request
  const network = requireNetwork(deps.networks, networkId, 'NetworkId')
  return checkDestination(deps, {
    requester: account,
    network,
    given: { networkId: network.id, symbol, address, addressTag },
    allowed: session?.allowed ?? null,
    field: 'ToAddress',
  })
}

// The same address exists on many chains. Without a network, the withdrawal option is used only if it is the only one.
function chooseOption(deps: TransferDeps, request: PreviewRequest, holding: ExchangeHolding): WithdrawalOption {
  const options = withdrawalOptions(deps.networks, holding)
  if (request.networkId !== null) {
    const network = requireNetwork(deps.networks, request.networkId, 'NetworkId')
    const option = options.find((entry) => entry.network.id === network.id)
    if (option === undefined)
      throw new ApiError('networkNotEligible', { symbol: holding.symbol, network: network.name })
    return option
  }
  const allowed = request.session?.allowed
  const possible = options.filter(
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
  amountInFiat: Amount | null
  fromAddresses: readonly (string | undefined)[]
}

/** The part of the risk check that depends on the exchange's current state. Execute repeats it. */
export async function checkWithCurrentLimits(deps: TransferDeps, proposed: ProposedTransfer): Promise<void> {
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
