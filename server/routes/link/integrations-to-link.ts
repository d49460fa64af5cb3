import type { Exchange } from '../../exchanges/exchange.ts'

/** The integrations that a user may choose from, as the hosted UI shows them. */
export function integrationsToLink(exchanges: readonly Exchange[]) {
  return Promise.all(
    exchanges.map(async ({ type, name, color, transfers, signIn, health }) => {
      const isWallet = signIn.scheme === 'wallet'
      // Nothing that a user types: the page learns it from the wallet.
      const auth = isWallet ? { ...signIn, fields: [] } : signIn
      const kind = isWallet ? 'wallet' : 'exchange'
      return { type, name, kind, status: await health(), transfers, color, auth } as const
    }),
  )
}
