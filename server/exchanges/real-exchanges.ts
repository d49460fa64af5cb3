// The adapters of real exchanges. In the sandbox those whose wire format the sandbox exchange speaks, as they are, with its
// address in place of the real one; in production all that need no application of the operator's, or have one.

import { binance } from './binance.ts'
import { bitget } from './bitget.ts'
import { bybit } from './bybit.ts'
import { coinbase } from './coinbase.ts'
import type { OAuthClient } from './coinbase-sign-in.ts'
import type { Exchange } from './exchange.ts'
import { gateIo } from './gate-io.ts'
import type { AdapterSettings } from './kit/adapter-settings.ts'
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

/** By the sandbox's name of the emulator; null where it speaks none. */
const adapters: readonly (readonly [string | null, Adapter])[] = [
  ['kraken', kraken],
  ['binance', binance],
  [null, okx],
  [null, bybit],
  [null, kuCoin],
  [null, gateIo],
  [null, bitget],
]

export function realExchanges(tools: ExchangeTools, settings: RealExchangeSettings): Exchange[] {
  const { sandboxUrl, serverAddresses } = settings
  const at = (emulator: string | null): AdapterSettings => ({
    ...(serverAddresses === undefined ? {} : { serverAddresses }),
    ...(sandboxUrl === null
      ? {}
      : { baseUrl: `${sandboxUrl}/emulators/${emulator}`, keysUrl: `${sandboxUrl}/api-keys` }),
  })
  const offered = adapters.filter(([emulator]) => sandboxUrl === null || emulator !== null)
  const application = sandboxUrl === null ? settings.coinbase : sandboxApplication
  return [
    ...(application === undefined ? [] : [coinbase(tools, application, at('coinbase'))]),
    ...offered.map(([emulator, adapter]) => adapter(tools, at(emulator))),
  ]
}
