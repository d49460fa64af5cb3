import type { EventSource } from '../../webhooks/event-source.ts'
import { meshBody } from '../../webhooks/mesh-body.ts'
import type { RouteDeps } from '../route-deps.ts'
import { eventToWire } from './event-wire.ts'

/** The body of a webhook, as the text that is sent. */
export function webhookBody(
  deps: Pick<RouteDeps, 'explorerUrl' | 'exchanges'>,
  source: EventSource,
  format: 'standard' | 'mesh',
): string {
  const standard = JSON.stringify(eventToWire(deps, source))
  // A test has no transfer, which a body of the other format is about.
  if (format === 'standard' || source.transfer === null) return standard
  const body = meshBody(standard, (type) => deps.exchanges.byType(type)?.name ?? type)
  if (body === null) throw new Error('the format mesh has no such event')
  return body
}
