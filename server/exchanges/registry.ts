// Every integration that this server offers. A new adapter adds one line to `exchanges`.

import type { Exchange } from './exchange.ts'
import { sandbox, sandboxBroker } from './sandbox.ts'

export interface ExchangeRegistry {
  readonly all: readonly Exchange[]
  /** In any casing. */
  byType(type: string): Exchange | undefined
}

/** `DeFiWallet` is an origin of its own kind: it has no adapter, its transfers go through the link module only. */
export const selfCustodyType = 'DeFiWallet'

export function isSelfCustody(type: string): boolean {
  return type.toLowerCase() === selfCustodyType.toLowerCase()
}

export interface ExchangeAddresses {
  /** Base URL of the sandbox exchange; null in production. */
  sandboxUrl: string | null
  /** How many times sooner than usual the sandbox's time limits are over. */
  sandboxHaste?: number
}

export function exchangeRegistry({ sandboxUrl, sandboxHaste }: ExchangeAddresses): ExchangeRegistry {
  const exchanges: Exchange[] = []
  if (sandboxUrl !== null) exchanges.push(sandbox(sandboxUrl, sandboxHaste), sandboxBroker(sandboxUrl))
  return registryOf(exchanges)
}

export function registryOf(exchanges: readonly Exchange[]): ExchangeRegistry {
  const byType = new Map(exchanges.map((exchange) => [exchange.type.toLowerCase(), exchange]))
  return { all: exchanges, byType: (type) => byType.get(type.toLowerCase()) }
}
