import { isSelfCustody } from '../../exchanges/registry.ts'
import type { RouteDeps } from '../route-deps.ts'

type Nodes = Pick<RouteDeps, 'environment' | 'chains' | 'solana'>

/** Whether the chain proves payments. In the sandbox, only wallets reach Solana's chain. */
export function isRead({ chains, solana }: Nodes, key: string, originType: string): boolean {
  return chains.has(key) || (isSelfCustody(originType) && solana.has(key))
}

/** A sandbox network without a local chain. Its transfers settle in the exchange's ledger, and the page shows this. */
export function isSimulated(deps: Nodes, key: string, originType: string): boolean {
  return deps.environment === 'sandbox' && !isRead(deps, key, originType)
}
