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
export type SelectableEventType = (typeof selectableEventTypes)[number]

/** Of an endpoint that names no types. A test reaches every endpoint. */
export const defaultEventTypes: readonly SelectableEventType[] = selectableEventTypes.filter(
  (type) => type !== 'transfer.attention',
)

/** The format of the field's incumbent knows only changes of a transfer's status. */
export const meshEventTypes: readonly SelectableEventType[] = [
  'transfer.pending',
  'transfer.succeeded',
  'transfer.failed',
]
