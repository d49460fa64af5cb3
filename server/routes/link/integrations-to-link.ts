import type { Exchange } from '../../exchanges/exchange.ts'

/** The integrations that a user may choose from, as the hosted UI shows them. */
export function integrationsToLink(exchanges: readonly Exchange[]) {
  return Promise.all(
    exchanges.map(async ({ type, name, color, transfers, signIn, health }) => {
      return { type, name, kind: 'exchange', status: await health(), transfers, color, auth: signIn } as const
    }),
  )
}
