// All integrations of this server. A new adapter adds one line to real-exchanges.ts.

import type { Exchange } from './exchange.ts'
import type { ExchangeTools } from './kit/tools.ts'
import { type RealExchangeSettings, realExchanges } from './real-exchanges.ts'
import { type SandboxSettings, sandbox, sandboxBroker } from './sandbox/sandbox.ts'
import { validated } from './validated-exchange.ts'

export interface ExchangeRegistry {
  readonly all: readonly Exchange[]
  /** Case-insensitive. */
  byType(type: string): Exchange | undefined
}

/** The user's own wallet sends, so its transfers go through the link module only. */
export const selfCustodyType = 'DeFiWallet'

export function isSelfCustody(type: string): boolean {
  return type.toLowerCase() === selfCustodyType.toLowerCase()
}

interface RegistrySettings extends RealExchangeSettings, SandboxSettings {
  /** Base URL of the sandbox exchange; null in production. */
  sandboxUrl: string | null
}

/** Without tools, only the sandbox's own brands are included. */
export function exchangeRegistry(settings: RegistrySettings, tools?: ExchangeTools): ExchangeRegistry {
  const { sandboxUrl } = settings
  const exchanges: Exchange[] = []
  if (sandboxUrl !== null) exchanges.push(sandbox(sandboxUrl, settings), sandboxBroker(sandboxUrl, settings))
  if (tools !== undefined) exchanges.push(...realExchanges(tools, settings))
  return registryOf(exchanges.map(validated))
}

/** Exchanges whose transfers a backend can order through the API. */
export function managedExchanges({ all }: ExchangeRegistry): readonly Exchange[] {
  return all.filter(({ type, transfers }) => transfers && !isSelfCustody(type))
}

export function registryOf(exchanges: readonly Exchange[]): ExchangeRegistry {
  const byType = new Map(exchanges.map((exchange) => [exchange.type.toLowerCase(), exchange]))
  return { all: exchanges, byType: (type) => byType.get(type.toLowerCase()) }
}
