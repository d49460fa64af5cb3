import { isSelfCustody } from '../../exchanges/registry.ts'
import type { RouteDeps } from '../route-deps.ts'

type Nodes = Pick<RouteDeps, 'environment' | 'chains' | 'solana'>

/** Whether the chain decides: in the sandbox Solana's is reached by wallets alone. */
export function isRead({ chains, solana }: Nodes, key: string, originType: string): boolean {
  return chains.has(key) || (isSelfCustody(originType) && solana.has(key))
}

/** A sandbox network without a local chain: its transfers settle in the exchange's own book, and the page says so. */
export function isSimulated(deps: Nodes, key: string, originType: string): boolean {
  return deps.environment === 'sandbox' && !isRead(deps, key, originType)
}
