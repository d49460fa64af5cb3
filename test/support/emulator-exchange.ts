// The adapter of a real exchange with the sandbox's emulator: the same code, another base URL, and one clock for both.
import { Amount } from '../../server/contract/amount.ts'
import type { Exchange } from '../../server/exchanges/exchange.ts'
import type { AdapterSettings, Timeouts } from '../../server/exchanges/kit/adapter-settings.ts'
import type { ExchangeTools } from '../../server/exchanges/kit/tools.ts'
import type { Credentials, SignInResult } from '../../server/exchanges/sign-in.ts'
import { validated } from '../../server/exchanges/validated-exchange.ts'
import type { WithdrawalOrder, WithdrawalTerms } from '../../server/exchanges/withdrawal.ts'
import { exchangeLimits } from '../../server/limits/exchange-limits.ts'
import { networkCatalogue } from '../../server/networks/catalogue.ts'
import { openSqlite } from '../../server/storage/sqlite.ts'
import type { Database } from '../../server/storage/storage.ts'
import { comparedWithCcxt } from './compare-signatures.ts'
import { patientTimeouts } from './patient-timeouts.ts'
import { address, redirectUri, startTestExchange, type TestExchange } from './test-exchange.ts'

export interface EmulatorExchange {
  name: string
  /** The exchange's base URL for the adapter. */
  url: string
  sandbox: TestExchange
  exchange: Exchange
  /** The credentials of a login, as its user would enter them. */
  credentialsOf(login: string): Promise<Credentials>
  /** Changes the key of a login, as the exchange's page does: permissions, addresses, site, isSubAccount, version. */
  changeKey(login: string, change: object): Promise<void>
  /** Switches faults on, and all others off. */
  fault(faults: object): Promise<void>
  /** How many orders have arrived, and how many withdrawals exist. */
  counts(): Promise<{ ordered: number; made: number }>
  close(): Promise<void>
}

/** Limits as in production, but without waiting for them: tests send requests faster than users. */
export function testTools(database: Database, clock: { now: number }): ExchangeTools {
  const limits = exchangeLimits(database, () => new Date(clock.now))
  return { ...limits, acquire: async () => true, networks: networkCatalogue('sandbox') }
}

export const usualTerms: WithdrawalTerms = {
  symbol: 'USDC',
  networkKey: 'base',
  address,
  addressTag: '',
  amount: Amount.parse('25.5'),
}

/** A complete sign-in on the exchange's pages, by a window that fills in the forms. */
async function oauthCredentials(exchange: Exchange, username: string): Promise<Credentials> {
  const result = await finishAtExchange(exchange, username)
  if (result.state !== 'connected') throw new Error(`the sign-in of ${username} ended with ${JSON.stringify(result)}`)
  return result.credentials
}

async function finishAtExchange(exchange: Exchange, username: string): Promise<SignInResult> {
  const state = `state of ${username}`
  const begun = await exchange.startSignIn({}, { url: redirectUri, state })
  if (begun.state !== 'redirect' || exchange.finishRedirect === undefined) throw new Error('no redirect')
  const location = await fillInPages(begun.url, username)
  if (location.searchParams.get('state') !== state) throw new Error('the state did not come back')
  return exchange.finishRedirect(begun.pending, { code: location.searchParams.get('code') ?? '', issuer: '' })
}

/** The URL to which the exchange redirects after password and consent. */
export async function fillInPages(url: string, username: string, answer = 'allow'): Promise<URL> {
  const page = await (await fetch(url)).text()
  const attempt = /name="attempt" value="([0-9a-f]+)"/.exec(page)?.[1] ?? ''
  const form = /action="([^"]*)\/oauth2\/[^"]*"/.exec(page)?.[1] ?? ''
  const base = new URL(form, url).href
  const submit = (step: string, fields: Record<string, string>) =>
    fetch(`${base}/oauth2/${step}`, {
      method: 'POST',
      body: new URLSearchParams({ attempt, ...fields }),
      redirect: 'manual',
    })
  await submit('sign-in', { username, password: 'pass_good' })
  return new URL((await submit('consent', { answer })).headers.get('location') ?? '')
}

let orders = 0

/** A new order with the default terms, or others. */
export async function orderOf(
  { exchange, sandbox }: Pick<EmulatorExchange, 'exchange' | 'sandbox'>,
  credentials: Credentials,
  changed: Partial<WithdrawalOrder> = {},
): Promise<WithdrawalOrder> {
  const terms = { ...usualTerms, ...changed }
  const { adapterState } = await exchange.quote(credentials, '', terms)
  const clientReference = `3f0c4b1e-0000-4000-8000-${String(++orders).padStart(12, '0')}`
  const validUntil = new Date(sandbox.clock.now + exchange.recovery.requestMs)
  return { clientReference, adapterState, validUntil, mfaCode: null, extra: {}, ...terms, ...changed }
}

/** For calls that receive no response. */
const hastyMs: Timeouts = { readMs: 250, sendMs: 250 }

/** Timeouts for calls with these faults. */
function timeoutsUnder(faults: object): Timeouts {
  return 'hang' in faults || 'hangAfter' in faults ? hastyMs : patientTimeouts
}

/** The adapter as a server runs it, with separate limits and database, and each signature compared with ccxt's. */
export async function connected(
  adapter: (tools: ExchangeTools, settings: AdapterSettings) => Exchange,
  baseUrl: string,
  clock: { now: number },
  siteUrl: (site: string) => string = () => baseUrl,
): Promise<{ exchange: Exchange; database: Database; timeouts: Timeouts }> {
  const database = await openSqlite(':memory:')
  const timeouts = { ...patientTimeouts }
  const settings = { baseUrl, siteUrl, timeouts, wrapSigner: comparedWithCcxt }
  return { exchange: validated(adapter(testTools(database, clock), settings)), database, timeouts }
}

interface EmulatorKey {
  emulator: string
  login: string
  key: string
  secret: string
  passphrase: string
  site: string
}

/** Applies `changes` to every key. */
export async function startEmulatorExchange(
  name: string,
  adapter: (tools: ExchangeTools, settings: AdapterSettings) => Exchange,
  changes: object = {},
): Promise<EmulatorExchange> {
  const sandbox = await startTestExchange()
  const url = `${sandbox.url}/emulators/${name}`
  const siteUrl = (site: string) => (site === defaultSite ? url : `${url}/sites/${site}`)
  const { exchange, database, timeouts } = await connected(adapter, url, sandbox.clock, siteUrl)
  const defaultSite = exchange.signIn.fields.find(({ name }) => name === 'site')?.defaultValue
  const keys = async () => {
    const { body } = await sandbox.call('GET', '/console/api-keys')
    return (body.apiKeys as EmulatorKey[]).filter(({ emulator }) => emulator === name)
  }
  const keyOf = async (login: string) => {
    const found = (await keys()).find((each) => each.login === login)
    if (found === undefined) throw new Error(`there is no login ${login}`)
    return found
  }
  const change = async (key: string, changed: object) => {
    const { status } = await sandbox.call('PATCH', '/console/api-keys', { key, ...changed })
    if (status !== 200) throw new Error(`the key cannot be changed: ${JSON.stringify(changed)}`)
  }
  if (Object.keys(changes).length > 0) for (const { key } of await keys()) await change(key, changes)
  return {
    ...{ name, url, sandbox, exchange },
    async credentialsOf(login) {
      if (exchange.signIn.scheme === 'oauth') return oauthCredentials(exchange, login)
      const { key, secret, passphrase, site } = await keyOf(login)
      const given: Record<string, string> = { apiKey: key, apiSecret: secret, passphrase, site }
      return Object.fromEntries(
        exchange.signIn.fields
          .filter(({ name }) => name !== 'otp')
          .map(({ name, defaultValue = '' }) => [name, given[name] || defaultValue]),
      )
    },
    changeKey: async (login, changed) => change((await keyOf(login)).key, changed),
    async fault(faults) {
      Object.assign(timeouts, timeoutsUnder(faults))
      const { status } = await sandbox.call('PUT', `/console/emulators/${name}/faults`, faults)
      if (status !== 200) throw new Error(`no such fault: ${JSON.stringify(faults)}`)
    },
    async counts() {
      const { requests } = (await sandbox.call('GET', `/console/emulators/${name}/requests?kind=withdraw`)).body
      const { withdrawals } = (await sandbox.call('GET', '/console/withdrawals')).body
      return { ordered: requests.length, made: withdrawals.length }
    },
    async close() {
      sandbox.close()
      await database.close()
    },
  }
}
