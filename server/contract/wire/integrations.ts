import * as z from 'zod'
import { baseId, ethereumId, Id } from './values.ts'

export const Health = z.enum(['up', 'degraded', 'down'])

export const Integration = z
  .object({
    type: z.string().describe('The value of FromType and brokerType.'),
    name: z.string(),
    transfers: z.boolean().describe('Whether it supports managed transfers.'),
    networks: z.array(Id).describe('Networks it can send on.'),
  })
  .meta({ id: 'Integration' })
export const Integrations = z.object({ integrations: z.array(Integration) })

const IntegrationHealth = z
  .object({
    type: z.string(),
    name: z.string(),
    isUp: z.boolean().describe('False when the exchange cannot be reached.'),
    status: Health,
    description: z.string().nullable().describe('The problem, or null if there is none.'),
  })
  .meta({ id: 'IntegrationHealth' })
/** A list in the format that published clients of this API family read. */
export const IntegrationsHealth = z.array(IntegrationHealth)

export const integrationsExample: z.input<typeof Integrations> = {
  integrations: [{ type: 'sandbox', name: 'Sandbox Exchange', transfers: true, networks: [ethereumId, baseId] }],
}
export const healthExample: z.input<typeof IntegrationsHealth> = [
  { type: 'sandbox', name: 'Sandbox Exchange', isUp: true, status: 'up', description: null },
]
