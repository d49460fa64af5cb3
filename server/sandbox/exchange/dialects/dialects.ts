// Puts the dialects together and answers one call in one of them: its record, its faults, its answer or the loss of it.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { createBinance } from '../binance/binance.ts'
import { rightCode } from '../codes.ts'
import { createCoinbase } from '../coinbase/coinbase.ts'
import { createOauthApps, type OauthApps } from '../coinbase/oauth-apps.ts'
import type { Exchange } from '../exchange.ts'
import { ExchangeError } from '../exchange-error.ts'
import { createFaults, type Faults } from '../faults.ts'
import { type Answer, errorAnswer, type Route, readText, refuseStrangers, send } from '../http.ts'
import { createKraken } from '../kraken/kraken.ts'
import { pause } from '../pause.ts'
import { type ApiKeys, createApiKeys } from './api-keys.ts'
import type { Dialect, DialectCall, DialectName } from './dialect.ts'
import { dialectPageRoutes } from './dialect-page-routes.ts'
import { dialectRoutes } from './dialect-routes.ts'
import { type DialectFault, faultRules } from './faults.ts'
import { createLimits, type Limits } from './limits.ts'
import { createRequestRecord, type RequestRecord } from './request-record.ts'
import { createSavedAddresses, type SavedAddresses } from './saved-addresses.ts'
import { createDialectTables } from './schema.ts'
import { deliver, refuseOnPurpose, strike } from './strike.ts'

/** What the dialects work with. */
export interface Dialects {
  exchange: Exchange
  apiKeys: ApiKeys
  savedAddresses: SavedAddresses
  oauthApps: OauthApps
  requests: RequestRecord
  faults: Record<DialectName, Faults<DialectFault>>
  limits: Limits
  /** The time by this dialect's clock, which may be wrong. */
  now(dialect: DialectName): number
  /** Of the console and the pages. */
  routes: Route[]
  /** Answers a call whose path begins with `/dialects/`. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>
}

export function createDialects(exchange: Exchange): Dialects {
  const { database, now } = exchange
  createDialectTables(database)
  const makeFaults = () => createFaults<DialectFault>(faultRules)
  const faults = { coinbase: makeFaults(), kraken: makeFaults(), binance: makeFaults() }
  const dialects: Dialects = {
    exchange,
    faults,
    limits: createLimits(now),
    apiKeys: createApiKeys(database, now, rightCode),
    savedAddresses: createSavedAddresses(database, now),
    oauthApps: createOauthApps(database, exchange.redirectUris),
    requests: createRequestRecord(database),
    now: (dialect) => now() + (faults[dialect].state().clockSkew?.ms ?? 0),
    routes: [],
    answer: (request, response) => answer(dialects, spoken, request, response),
  }
  dialects.routes.push(...dialectRoutes(dialects), ...dialectPageRoutes(dialects))
  const spoken = [createCoinbase(dialects), createKraken(dialects), createBinance(dialects)]
  return dialects
}

async function answer(
  dialects: Dialects,
  spoken: Dialect[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, name, path = '', queryText = ''] =
    /^\/dialects\/([a-z]+)(\/[^?]*)?(?:\?(.*))?$/.exec(request.url ?? '') ?? []
  const dialect = spoken.find((each) => each.name === name)
  try {
    refuseStrangers(request)
    if (dialect === undefined) throw new ExchangeError(404, 'not_found', 'There is no such dialect.')
  } catch (error) {
    return send(response, errorAnswer(error))
  }
  const { method = 'GET', headers, socket } = request
  const ip = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  const bodyText = await readText(request)
  const call: DialectCall = {
    method,
    path,
    queryText,
    bodyText,
    headers,
    ip,
    login: '',
    reference: '',
    withdrawalId: '',
    faults: {},
  }
  const kind = dialect.kindOf(call)
  call.faults = dialects.faults[dialect.name].take(kind)
  const kept = { ...dialect.kept(call), dialect: dialect.name, kind, method, path }
  const seq = dialects.requests.add(dialects.exchange.now(), kept)
  const given = await carryOut(dialects, dialect, call)
  const { login, reference, withdrawalId } = call
  const told = given === null ? '' : `${given.status}${given.isLost ? ', lost' : ''}`
  dialects.requests.complete(seq, { login, reference, withdrawalId, answer: told })
  if (given !== null) deliver(response, given, call.faults)
  else if (!call.faults.hang) response.destroy()
}

/** Null where no answer was ever to be made. */
async function carryOut(dialects: Dialects, dialect: Dialect, call: DialectCall): Promise<Answer | null> {
  const { faults } = call
  if (faults.down || faults.hang) return null
  if (faults.slow) await pause(faults.slow.ms ?? 0)
  if (faults.error500Before) return { status: 500, type: 'text/plain', text: 'Internal Server Error' }
  const answer = await respond(dialects, dialect, call)
  return strike(dialect, answer, faults)
}

async function respond(dialects: Dialects, dialect: Dialect, call: DialectCall): Promise<Answer> {
  const { faults } = call
  try {
    refuseOnPurpose(dialect, faults)
    if (faults.realLimits) dialects.limits.count(dialect, call)
    return await dialect.respond(call)
  } catch (error) {
    if (error instanceof ExchangeError) return dialect.refuse(error)
    console.error(error)
    return dialect.refuse(new ExchangeError(500, 'internal_error', 'Something went wrong here.'))
  }
}
