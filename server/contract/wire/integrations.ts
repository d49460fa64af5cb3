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

export const IntegrationHealth = z
  .object({ type: z.string(), name: z.string(), status: Health })
  .meta({ id: 'IntegrationHealth' })
export const IntegrationsHealth = z.object({ integrations: z.array(IntegrationHealth) })

export const integrationsExample: z.input<typeof Integrations> = {
  integrations: [{ type: 'sandbox', name: 'Sandbox Exchange', transfers: true, networks: [ethereumId, baseId] }],
}
export const healthExample: z.input<typeof IntegrationsHealth> = {
  integrations: [{ type: 'sandbox', name: 'Sandbox Exchange', status: 'up' }],
}
