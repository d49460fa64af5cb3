// Puts the emulators together, and finds the one that a call is in.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { rightCode } from '../codes.ts'
import type { Exchange } from '../exchange.ts'
import { ExchangeError } from '../exchange-error.ts'
import { createFaults, type Faults } from '../faults.ts'
import { errorAnswer, type Route, refuseStrangers, send } from '../http.ts'
import { answerEmulatorCall, type EmulatorSite } from './answer-emulator-call.ts'
import { type ApiKeys, createApiKeys } from './api-keys.ts'
import { createBinance } from './binance/binance.ts'
import { createCoinbase } from './coinbase/coinbase.ts'
import { createOauthApps, type OauthApps } from './coinbase/oauth-apps.ts'
import type { Emulator, EmulatorName } from './emulator.ts'
import { emulatorPageRoutes } from './emulator-page-routes.ts'
import { emulatorRoutes } from './emulator-routes.ts'
import { type EmulatorFault, faultRules } from './faults.ts'
import { createKraken } from './kraken/kraken.ts'
import { createLimits, type Limits } from './limits.ts'
import { createRequestRecord, type RequestRecord } from './request-record.ts'
import { createSavedAddresses, type SavedAddresses } from './saved-addresses.ts'
import { createEmulatorTables } from './schema.ts'

/** What the emulators work with. */
export interface Emulators {
  exchange: Exchange
  apiKeys: ApiKeys
  savedAddresses: SavedAddresses
  oauthApps: OauthApps
  requests: RequestRecord
  faults: Record<EmulatorName, Faults<EmulatorFault>>
  limits: Limits
  /** The time by this emulator's clock, which may be wrong. */
  now(emulator: EmulatorName): number
  /** Of the console and the pages. */
  routes: Route[]
  /** Answers a call whose path begins with `/emulators/`. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>
}

export function createEmulators(exchange: Exchange): Emulators {
  const { database, now } = exchange
  createEmulatorTables(database)
  const makeFaults = () => createFaults<EmulatorFault>(faultRules)
  const faults = { coinbase: makeFaults(), kraken: makeFaults(), binance: makeFaults() }
  const emulators: Emulators = {
    exchange,
    faults,
    limits: createLimits(now),
    apiKeys: createApiKeys(database, now, rightCode),
    savedAddresses: createSavedAddresses(database, now),
    oauthApps: createOauthApps(database, exchange.redirectUris),
    requests: createRequestRecord(database),
    now: (emulator) => now() + (faults[emulator].state().clockSkew?.ms ?? 0),
    routes: [],
    answer: (request, response) => answer(emulators, all, request, response),
  }
  emulators.routes.push(...emulatorRoutes(emulators), ...emulatorPageRoutes(emulators))
  const all = [createCoinbase(emulators), createKraken(emulators), createBinance(emulators)]
  return emulators
}

async function answer(
  emulators: Emulators,
  all: Emulator[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, name, path = '', queryText = ''] =
    /^\/emulators\/([a-z]+)(\/[^?]*)?(?:\?(.*))?$/.exec(request.url ?? '') ?? []
  const emulator = all.find((each) => each.name === name)
  try {
    refuseStrangers(request)
    if (emulator === undefined) throw new ExchangeError(404, 'not_found', 'There is no such emulator.')
  } catch (error) {
    return send(response, errorAnswer(error))
  }
  const site: EmulatorSite = {
    emulator,
    faults: emulators.faults[emulator.name],
    requests: emulators.requests,
    now: emulators.exchange.now,
    count: (call) => emulators.limits.count(emulator, call),
  }
  await answerEmulatorCall(site, request, response, path, queryText)
}
