// The adapters of real exchanges. In the sandbox those whose wire format the sandbox exchange speaks, as they are, with its
// address in place of the real one; in production all that need no application of the operator's, or have one.

import { binance } from './binance.ts'
import type { Exchange } from './exchange.ts'
import type { AdapterSettings } from './kit/adapter-settings.ts'
import type { ExchangeTools } from './kit/tools.ts'
import { kraken } from './kraken.ts'

export interface RealExchangeSettings {
  sandboxUrl: string | null
  /** From where this server calls. */
  serverAddresses?: readonly string[]
}

type Adapter = (tools: ExchangeTools, settings: AdapterSettings) => Exchange

/** By the sandbox's name of the dialect; null where it speaks none. */
const adapters: readonly (readonly [string | null, Adapter])[] = [
  ['kraken', kraken],
  ['binance', binance],
]

export function realExchanges(tools: ExchangeTools, settings: RealExchangeSettings): Exchange[] {
  const { sandboxUrl, serverAddresses } = settings
  const common = serverAddresses === undefined ? {} : { serverAddresses }
  if (sandboxUrl === null) return adapters.map(([, adapter]) => adapter(tools, common))
  return adapters.flatMap(([dialect, adapter]) =>
    dialect === null ? [] : [adapter(tools, { ...common, baseUrl: `${sandboxUrl}/dialects/${dialect}` })],
  )
}
