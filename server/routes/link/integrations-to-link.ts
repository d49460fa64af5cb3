import { isSelfCustody } from '../../exchanges/registry.ts'
import type { Link } from '../../links/links.ts'
import type { RouteDeps } from '../route-deps.ts'

/** The kinds of chain on which a wallet has an address of its own. */
export type WalletFamily = 'evm' | 'solana'

/** The integrations that a user may choose from, as the hosted UI shows them. A wallet only where there is somewhere to pay. */
export function integrationsToLink(deps: RouteDeps, link: Link) {
  const canPay = link.destinations.length > 0
  const offered = deps.exchanges.all.filter(({ type }) => canPay || !isSelfCustody(type))
  return Promise.all(
    offered.map(async ({ type, name, color, transfers, signIn, health }) => {
      const isWallet = isSelfCustody(type)
      // Nothing that a user types: the page learns it from the wallet.
      const auth = isWallet ? { ...signIn, fields: [] } : signIn
      const kind = isWallet ? 'wallet' : 'exchange'
      const families = walletFamilies(deps, link)
      const only = !isWallet ? {} : families.length === 0 ? { payOnly: true } : { families }
      return { type, name, kind, ...only, status: await health(), transfers, color, auth } as const
    }),
  )
}

/** Those of a destination on a network that is read: only then can it be seen that a wallet has paid. */
export function walletFamilies({ wallets, solana, networks }: RouteDeps, { destinations }: Link): WalletFamily[] {
  const keys = destinations.map(({ networkId }) => networks.byId(networkId)?.key ?? '')
  const has = (read: ReadonlyMap<string, unknown>) => keys.some((key) => read.has(key))
  return [...(has(wallets) ? (['evm'] as const) : []), ...(has(solana) ? (['solana'] as const) : [])]
}
