// The body of an event, in webhooks and in the event list.

import type { EventSource } from '../../webhooks/event-source.ts'
import { detailedTransferToWire, type TransferViewDeps } from '../detailed-transfer.ts'

export function eventToWire(deps: TransferViewDeps, { event, transfer, timeline }: EventSource) {
  const { id, type, at } = event
  return { id, type, timestamp: at.toISOString(), data: dataOf(deps, { event, transfer, timeline }) }
}

function dataOf(deps: TransferViewDeps, { event, transfer, timeline }: EventSource): object {
  if (transfer === null) return JSON.parse(event.data) as object
  const eventHash = timeline.at(-1)?.hash ?? ''
  return { ...detailedTransferToWire(deps, transfer, timeline), sequence: transfer.lastEvent, eventHash }
}
