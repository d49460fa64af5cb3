import type { LinkEvent, LinkEventName, LinkEventPayloads } from '../protocol/payloads.ts'

/** A progress or error event for the site, in a list to be joined with others. */
export function linkEvent<Name extends LinkEventName>(
  type: Name,
  ...[payload]: undefined extends LinkEventPayloads[Name] ? [LinkEventPayloads[Name]?] : [LinkEventPayloads[Name]]
): LinkEvent[] {
  return [(payload === undefined ? { type } : { type, payload }) as LinkEvent]
}
