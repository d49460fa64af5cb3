// The list of the emulators. Assembles them and routes each call to its emulator.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { rightCode } from '../codes.ts'
import type { Exchange } from '../exchange-context.ts'
import { ExchangeError } from '../exchange-error.ts'
import { createFaults, type Faults } from '../faults.ts'
import { errorResponse, type Route, refuseForeignRequests, send } from '../http.ts'
import { createApiKeys, type KeyedEmulator } from './api-keys.ts'
import { binance } from './binance/binance.ts'
import { bitget } from './bitget/bitget.ts'
import { bybit } from './bybit/bybit.ts'
import { coinbase } from './coinbase/coinbase.ts'
import { createOauthApps } from './coinbase/oauth-apps.ts'
import type { EmulatorDefinition, Emulators } from './emulator-context.ts'
import { emulatorPageRoutes } from './emulator-page-routes.ts'
import { emulatorRoutes } from './emulator-routes.ts'
import { type EmulatorFault, faultRules } from './faults.ts'
import { gateIo } from './gate-io/gate-io.ts'
import { type EmulatorSite, handleEmulatorCall } from './handle-emulator-call.ts'
import { kraken } from './kraken/kraken.ts'
import { kuCoin } from './ku-coin/ku-coin.ts'
import { createLimits } from './limits.ts'
import { okx } from './okx/okx.ts'
import { createRequestRecord } from './request-record.ts'
import { createSavedAddresses } from './saved-addresses.ts'
import { createEmulatorTables } from './schema.ts'

const definitions: EmulatorDefinition[] = [coinbase, kraken, binance, okx, bybit, kuCoin, gateIo, bitget]
const keyed = definitions.filter((each): each is EmulatorDefinition & KeyedEmulator => each.keys !== undefined)

export interface RunningEmulators {
  /** The routes of the console and the pages. */
  routes: Route[]
  /** Handles a call whose path begins with `/emulators/`. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
}

export function createEmulators(exchange: Exchange): RunningEmulators {
  const { database, now } = exchange
  createEmulatorTables(database)
  const emulators: Emulators = {
    exchange,
    definitions,
    keyed,
    apiKeys: createApiKeys({ database, now, emulators: keyed, seededCode: rightCode }),
    savedAddresses: createSavedAddresses(database, now),
    oauthApps: createOauthApps(database, exchange.redirectUris),
    requests: createRequestRecord(database),
    faults: Object.fromEntries(definitions.map(({ name }) => [name, createFaults<EmulatorFault>(faultRules)])),
  }
  const sites = sitesOf(emulators)
  return {
    routes: [...emulatorRoutes(emulators), ...emulatorPageRoutes(emulators)],
    handle: (request, response) => handleCall(sites, request, response),
  }
}

/** The emulators by their path: `kraken`, `okx`, `okx/sites/eea`. */
function sitesOf({
  exchange,
  apiKeys,
  savedAddresses,
  oauthApps,
  requests,
  faults,
}: Emulators): Map<string, EmulatorSite> {
  const { now } = exchange
  const limits = createLimits(now)
  const siteOf = ({ name, limit, create }: EmulatorDefinition, site: string): EmulatorSite => {
    const emulatorFaults = faults[name] as Faults<EmulatorFault>
    const emulator = create({
      ...{ exchange, savedAddresses, oauthApps, site, faults: emulatorFaults, keys: apiKeys.at(name, site) },
      now: () => now() + (emulatorFaults.state().clockSkew?.ms ?? 0),
    })
    const count: EmulatorSite['count'] = (call) =>
      limits.count(limit, { emulator: name, kind: emulator.kindOf(call), call })
    return { name, emulator, faults: emulatorFaults, requests, now, count }
  }
  return new Map(
    definitions.flatMap((definition): [string, EmulatorSite][] => {
      const { name, keys } = definition
      const main = siteOf(definition, '')
      const [defaultSite, ...others] = keys?.sites ?? []
      return [
        [name, main],
        ...(defaultSite === undefined ? [] : [[`${name}/sites/${defaultSite}`, main] as [string, EmulatorSite]]),
        ...others.map((site): [string, EmulatorSite] => [`${name}/sites/${site}`, siteOf(definition, site)]),
      ]
    }),
  )
}

async function handleCall(
  sites: Map<string, EmulatorSite>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, name = '', path = '', queryText = ''] =
    /^\/emulators\/([a-zA-Z]+(?:\/sites\/[a-z]+)?)(\/[^?]*)?(?:\?(.*))?$/.exec(request.url ?? '') ?? []
  const site = sites.get(name)
  try {
    refuseForeignRequests(request)
    if (site === undefined) throw new ExchangeError(404, 'not_found', 'There is no such emulator.')
  } catch (error) {
    return send(response, errorResponse(error))
  }
  await handleEmulatorCall(site, request, { response, path, queryText })
}
