// An exchange that speaks one real wire format which the sandbox itself does not: the same ledger, faults and book of
// requests, in the test's own process. A format is one file beside this one, written from what the exchange publishes about
// itself, and shares nothing with the adapter that is tried against it.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Asset, findAsset, networksFor } from '../../sandbox/exchange/assets.ts'
import { answerEmulatorCall, type EmulatorSite } from '../../sandbox/exchange/emulators/answer-emulator-call.ts'
import type { EmulatorCall } from '../../sandbox/exchange/emulators/emulator.ts'
import { type EmulatorFault, faultRules } from '../../sandbox/exchange/emulators/faults.ts'
import { createRequestRecord } from '../../sandbox/exchange/emulators/request-record.ts'
import { createSavedAddresses, isSame, type SavedAddresses } from '../../sandbox/exchange/emulators/saved-addresses.ts'
import { createEmulatorTables } from '../../sandbox/exchange/emulators/schema.ts'
import type { RunningExchange } from '../../sandbox/exchange/exchange.ts'
import { ExchangeError } from '../../sandbox/exchange/exchange-error.ts'
import { createFaults, type Faults } from '../../sandbox/exchange/faults.ts'
import { type Login, logins } from '../../sandbox/exchange/logins.ts'
import type { Exchange } from '../../server/exchanges/exchange.ts'
import type { AdapterSettings } from '../../server/exchanges/kit/adapter-settings.ts'
import type { ExchangeTools } from '../../server/exchanges/kit/tools.ts'
import { connected, type EmulatorExchange, timeoutsUnder } from '../support/emulator-exchange.ts'
import { startTestExchange } from '../unit/sandbox/test-exchange.ts'

export interface WireKey {
  apiKey: string
  secret: string
  passphrase: string
  login: Login
  accountId: string
  mayWithdraw: boolean
  isSubAccount: boolean
  /** The version of the key, where the exchange requires it in every request. */
  version: string
  /** The site of the exchange that knows this key; '' is the default site. */
  site: string
  /** The addresses it may be used from; everywhere when there is none. */
  addresses: string[]
}

/** What a format works with. */
export interface WirePlace {
  exchange: RunningExchange
  /** By the key's public part. A key of another site is not known here. */
  keys: { get(apiKey: string): WireKey | undefined }
  /** The site that is emulated, '' for the default one. */
  site: string
  savedAddresses: SavedAddresses
  faults: Faults<EmulatorFault>
  /** By this exchange's own clock, which may be wrong. */
  now(): number
}

export type WireFormat = (place: WirePlace) => EmulatorSite['emulator']

export interface WireExchange extends EmulatorExchange {
  place: WirePlace
  keyOf(login: string): WireKey
}

export async function startWireExchange(
  format: WireFormat,
  adapter: (tools: ExchangeTools, settings: AdapterSettings) => Exchange,
): Promise<WireExchange> {
  const sandbox = await startTestExchange()
  const { database, now } = sandbox.exchange
  createEmulatorTables(database)
  const faults = createFaults<EmulatorFault>(faultRules)
  const keys = new Map(logins.map((login) => [keyOf(login).apiKey, keyOf(login)]))
  const savedAddresses = createSavedAddresses(database, now)
  const placeAt = (site: string): WirePlace => ({
    ...{ exchange: sandbox.exchange, savedAddresses, faults, site },
    keys: { get: (apiKey) => knownAt(site, keys.get(apiKey)) },
    now: () => now() + (faults.state().clockSkew?.ms ?? 0),
  })
  const requests = createRequestRecord(database)
  const siteAt = (site: string): EmulatorSite => ({
    emulator: format(placeAt(site)),
    faults,
    requests,
    now,
    count() {},
  })
  const place = placeAt('')
  const main = siteAt('')
  const server = createServer((request, response) => {
    const [whole = '', queryText = ''] = (request.url ?? '').split(/\?(.*)/s)
    const [, site = '', path = whole] = /^\/sites\/([^/]+)(\/.*)$/.exec(whole) ?? []
    const called = site === '' ? main : siteAt(site)
    answerEmulatorCall(called, request, response, path, queryText).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const siteUrl = (site: string) => (site === defaultSite ? url : `${url}/sites/${site}`)
  const { exchange, database: own, timeouts } = await connected(adapter, url, sandbox.clock, siteUrl)
  const defaultSite = exchange.signIn.fields.find(({ name }) => name === 'site')?.defaultValue
  const keyNamed = (login: string) => {
    const key = [...keys.values()].find((each) => each.login.name === login)
    if (key === undefined) throw new Error(`there is no login ${login}`)
    return key
  }
  return {
    ...{ name: main.emulator.name, url, sandbox, exchange, place, keyOf: keyNamed },
    async credentialsOf(login) {
      const { apiKey, secret, passphrase, site } = keyNamed(login)
      const given: Record<string, string> = { apiKey, apiSecret: secret, passphrase, site }
      return Object.fromEntries(
        exchange.signIn.fields.map(({ name, defaultValue = '' }) => [name, given[name] || defaultValue]),
      )
    },
    async fault(given) {
      Object.assign(timeouts, timeoutsUnder(given))
      faults.set(given as Record<string, unknown>)
    },
    async counts() {
      const { withdrawals } = (await sandbox.call('GET', '/console/withdrawals')).body
      return { ordered: requests.find({ kind: 'withdraw' }).length, made: withdrawals.length }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      sandbox.close()
      await own.close()
    },
  }
}

function keyOf(login: Login): WireKey {
  const text = (what: string) => createHash('sha256').update(`${what} of ${login.name}`).digest('hex')
  return {
    ...{ apiKey: text('key').slice(0, 36), secret: text('secret').slice(0, 32), passphrase: text('word').slice(0, 12) },
    login,
    accountId: login.accounts[0]?.id ?? '',
    mayWithdraw: login.withdrawalsLocked !== true,
    isSubAccount: false,
    version: '3',
    site: '',
    addresses: [],
  }
}

function knownAt(site: string, key: WireKey | undefined): WireKey | undefined {
  return key?.site === site ? key : undefined
}

/** Where the user of this key withdraws to saved addresses alone. Throws address_not_saved. */
export function requireSaved(
  { savedAddresses }: WirePlace,
  { login }: WireKey,
  to: { network: string; address: string; tag: string },
): void {
  if (login.savesAddresses !== true) return
  if (savedAddresses.of(login.name).some((each) => each.verified && isSame(each, to))) return
  throw refusal('address_not_saved')
}

export interface Balance {
  asset: Asset
  available: bigint
  held: bigint
}

export function balancesOf({ exchange }: WirePlace, { accountId }: WireKey): Balance[] {
  return exchange.ledger.balances(accountId).flatMap(({ asset: symbol, available, held }) => {
    const asset = findAsset(symbol)
    return asset === undefined ? [] : [{ asset, available, held }]
  })
}

/** The network that one asset leaves by, by the exchange's word for it. Throws network_unsupported. */
export function networkCalled(key: WireKey, asset: Asset, wordFor: (network: string) => string, word: string): string {
  const found = networksFor(asset, key.accountId).find(({ network }) => wordFor(network) === word)
  if (found === undefined) throw refusal('network_unsupported')
  return found.network
}

export function refusal(code: string): ExchangeError {
  return new ExchangeError(400, code, `Refused: ${code}.`)
}

export function jsonBody({ bodyText }: EmulatorCall): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(bodyText)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  } catch {
    // Told below.
  }
  throw refusal('bad_request')
}

/** A header that is there once. */
export function header({ headers }: EmulatorCall, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}
