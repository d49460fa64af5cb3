// The calls of a signed-in user: accounts, balances, quotes, withdrawal orders and their status.

import { setTimeout as pause } from 'node:timers/promises'
import { assets, networkOnTheWire, networksFor } from './assets.ts'
import type { Exchange } from './exchange-context.ts'
import { badRequest, ExchangeError } from './exchange-error.ts'
import { type Call, json, type Route, type RouteResponse, route } from './http.ts'
import type { Login } from './logins.ts'
import { orderWithdrawal } from './order-withdrawal.ts'
import { readOrder, readWithdrawalOrder } from './read-order.ts'
import { isEvmNetwork } from './simulated-networks.ts'
import { formatUnits } from './units.ts'
import { withdrawalOnTheWire } from './withdrawals.ts'

type SignedIn = (call: Call, login: Login, accountId: string) => RouteResponse

/** A route for a signed-in user, to one of the user's accounts. */
export function accountRoute(exchange: Exchange, methodAndPath: string, respond: SignedIn): Route {
  return route(methodAndPath, async (call) => {
    const login = await signedIn(exchange, call)
    const accountId = call.params.account ?? ''
    if (accountId !== '' && !login.accounts.some(({ id }) => id === accountId)) throw notFound()
    return respond(call, login, accountId)
  })
}

export function accountRoutes(exchange: Exchange): Route[] {
  const { quotes, restrictions, withdrawals } = exchange
  const account = (methodAndPath: string, respond: SignedIn) => accountRoute(exchange, methodAndPath, respond)
  return [
    account('GET /v1/accounts', (_, login) => json({ accounts: login.accounts })),
    account('GET /v1/accounts/:account/balances', (_, login, accountId) => {
      restrictions.requireVerified(login)
      const withdrawals = login.withdrawalsLocked === true ? 'locked' : 'allowed'
      const heldUntil = restrictions.heldUntil(login)?.toISOString() ?? null
      return json({ balances: balances(exchange, accountId), withdrawals, heldUntil })
    }),
    account('POST /v1/accounts/:account/quotes', ({ body }, login, accountId) => {
      restrictions.requireMayWithdraw(login)
      return json(quotes.create(readOrder(accountId, body)))
    }),
    account('POST /v1/accounts/:account/withdrawals', ({ body }, login, accountId) =>
      withdraw(exchange, login, { accountId, body }),
    ),
    account('GET /v1/accounts/:account/withdrawals', ({ query }, _, accountId) => listed(exchange, accountId, query)),
    account('GET /v1/accounts/:account/withdrawals/:id', ({ params }, _, accountId) => {
      const row = withdrawals.find(params.id ?? '')
      if (row === undefined || row.account_id !== accountId) throw notFound()
      return json({ withdrawal: withdrawalOnTheWire(row) })
    }),
  ]
}

async function signedIn({ sessions, slowMs }: Exchange, { request }: Call): Promise<Login> {
  const [scheme = '', token = ''] = (request.headers.authorization ?? '').split(' ')
  if (scheme.toLowerCase() !== 'bearer') throw new ExchangeError(401, 'token_invalid', 'Send an access token.')
  const login = sessions.loginOf(token)
  if (login.isSlow === true) await pause(slowMs)
  return login
}

function balances({ ledger, wallet }: Exchange, accountId: string): Record<string, unknown>[] {
  return ledger.balances(accountId).flatMap((balance) => {
    const asset = assets.find(({ symbol }) => symbol === balance.asset)
    if (asset === undefined) return []
    return {
      asset: asset.symbol,
      name: asset.name,
      decimals: asset.decimals,
      available: formatUnits(balance.available, asset.decimals),
      held: formatUnits(balance.held, asset.decimals),
      networks: networksFor(asset, accountId).map((network) => ({
        ...networkOnTheWire(asset, network),
        // The hot wallet exists on EVM networks only. Other networks state no sender.
        fromAddress: isEvmNetwork(network.network) ? wallet.address : '',
      })),
    }
  })
}

function withdraw(
  exchange: Exchange,
  login: Login,
  { accountId, body }: { accountId: string; body: Record<string, unknown> },
): RouteResponse {
  const record = (answer: string) => recordRequest(exchange, login, { accountId, body, answer })
  try {
    const { row, isResponseLost } = orderWithdrawal(exchange, login, readWithdrawalOrder(accountId, body))
    record(isResponseLost ? '201, lost' : '201')
    exchange.settlement.wake()
    return { ...json({ withdrawal: withdrawalOnTheWire(row) }, 201), isLost: isResponseLost }
  } catch (error) {
    record(error instanceof ExchangeError ? `${error.status} ${error.code}` : '500')
    throw error
  }
}

// Records every order, so that a test can count them.
function recordRequest(
  { database, now }: Exchange,
  login: Login,
  { accountId, body, answer }: { accountId: string; body: Record<string, unknown>; answer: string },
): void {
  const { code: _, recipient: __, ...withoutSecrets } = body
  database
    .prepare('insert into withdrawal_request (at, account_id, login, body, answer) values (?, ?, ?, ?, ?)')
    .run(now(), accountId, login.name, JSON.stringify(withoutSecrets), answer)
}

function listed({ withdrawals }: Exchange, accountId: string, query: URLSearchParams): RouteResponse {
  const clientId = query.get('clientId')
  if (clientId !== null) {
    const row = withdrawals.findByClientId(accountId, clientId)
    return json({ withdrawals: row === undefined ? [] : [withdrawalOnTheWire(row)], nextCursor: null })
  }
  const since = Date.parse(query.get('since') ?? '1970-01-01T00:00:00Z')
  const after = wholeNumber(query.get('cursor') ?? '0')
  const limit = wholeNumber(query.get('limit') ?? '50')
  if (Number.isNaN(since) || after === null || limit === null || limit < 1) {
    throw badRequest(
      'since must be an ISO 8601 time, cursor the nextCursor of a page, and limit a whole number of at least 1.',
    )
  }
  const { rows, nextCursor } = withdrawals.list(accountId, { since, after, limit: Math.min(limit, 200) })
  return json({ withdrawals: rows.map(withdrawalOnTheWire), nextCursor })
}

function wholeNumber(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

function notFound(): ExchangeError {
  return new ExchangeError(404, 'not_found', 'Not found.')
}
