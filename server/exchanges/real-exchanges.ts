// The adapters of real exchanges. In the sandbox each adapter calls the sandbox's emulator of its exchange. In production, an
// exchange that requires an OAuth application is offered only if the operator has configured one.

import { binance } from './binance/binance.ts'
import { bitget } from './bitget/bitget.ts'
import { bybit } from './bybit/bybit.ts'
import { coinbase } from './coinbase/coinbase.ts'
import type { OAuthClient } from './coinbase/sign-in.ts'
import type { Exchange } from './exchange.ts'
import { gateIo } from './gate-io/gate-io.ts'
import type { AdapterSettings } from './kit/adapter-settings.ts'
import { withAddressBook } from './kit/address-book.ts'
import type { LimitsByType } from './kit/limits.ts'
import type { ExchangeTools } from './kit/tools.ts'
import { kraken } from './kraken/kraken.ts'
import { kuCoin } from './ku-coin/ku-coin.ts'
import { okx } from './okx/okx.ts'

export interface RealExchangeSettings {
  sandboxUrl: string | null
  /** The server's outgoing addresses. */
  serverAddresses?: readonly string[]
  /** The address from which this process reaches exchanges. */
  sourceAddress?: string
  /** The rate limits that the operator has set. */
  limits?: LimitsByType
  /** The operator's OAuth application at Coinbase. Without it, Coinbase is not offered. */
  coinbase?: OAuthClient
}

/** The application that the sandbox's emulator of Coinbase is seeded with. */
const sandboxApplication: OAuthClient = {
  clientId: 'sandbox-coinbase-client-0001',
  clientSecret: 'sandbox-coinbase-secret-0001',
}

type Adapter = (tools: ExchangeTools, settings: AdapterSettings) => Exchange

/** By the name of the sandbox's emulator. */
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
  const { sandboxUrl, serverAddresses, sourceAddress, limits } = settings
  const build = (emulator: string, adapter: Adapter) => {
    const common: AdapterSettings = {
      ...(serverAddresses !== undefined && { serverAddresses }),
      ...(sourceAddress !== undefined && { sourceAddress }),
      ...(limits !== undefined && { limits }),
    }
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
