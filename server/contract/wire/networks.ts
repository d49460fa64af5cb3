import * as z from 'zod'
import { baseId, Id } from './values.ts'

export const Network = z
  .object({
    id: Id.describe('Static, and the same in sandbox and production. It can be stored.'),
    name: z.string(),
    chainId: z
      .string()
      .describe(
        'Numeric chain identifier as text. In the sandbox, that of the sandbox chain, which no real chain uses.',
      ),
    supportedTokens: z.array(z.string()).describe('Token symbols.'),
    supportedBrokerTypes: z.array(z.string()).describe('Integrations able to send on this network.'),
  })
  .meta({ id: 'Network' })

export const Networks = z.object({ networks: z.array(Network) })

export const networksExample: z.input<typeof Networks> = {
  networks: [
    {
      id: baseId,
      name: 'Base',
      chainId: '941002',
      supportedTokens: ['ETH', 'USDC'],
      supportedBrokerTypes: ['sandbox'],
    },
  ],
}
