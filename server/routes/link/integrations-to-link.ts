import { isSelfCustody } from '../../exchanges/registry.ts'
import type { Link } from '../../links/links.ts'
import type { RouteDeps } from '../route-deps.ts'

/** Chain types, each with its own kind of wallet address. */
export type ChainType = 'evm' | 'solana'

/** The integrations that a user can choose from, for the hosted UI. Wallets are included only if a destination can receive from them. */
export function integrationsToLink(deps: RouteDeps, link: Link) {
  const canPay = link.destinations.length > 0
  const offered = deps.exchanges.all.filter(({ type }) => canPay || !isSelfCustody(type))
  return Promise.all(
    offered.map(async ({ type, name, color, transfers, signIn, health }) => {
      const isWallet = isSelfCustody(type)
      // The user does not type these: the page reads them from the wallet.
      const auth = isWallet ? { ...signIn, fields: [] } : signIn
      const kind = isWallet ? 'wallet' : 'exchange'
      const chainTypes = walletChainTypes(deps, link)
      const only = !isWallet ? {} : chainTypes.length === 0 ? { payOnly: true } : { families: chainTypes }
      const logo = deps.brandLogos.get(type.toLowerCase())?.path
      const brand = { color, ...(logo !== undefined && { logo }) }
      return { type, name, kind, ...only, status: await health(), transfers, ...brand, auth } as const
    }),
  )
}

/** Chain types of destinations whose network is read. Payments on other networks cannot be detected. */
export function walletChainTypes({ wallets, solana, networks }: RouteDeps, { destinations }: Link): ChainType[] {
  const keys = destinations.map(({ networkId }) => networks.byId(networkId)?.key ?? '')
  const has = (read: ReadonlyMap<string, unknown>) => keys.some((key) => read.has(key))
  return [...(has(wallets) ? (['evm'] as const) : []), ...(has(solana) ? (['solana'] as const) : [])]
}
