// ccxt as an independent client: it signs, requests and reads as it does with the real exchanges; only the base address
// is another one. One exchange's file is loaded alone: the whole package takes half a second and 100 MB.
import type { TestExchange } from '../../../../support/test-exchange.ts'

// biome-ignore lint/suspicious/noExplicitAny: ccxt's own methods for single endpoints have no types
type Client = any

const base = import.meta.resolve('ccxt')

async function load(name: 'kraken' | 'binance' | 'coinbase'): Promise<new (options: object) => Client> {
  const loaded = (await import(new URL(`./src/${name}.js`, base).href)) as { default: new (options: object) => Client }
  return loaded.default
}

export interface Key {
  key: string
  secret: string
}

export async function keyOf(sandbox: TestExchange, emulator: string, login: string): Promise<Key> {
  const { body } = await sandbox.call('GET', '/console/api-keys')
  const found = (body.apiKeys as (Key & { emulator: string; login: string })[]).find(
    (each) => each.emulator === emulator && each.login === login,
  )
  if (found === undefined) throw new Error(`There is no ${emulator} key of ${login}.`)
  return found
}

export async function krakenClient(sandbox: TestExchange, { key, secret }: Key): Promise<Client> {
  const Kraken = await load('kraken')
  const client = new Kraken({ apiKey: key, secret, enableRateLimit: false })
  const root = `${sandbox.url}/emulators/kraken`
  client.urls.api = { public: root, private: root }
  let last = Date.now() * 1000
  client.nonce = () => ++last
  return client
}

/** Its clock is the test's, like the exchange's. */
export async function binanceClient(sandbox: TestExchange, { key, secret }: Key): Promise<Client> {
  const Binance = await load('binance')
  const client = new Binance({ apiKey: key, secret, enableRateLimit: false })
  for (const [name, url] of Object.entries(client.urls.api as Record<string, string>)) {
    client.urls.api[name] = url.replace(/^https:\/\/[a-z]+\.binance\.com/, `${sandbox.url}/emulators/binance`)
  }
  client.nonce = () => sandbox.clock.now
  return client
}

/** With an access token, as an application of OAuth has one. */
export async function coinbaseClient(sandbox: TestExchange, token: string): Promise<Client> {
  const Coinbase = await load('coinbase')
  const client = new Coinbase({ token, enableRateLimit: false })
  client.urls.api = { rest: `${sandbox.url}/emulators/coinbase` }
  // The markets of its trading product, of which the emulator has nothing.
  client.options.fetchMarkets = 'fetchMarketsV2'
  return client
}
