// An emulator without a place in the sandbox exchange, with its adapter: the same ledger, faults and request record, in the test's own
// process.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerEmulatorCall, type EmulatorSite } from '../../sandbox/exchange/emulators/answer-emulator-call.ts'
import { type EmulatorFault, faultRules } from '../../sandbox/exchange/emulators/faults.ts'
import { createRequestRecord } from '../../sandbox/exchange/emulators/request-record.ts'
import { createSavedAddresses } from '../../sandbox/exchange/emulators/saved-addresses.ts'
import { createEmulatorTables } from '../../sandbox/exchange/emulators/schema.ts'
import type { WireFormat, WireKey, WirePlace } from '../../sandbox/exchange/emulators/wire-format.ts'
import { createFaults } from '../../sandbox/exchange/faults.ts'
import { type Login, logins } from '../../sandbox/exchange/logins.ts'
import type { Exchange } from '../../server/exchanges/exchange.ts'
import type { AdapterSettings } from '../../server/exchanges/kit/adapter-settings.ts'
import type { ExchangeTools } from '../../server/exchanges/kit/tools.ts'
import { startTestExchange } from '../unit/sandbox/test-exchange.ts'
import { connected, type EmulatorExchange, timeoutsUnder } from './emulator-exchange.ts'

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
