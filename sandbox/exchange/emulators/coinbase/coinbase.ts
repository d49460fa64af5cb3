// The Coinbase emulator: OAuth with sign-in pages, Bearer tokens, `data` and `errors`, one-time codes in a header.

import { ExchangeError } from '../../exchange-error.ts'
import type { RouteResponse } from '../../http.ts'
import { delayLogin } from '../delay-login.ts'
import type { Emulator, EmulatorCall } from '../emulator.ts'
import type { EmulatorContext, EmulatorDefinition } from '../emulator-context.ts'
import { type AuthorizedCall, authorize } from './context.ts'
import { refuse } from './errors.ts'
import {
  listCrypto,
  listFiat,
  listRates,
  listTradedCurrencies,
  showPrice,
  showTradedCurrency,
  time,
} from './market-data.ts'
import { createOauthAttempts } from './oauth-attempts.ts'
import { beginSignIn, signInSteps } from './oauth-sign-in.ts'
import { exchangeGrant, revokeToken } from './oauth-token.ts'
import { createOauthTokens } from './oauth-tokens.ts'
import { send } from './send.ts'
import { listTransactions, showTransaction } from './transactions.ts'
import { showAuth, showUser } from './user.ts'
import { listWallets, showWallet } from './wallets.ts'

interface CoinbaseRoute {
  method: string
  pattern: URLPattern
  respond: (call: EmulatorCall, params: Record<string, string>) => RouteResponse | Promise<RouteResponse>
}

const transactions = '/v2/accounts/:account/transactions'

function createCoinbase(context: EmulatorContext): Emulator {
  const routes = [...publicRoutes(context), ...oauthRoutes(context), ...accountRoutes(context)]
  const listing = new URLPattern({ pathname: `${transactions}{/:transaction}?` })
  return {
    acceptsCodes: true,
    kindOf: ({ method, path }) => {
      if (!listing.test({ pathname: path })) return 'read'
      return method === 'POST' ? 'withdraw' : 'list'
    },
    respond: async (call) => {
      const found = routes.find((each) => each.method === call.method && each.pattern.test({ pathname: call.path }))
      if (found === undefined) throw new ExchangeError(404, 'not_found', 'Not found')
      const groups = found.pattern.exec({ pathname: call.path })?.pathname.groups ?? {}
      return await found.respond(call, groups as Record<string, string>)
    },
    refuse,
    recorded: ({ path, queryText, bodyText }) => ({
      query: queryText,
      // Bodies of these paths contain only passwords, codes and tokens.
      body: path.startsWith('/oauth') ? bodyText.replaceAll(/(=|:\s*)("[^"]*"|[^&"{},]*)/g, '$1…') : bodyText,
    }),
  }
}

function route(methodAndPath: string, respond: CoinbaseRoute['respond']): CoinbaseRoute {
  const [method = '', pathname = ''] = methodAndPath.split(' ')
  return { method, pattern: new URLPattern({ pathname }), respond }
}

function publicRoutes(context: EmulatorContext): CoinbaseRoute[] {
  const isSuspended = () => context.faults.state().networkSuspended !== undefined
  return [
    route('GET /v2/time', () => time(context.now())),
    route('GET /v2/currencies', listFiat),
    route('GET /v2/currencies/crypto', listCrypto),
    route('GET /v2/prices/:pair/:kind(spot|buy|sell)', (_, { pair = '' }) => showPrice(pair)),
    route('GET /v2/exchange-rates', ({ queryText }) =>
      listRates(new URLSearchParams(queryText).get('currency') ?? 'USD'),
    ),
    route('GET /currencies', () => listTradedCurrencies(isSuspended())),
    route('GET /currencies/:symbol', (_, { symbol = '' }) => showTradedCurrency(symbol, isSuspended())),
  ]
}

function oauthRoutes(context: EmulatorContext): CoinbaseRoute[] {
  const { database, now } = context.exchange
  const attempts = createOauthAttempts(database, now)
  const tokens = createOauthTokens(database, now)
  const deps = { context, attempts, tokens }
  const steps = signInSteps(context, attempts)
  return [
    // Clients still use the former paths.
    route('GET /:base(oauth2/auth|oauth/authorize)', ({ queryText }) =>
      beginSignIn(context, attempts, new URLSearchParams(queryText)),
    ),
    route('POST /:base(oauth2|oauth)/token', (call) => exchangeGrant(deps, call)),
    route('POST /:base(oauth2|oauth)/revoke', (call) => revokeToken(deps, call)),
    ...Object.entries(steps).map(([name, step]) =>
      route(`POST /oauth2/${name}`, ({ bodyText }) => step(new URLSearchParams(bodyText))),
    ),
  ]
}

function accountRoutes(context: EmulatorContext): CoinbaseRoute[] {
  const tokens = createOauthTokens(context.exchange.database, context.exchange.now)
  const signed = (methodAndPath: string, scope: string | null, respond: (requested: AuthorizedCall) => RouteResponse) =>
    route(methodAndPath, async (call, params) => {
      const grant = authorize(tokens, call, scope)
      const dropped = await delayLogin(context.exchange, grant.login)
      if (dropped !== null) return dropped
      const response = respond({ context, grant, call, params, query: new URLSearchParams(call.queryText) })
      return withVersion(call, response)
    })
  return [
    signed('GET /v2/user', 'wallet:user:read', showUser),
    signed('GET /v2/user/auth', null, showAuth),
    signed('GET /v2/accounts', 'wallet:accounts:read', listWallets),
    signed('GET /v2/accounts/:account', 'wallet:accounts:read', showWallet),
    signed(`GET ${transactions}`, 'wallet:transactions:read', listTransactions),
    signed(`GET ${transactions}/:transaction`, 'wallet:transactions:read', showTransaction),
    signed(`POST ${transactions}`, 'wallet:transactions:send', send),
  ]
}

const newestVersion = '2024-11-01'
const warning = {
  id: 'missing_version',
  message: 'Please supply API version (YYYY-MM-DD) as CB-VERSION header',
  url: 'https://docs.cdp.coinbase.com/coinbase-app/api-architecture/versioning',
}

/** A request without a version gets a warning. */
function withVersion({ headers }: EmulatorCall, response: RouteResponse): RouteResponse {
  const version = headers['cb-version']
  const isDate = typeof version === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(version)
  if (isDate) return { ...response, headers: { ...response.headers, 'cb-version': version } }
  const text = JSON.stringify({ ...(JSON.parse(response.text) as object), warnings: [warning] })
  return { ...response, text, headers: { ...response.headers, 'cb-version': newestVersion } }
}

export const coinbase: EmulatorDefinition = {
  name: 'coinbase',
  title: 'Coinbase',
  limit: {
    keyHeader: 'authorization',
    most: 10_000,
    perSecond: 10_000 / 3600,
    costs: { withdraw: 1, list: 1, read: 1 },
  },
  create: createCoinbase,
}
