// The processes that record events and replay them. Their clocks differ.

import { ApiError } from '../../../../server/contract/errors.ts'
import { recordEvent } from '../../../../server/events/record-event.ts'
import { type Database, inTransaction, isStorageFailure, type Query } from '../../../../server/storage/storage.ts'
import { replayDelivery, replaySince } from '../../../../server/webhooks/replay.ts'
import type { Scheduler } from '../scheduler.ts'
import { type SimulatedProcess, startOfTime } from '../simulated-process.ts'
import type { SimulatedStorage } from '../simulated-storage.ts'
import type { PlannedReplay, WebhookPlan } from './webhook-plan.ts'
import { endpointName, type WebhookTruth } from './webhook-truth.ts'

export const eventType = 'account.connected' as const

interface WritersWorld {
  clientId: string
  scheduler: Scheduler
  storage: SimulatedStorage
  truth: WebhookTruth
}

export interface Writer {
  process: SimulatedProcess
  database: Database
}

export class WebhookWriters {
  private readonly world: WritersWorld
  private readonly writers: readonly Writer[]

  constructor(world: WritersWorld, processes: readonly SimulatedProcess[]) {
    this.world = world
    this.writers = processes.map((process) => ({ process, database: world.storage.connect(process) }))
  }

  async recordAll(events: WebhookPlan['events'], recorded: () => void): Promise<void> {
    const { clientId, scheduler, truth } = this.world
    const ordinals = new Map<number, number>()
    for (const { atMs, subject, writer } of events) {
      const { process, database } = this.writer(writer)
      if (atMs > scheduler.now) await process.sleep(atMs - scheduler.now)
      const ordinal = (ordinals.get(subject) ?? 0) + 1
      ordinals.set(subject, ordinal)
      const id = `event ${subject}-${ordinal}`
      const at = process.now()
      const event = { id, clientId, type: eventType, subjectId: `${subject}`, ordinal, data: { ordinal }, at }
      const write = (query: Query) =>
        recordEvent(query, event, { isFirst: ordinal === 1 }).then((isNew) => {
          // Before the commit: a process may send it before this one continues.
          truth.recordedEvent(id, { subject, ordinal })
          return isNew
        })
      await untilStored(process, () => inTransaction(database, write))
      truth.committedEvent(id, at.getTime())
      recorded()
    }
  }

  async replay({ endpoint, writer: index, sinceMs, pick, piece }: PlannedReplay): Promise<void> {
    const { clientId, truth } = this.world
    const { process, database } = this.writer(index)
    const target = { id: endpointName(endpoint), clientId, types: [eventType] }
    if (sinceMs !== null) {
      const since = new Date(startOfTime + sinceMs)
      const returned = truth.replayRequested(target.id, since.getTime())
      await untilStored(process, () => replaySince(database, target, { since, now: process.now, piece }))
      return returned()
    }
    const deliveryId = this.pickDelivery(target.id, pick)
    if (deliveryId === undefined) return
    const returned = truth.replayRequested(target.id, deliveryId)
    await untilStored(process, () => replayDelivery(database, target, { deliveryId, now: process.now() }))
    returned()
  }

  private pickDelivery(endpoint: string, pick: number): string | undefined {
    const text = 'select event_id from webhook_delivery where endpoint_id = ? order by created_at, event_id'
    const rows = this.world.storage.prepared(text).all(endpoint) as { event_id: string }[]
    const id = rows[Math.floor(pick * rows.length)]?.event_id
    return id !== undefined && this.world.truth.isCommitted(id) ? id : undefined
  }

  writer(index: number): Writer {
    const writer = this.writers[index]
    if (writer === undefined) throw new Error(`there is no writer ${index}`)
    return writer
  }
}

/** Another process may hold the lock of the database for long, and other replays may wait. */
export async function untilStored(process: SimulatedProcess, work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await work()
      return
    } catch (error) {
      if (error instanceof ApiError && error.type === 'rateLimited')
        await process.sleep(Number(error.data.seconds) * 1_000)
      else if (!isStorageFailure(error)) throw error
    }
  }
}
