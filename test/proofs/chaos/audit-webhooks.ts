// Compares what each receiver wrote down with the timelines: every event at least once, and those of a transfer in order.
import type { ServiceTransfer } from './books.ts'
import type { ReceivedEvent, Receiver } from './receivers.ts'

interface WebhookBooks {
  receivers: readonly Pick<Receiver, 'name' | 'received'>[]
  /** The event list of the server. */
  events: readonly ReceivedEvent[]
  transfers: readonly ServiceTransfer[]
}

export function auditWebhooks({ receivers, events, transfers }: WebhookBooks): string[] {
  const byTransfer = Map.groupBy(events, ({ transferId }) => transferId)
  const listed = transfers.flatMap((transfer) => auditEvents(transfer, byTransfer.get(transfer.transferId) ?? []))
  return [...listed, ...receivers.flatMap((each) => auditReceiver(each, byTransfer))]
}

/** Each event is one of the timeline, and the last one reports the status. */
function auditEvents({ transferId, status, timeline }: ServiceTransfer, events: readonly ReceivedEvent[]): string[] {
  const foreign = events.filter(({ sequence, eventHash }) => timeline[sequence - 1]?.hash !== eventHash)
  const reported = events.findLast(({ type }) => type !== 'transfer.attention')?.type
  return [
    ...foreign.map(({ id }) => `event ${id} of transfer ${transferId} is not in its timeline`),
    ...(reported === `transfer.${status.toLowerCase()}`
      ? []
      : [`transfer ${transferId} is ${status}, and its last event is ${reported}`]),
  ]
}

function auditReceiver(
  { name, received }: WebhookBooks['receivers'][number],
  byTransfer: ReadonlyMap<string, readonly ReceivedEvent[]>,
): string[] {
  const arrived = Map.groupBy(received(), ({ transferId }) => transferId)
  const unknown = [...arrived.keys()].filter((id) => !byTransfer.has(id))
  const wrong = [...byTransfer].flatMap(([transferId, events]) => {
    const expected = events.map(lineOf)
    const found = withoutRepeats((arrived.get(transferId) ?? []).map(lineOf))
    return found.join(' ') === expected.join(' ')
      ? []
      : [`${name}, transfer ${transferId}: received ${found.join(' ')} instead of ${expected.join(' ')}`]
  })
  return [...unknown.map((id) => `${name} received an event of the unknown transfer ${id}`), ...wrong]
}

function lineOf({ type, sequence, id, eventHash }: ReceivedEvent): string {
  return `${sequence}:${type}:${id}:${eventHash.slice(0, 8)}`
}

/** An event may arrive again until the next one arrives. */
function withoutRepeats(lines: readonly string[]): string[] {
  return lines.filter((line, at) => line !== lines[at - 1])
}
