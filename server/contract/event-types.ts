/** The types of events. `transfer.attention` is sent only to endpoints that request it. */
export const eventTypes = [
  'transfer.pending',
  'transfer.succeeded',
  'transfer.failed',
  'transfer.attention',
  'account.connected',
  'account.ended',
  'endpoint.disabled',
  'test',
] as const
export type EventType = (typeof eventTypes)[number]

/** The types that an endpoint and a reader of the event list can select. */
export const selectableEventTypes = eventTypes.filter((type) => type !== 'test')

/** Of an endpoint that names no types. A test reaches every endpoint. */
export const defaultEventTypes: readonly EventType[] = eventTypes.filter(
  (type) => type !== 'transfer.attention' && type !== 'test',
)

/** The format of the field's incumbent knows only changes of a transfer's status. */
export const meshEventTypes: readonly EventType[] = ['transfer.pending', 'transfer.succeeded', 'transfer.failed']
