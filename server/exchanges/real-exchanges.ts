// The adapters of real exchanges. In the sandbox each has the address of its emulator in place of the real one. In production an
// exchange that needs an application of the operator's is offered only if there is one.

import { binance } from './binance.ts'
import { bitget } from './bitget.ts'
import { bybit } from './bybit.ts'
import { coinbase } from './coinbase.ts'
import type { OAuthClient } from './coinbase-sign-in.ts'
import type { Exchange } from './exchange.ts'
import { gateIo } from './gate-io.ts'
import type { AdapterSettings } from './kit/adapter-settings.ts'
import { withAddressBook } from './kit/address-book.ts'
import type { ExchangeTools } from './kit/tools.ts'
import { kraken } from './kraken.ts'
import { kuCoin } from './ku-coin.ts'
import { okx } from './okx.ts'

export interface RealExchangeSettings {
  sandboxUrl: string | null
  /** From where this server calls. */
  serverAddresses?: readonly string[]
  /** The operator's application at Coinbase; without one nobody can sign in there. */
  coinbase?: OAuthClient
}

/** The application that the sandbox's emulator of Coinbase knows from the beginning. */
const sandboxApplication: OAuthClient = {
  clientId: 'sandbox-coinbase-client-0001',
  clientSecret: 'sandbox-coinbase-secret-0001',
}

type Adapter = (tools: ExchangeTools, settings: AdapterSettings) => Exchange

/** By the sandbox's name of the emulator. */
const adapters: readonly (readonly [string, Adapter])[] = [
  ['kraken', kraken],
  ['binance', binance],
  ['okx', okx],
  ['bybit', bybit],
  ['kuCoin', kuCoin],
  ['gateIo', gateIo],
  ['bitget', bitget],
]

export function realExchanges(tools: ExchangeTools, settings: RealExchangeSettings): Exchange[] {
  const { sandboxUrl, serverAddresses } = settings
  const build = (emulator: string, adapter: Adapter) => {
    const common: AdapterSettings = serverAddresses === undefined ? {} : { serverAddresses }
    if (sandboxUrl === null) return adapter(tools, common)
    const emulated = adapter(tools, { ...common, ...emulatorAt(sandboxUrl, emulator) })
    return withAddressBook(emulated, `${sandboxUrl}/address-book?emulator=${emulator}`)
  }
  const application = sandboxUrl === null ? settings.coinbase : sandboxApplication
  return [
    ...(application === undefined ? [] : [build('coinbase', (kit, at) => coinbase(kit, application, at))]),
    ...adapters.map(([emulator, adapter]) => build(emulator, adapter)),
  ]
}

function emulatorAt(sandboxUrl: string, emulator: string): AdapterSettings {
  const baseUrl = `${sandboxUrl}/emulators/${emulator}`
  const keysUrl = `${sandboxUrl}/api-keys?emulator=${emulator}`
  return { baseUrl, siteUrl: (site) => `${baseUrl}/sites/${site}`, keysUrl }
}
