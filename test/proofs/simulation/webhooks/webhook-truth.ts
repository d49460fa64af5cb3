// What the receivers saw, and the rules. `WI`: only ids of recorded events arrive. `WB`: all requests of an event at an endpoint have the
// same body. `WO`: an event arrives after the receiver has accepted all earlier ones of its subject. `WS`: an endpoint with a due delivery
// has its turn before another one has several. `WL`: while nothing fails, it has its turn within a minute. `WN`: in the end every event was accepted by every endpoint.

import type { SimulatedStorage } from '../simulated-storage.ts'
import { Violation } from '../violation.ts'

export interface SentEvent {
  subject: number
  ordinal: number
}

interface EndpointRow {
  id: string
  lease: string | null
  isReady: number
}

/** Clocks differ by less. */
const waitedMs = 10_000
const turnsForgiven = 3
/** The running turns end: a wait for a slot, 5 seconds, and the longest request. */
const longestWaitMs = 60_000

export class WebhookTruth {
  /** By id, once they are committed. */
  private readonly recorded = new Map<string, SentEvent>()
  /** By endpoint: the events whose deliveries it has. */
  private readonly expected = new Map<string, Set<string>>()
  private readonly accepted = new Map<string, Set<string>>()
  private readonly bodies = new Map<string, string>()
  private readonly leases = new Map<string, string | null>()
  /** Since when an endpoint has been ready, and the turns of others since it has waited long. */
  private readonly ready = new Map<string, { since: number; others: Map<string, number> }>()
  private readonly storage: SimulatedStorage

  constructor(storage: SimulatedStorage) {
    this.storage = storage
  }

  addEndpoint(id: string): void {
    this.expected.set(id, new Set())
    this.accepted.set(id, new Set())
  }

  recordedEvent(id: string, event: SentEvent): void {
    this.recorded.set(id, event)
    for (const ids of this.expected.values()) ids.add(id)
  }

  arrived(endpoint: string, id: string, body: string): void {
    const event = this.recorded.get(id)
    if (event === undefined) throw new Violation('WI', `${id} arrived, and no event has this id`)
    const known = this.bodies.get(`${endpoint} ${id}`) ?? body
    this.bodies.set(`${endpoint} ${id}`, known)
    if (body !== known) throw new Violation('WB', `${id} arrived with another body than before`)
    for (const earlier of this.expected.get(endpoint) ?? []) {
      const { subject, ordinal } = this.recorded.get(earlier) ?? event
      if (subject !== event.subject || ordinal >= event.ordinal) continue
      if (!this.accepted.get(endpoint)?.has(earlier))
        throw new Violation('WO', `${endpoint} received ${id} before it accepted ${earlier}`)
    }
  }

  acceptedBy(endpoint: string, id: string): void {
    this.accepted.get(endpoint)?.add(id)
  }

  /** After a commit. */
  checkTurns(wallMs: number, now: number, { isSteady }: { isSteady: boolean }): void {
    for (const row of this.endpointRows(wallMs)) {
      const before = this.leases.get(row.id) ?? null
      this.leases.set(row.id, row.lease)
      if (row.lease !== null && row.lease !== before) this.turnBegan(row.id, now)
      if (row.isReady === 0) this.ready.delete(row.id)
      else if (!this.ready.has(row.id)) this.ready.set(row.id, { since: now, others: new Map() })
    }
    if (isSteady) this.checkWaits(now)
  }

  private checkWaits(now: number): void {
    for (const [id, { since }] of this.ready) {
      if (now - since > longestWaitMs) throw new Violation('WL', `${id} waits for its turn for more than a minute`)
    }
  }

  private turnBegan(id: string, now: number): void {
    this.ready.delete(id)
    for (const [waiting, { since, others }] of this.ready) {
      if (now - since < waitedMs) continue
      const turns = (others.get(id) ?? 0) + 1
      others.set(id, turns)
      if (turns > turnsForgiven)
        throw new Violation('WS', `${id} had ${turns} turns while ${waiting} waited for its first`)
    }
  }

  private endpointRows(wallMs: number): EndpointRow[] {
    const text = `select id, lease,
      coalesce(paused_until, 0) <= :at and coalesce(leased_until, 0) <= :at and state <> 'off' and exists
        (select 1 from webhook_delivery where endpoint_id = webhook_endpoint.id and due_at is not null
          and (webhook_endpoint.state = 'paused' or due_at <= :at)) as "isReady"
      from webhook_endpoint`
    return this.storage.prepared(text).all({ at: wallMs }) as EndpointRow[]
  }

  isComplete(): boolean {
    return this.missing().length === 0
  }

  private missing(): string[] {
    return [...this.expected].flatMap(([endpoint, ids]) =>
      [...ids].filter((id) => !this.accepted.get(endpoint)?.has(id)).map((id) => `${id} at ${endpoint}`),
    )
  }

  end(): void {
    const missing = this.missing()
    if (missing.length > 0)
      throw new Violation('WN', `${missing.length} deliveries never arrived, among them ${missing[0]}`)
    const text = `select event_id from webhook_delivery where state = 'waiting' limit 1`
    const waiting = this.storage.prepared(text).get() as { event_id: string } | undefined
    if (waiting !== undefined) throw new Violation('WN', `${waiting.event_id} waits although it was accepted`)
  }
}
