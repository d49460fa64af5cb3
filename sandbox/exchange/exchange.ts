// Assembles the exchange and handles a call: authorization, faults, the route, and sending or dropping the response.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { accountRoutes } from './account-routes.ts'
import { approvalRoutes } from './approval-routes.ts'
import { createApprovals } from './approvals.ts'
import { consoleRoutes } from './console-routes.ts'
import { corruptResponse, unknownCode } from './corrupt-response.ts'
import type { RunningEmulators } from './emulators/emulators.ts'
import type { Exchange, ExchangeDeps } from './exchange-context.ts'
import { ExchangeError } from './exchange-error.ts'
import { createFaults, type FaultName, faultRules } from './faults.ts'
import {
  errorResponse,
  type Route,
  type RouteResponse,
  readBody,
  refuseForeignRequests,
  send,
  sendHalf,
} from './http.ts'
import { createLedger } from './ledger.ts'
import { loginRoutes } from './login-routes.ts'
import { createOutbox } from './outbox.ts'
import { pageRoutes } from './page-routes.ts'
import { publicRoutes } from './public-routes.ts'
import { createQuotes } from './quotes.ts'
import { createRestrictions } from './restrictions.ts'
import { seedLedger } from './seed-ledger.ts'
import { createSessions } from './sessions.ts'
import { createSettlement } from './settlement.ts'
import { simulatedNetworks } from './simulated-networks.ts'
import { createWithdrawalCodes } from './withdrawal-codes.ts'
import { createWithdrawals } from './withdrawals.ts'

export interface RunningExchange extends Exchange {
  handle: (request: IncomingMessage, response: ServerResponse) => void
}

export function createExchange(deps: ExchangeDeps): RunningExchange {
  const { database, now, wallet, pageUrl } = deps
  const ledger = createLedger(database, now)
  seedLedger(database, ledger)
  const withdrawals = createWithdrawals(database, ledger, now)
  const outbox = createOutbox(database, now)
  const approvals = createApprovals(database, { outbox, now, pageUrl })
  const onChain = deps.chains.map(({ network }) => network)
  const simulated = new Set(Object.keys(simulatedNetworks).filter((network) => !onChain.includes(network)))
  const settled = new Set([...onChain, ...simulated])
  const exchange: Exchange = {
    ...deps,
    ledger,
    withdrawals,
    settled,
    outbox,
    approvals,
    restrictions: createRestrictions(database, now, pageUrl),
    codes: createWithdrawalCodes(database, outbox),
    sessions: createSessions({ database, now, outbox, approvals }),
    quotes: createQuotes({ database, ledger, now, settled, fromAddress: wallet.address }),
    settlement: createSettlement({ ...deps, withdrawals, simulated }),
    faults: createFaults<FaultName>(faultRules),
  }
  // Loaded on the first call that needs them.
  let loading: Promise<RunningEmulators> | undefined
  const emulators = () => {
    loading ??= import('./emulators/emulators.ts').then(({ createEmulators }) => createEmulators(exchange))
    return loading
  }
  const routes = [publicRoutes, loginRoutes, accountRoutes, approvalRoutes, consoleRoutes, pageRoutes].flatMap((make) =>
    make(exchange),
  )
  return {
    ...exchange,
    handle: (request, response) => {
      handleCall(exchange, { emulators, routes, request, response }).catch((error) => {
        deps.log(String(error))
        response.destroy()
      })
    },
  }
}

interface HttpCall {
  emulators: () => Promise<RunningEmulators>
  routes: Route[]
  request: IncomingMessage
  response: ServerResponse
}

async function handleCall(exchange: Exchange, { emulators, routes, request, response }: HttpCall): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  if (url.pathname.startsWith('/emulators/')) return (await emulators()).handle(request, response)
  const faults = url.pathname.startsWith('/v1/') ? exchange.faults.consume(scopeOf(request.method, url.pathname)) : {}
  if (faults.down) return void response.destroy()
  if (faults.hang) return
  if (faults.slow) await pause(faults.slow.ms ?? 0)
  if (faults.error500Before) return send(response, internalError())
  if (faults.unknownCodeBefore) return send(response, unknownCode())
  const result = corruptResponse(await carryOut(emulators, { routes, request, url }), faults)
  if (result.isLost === true || faults.loseAnswer) return void response.destroy()
  if (faults.error500After) return send(response, internalError())
  if (faults.halfAnswer) return sendHalf(response, result)
  send(response, result)
}

async function carryOut(
  emulators: () => Promise<RunningEmulators>,
  { routes, request, url }: { routes: Route[]; request: IncomingMessage; url: URL },
): Promise<RouteResponse> {
  try {
    refuseForeignRequests(request)
    const exchangeRoutes = routesTo(routes, url)
    const matching = exchangeRoutes.length > 0 ? exchangeRoutes : routesTo((await emulators()).routes, url)
    const route = matching.find(({ method }) => method === request.method)
    if (route === undefined) {
      if (matching.length > 0) throw new ExchangeError(405, 'method_not_allowed', 'This path requires another method.')
      throw new ExchangeError(404, 'not_found', 'Not found.')
    }
    const groups = route.pattern.exec({ pathname: url.pathname })?.pathname.groups ?? {}
    const params = Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decode(value)]))
    const body = await readBody(request)
    return await route.respond({ request, path: url.pathname, params, query: url.searchParams, body })
  } catch (error) {
    return errorResponse(error)
  }
}

function routesTo(routes: Route[], { pathname }: URL): Route[] {
  return routes.filter(({ pattern }) => pattern.test({ pathname }))
}

function scopeOf(method: string | undefined, path: string): 'withdraw' | 'list' | 'read' {
  if (!/^\/v1\/accounts\/[^/]+\/withdrawals(\/|$)/.test(path)) return 'read'
  return method === 'POST' ? 'withdraw' : 'list'
}

function internalError(): RouteResponse {
  return errorResponse(new ExchangeError(500, 'internal_error', 'Something went wrong here.'))
}

function decode(value: string | undefined): string {
  try {
    return decodeURIComponent(value ?? '')
  } catch {
    return ''
  }
}
