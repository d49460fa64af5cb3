// Puts the dialects together, and finds the one that a call is in.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { rightCode } from '../codes.ts'
import type { Exchange } from '../exchange.ts'
import { ExchangeError } from '../exchange-error.ts'
import { createFaults, type Faults } from '../faults.ts'
import { errorAnswer, type Route, refuseStrangers, send } from '../http.ts'
import { answerInDialect, type DialectSite } from './answer-in-dialect.ts'
import { type ApiKeys, createApiKeys } from './api-keys.ts'
import { createBinance } from './binance/binance.ts'
import { createCoinbase } from './coinbase/coinbase.ts'
import { createOauthApps, type OauthApps } from './coinbase/oauth-apps.ts'
import type { Dialect, DialectName } from './dialect.ts'
import { dialectPageRoutes } from './dialect-page-routes.ts'
import { dialectRoutes } from './dialect-routes.ts'
import { type DialectFault, faultRules } from './faults.ts'
import { createKraken } from './kraken/kraken.ts'
import { createLimits, type Limits } from './limits.ts'
import { createRequestRecord, type RequestRecord } from './request-record.ts'
import { createSavedAddresses, type SavedAddresses } from './saved-addresses.ts'
import { createDialectTables } from './schema.ts'

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
  const site: DialectSite = {
    dialect,
    faults: dialects.faults[dialect.name],
    requests: dialects.requests,
    now: dialects.exchange.now,
    count: (call) => dialects.limits.count(dialect, call),
  }
  await answerInDialect(site, request, response, path, queryText)
}
