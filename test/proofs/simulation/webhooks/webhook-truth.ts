// What the receivers saw, and the rules. `WI`: only ids of recorded events arrive. `WB`: all requests of an event at an endpoint have the
// same body. `WO`: an event arrives after the receiver has accepted all earlier ones of its subject. `WS`: an endpoint with a due delivery
// has its turn before another one has several. `WL`: while nothing fails, it has its turn within a minute. `WN`: in the end every event was
// accepted by every endpoint. `WA`: no request arrives during a wait that the receiver has requested. `WR`: a replay that has returned has
// replayed every event. `WF`: an event that a receiver always rejects ends after ten rejections, not before, and the others were accepted
// meanwhile. Later ones of its subject may then arrive. `WP`: so does one for which a receiver always fails, not before its schedule is
// over, and it is not tried without end. `WG`: meanwhile the receiver gets each other event within minutes. An event that is replayed counts as not accepted again from the commit of the replay.

import { mostTries, retryDelayMs } from '../../../../server/webhooks/retry-schedule.ts'
import type { SimulatedStorage } from '../simulated-storage.ts'
import { Violation } from '../violation.ts'
import type { PlannedEndpoint } from './webhook-plan.ts'

export interface SentEvent {
  subject: number
  ordinal: number
}

interface EndpointRow {
  id: string
  lease: string | null
  isReady: number
}

interface ReplayRow {
  endpoint: string
  id: string
  replays: number
}

export interface Arrival {
  now: number
  /** When the process that sent it last continued after a pause. */
  resumedAt: number
}

export function endpointName(index: number): string {
  return `endpoint ${index + 1}`
}

/** Between the read that begins a request and its arrival. */
export const startMs = 2
/** A request whose result a crash has lost is sent once more. */
const lostResults = 5
/** Clocks differ by less. */
const waitedMs = 10_000
const turnsForgiven = 3
/** Of an event that always fails: the ten that count, those during pauses and outages, and probes. */
const mostFailures = 40
/** The shortest time from the first failure of an event to the last one that counts. */
const shortestScheduleMs = Array.from({ length: mostTries - 2 }, (_, n) => retryDelayMs(n + 2, 0)).reduce(
  (sum, ms) => sum + ms,
)
/** Three pauses of five minutes, the lease of a process that has died, and a pause of a process. */
const longestGoodMs = 1_200_000
/** The running turns end: a wait for a slot, 5 seconds, and the longest request. */
const longestWaitMs = 60_000

/** A delivery that waits, also behind an earlier one. */
export const waitingOf = `select event_id from webhook_delivery join webhook_endpoint as endpoint on id = endpoint_id
  where webhook_delivery.state = 'waiting' and deleted_at is null limit 1`

export class WebhookTruth {
  /** By id, once they are committed. */
  private readonly recorded = new Map<string, SentEvent>()
  /** By endpoint: the events whose deliveries it has. */
  private readonly expected = new Map<string, Set<string>>()
  private readonly accepted = new Map<string, Set<string>>()
  /** By endpoint: the events that it always rejects and that have ended. */
  private readonly ended = new Map<string, Set<string>>()
  /** By endpoint and event. */
  private readonly rejections = new Map<string, number>()
  /** By endpoint and event: the first failure, and their number. */
  private readonly failures = new Map<string, { since: number; count: number }>()
  private readonly recordedAt = new Map<string, number>()
  private readonly bodies = new Map<string, string>()
  /** The times of committed events, by their writers' clocks. */
  private readonly times = new Map<string, number>()
  /** By endpoint and event. */
  private readonly replays = new Map<string, number>()
  /** By endpoint and event: when it was last replayed after the endpoint had accepted it. */
  private readonly reopened = new Map<string, number>()
  private readonly leases = new Map<string, string | null>()
  /** Since when an endpoint has been ready, and the turns of others since it has waited long. */
  private readonly ready = new Map<string, { since: number; others: Map<string, number> }>()
  private readonly storage: SimulatedStorage
  private readonly now: () => number

  constructor(storage: SimulatedStorage, now: () => number) {
    this.storage = storage
    this.now = now
  }

  addEndpoint(id: string): void {
    this.expected.set(id, new Set())
    this.accepted.set(id, new Set())
    this.ended.set(id, new Set())
  }

  /** It is deleted. */
  removeEndpoint(id: string): void {
    for (const ofEndpoint of [this.expected, this.accepted, this.ended]) ofEndpoint.delete(id)
  }

  recordedEvent(id: string, event: SentEvent): void {
    this.recorded.set(id, event)
    this.recordedAt.set(id, this.now())
    for (const ids of this.expected.values()) ids.add(id)
  }

  committedEvent(id: string, at: number): void {
    this.times.set(id, at)
  }

  isCommitted(id: string): boolean {
    return this.times.has(id)
  }

  /** `what`: the id of an event, or a time since which all are replayed. The result is called when the replay has returned. */
  replayRequested(endpoint: string, what: string | number): () => void {
    const ids = typeof what === 'string' ? [what] : [...this.times].filter(([, at]) => at >= what).map(([id]) => id)
    const before = new Map(ids.map((id) => [id, this.replays.get(`${endpoint} ${id}`) ?? 0]))
    return () => {
      this.checkReplays()
      for (const [id, count] of before)
        if ((this.replays.get(`${endpoint} ${id}`) ?? 0) <= count)
          throw new Violation('WR', `${id} was not replayed to ${endpoint}`)
    }
  }

  /** After a commit. */
  checkReplays(): void {
    const text = 'select endpoint_id as endpoint, event_id as id, replays from webhook_delivery where replays > 0'
    for (const { endpoint, id, replays } of this.storage.prepared(text).all() as ReplayRow[]) {
      const key = `${endpoint} ${id}`
      if (replays === (this.replays.get(key) ?? 0)) continue
      this.replays.set(key, replays)
      const [expected, accepted] = [this.expected.get(endpoint), this.accepted.get(endpoint)]
      if (!expected?.has(id) || accepted?.has(id)) this.reopened.set(key, this.now())
      expected?.add(id)
      accepted?.delete(id)
      this.ended.get(endpoint)?.delete(id)
    }
  }

  arrived(endpoint: string, { id, body }: { id: string; body: string }, arrival: Arrival): void {
    const event = this.recorded.get(id)
    if (event === undefined) throw new Violation('WI', `${id} arrived, and no event has this id`)
    const known = this.bodies.get(`${endpoint} ${id}`) ?? body
    this.bodies.set(`${endpoint} ${id}`, known)
    if (body !== known) throw new Violation('WB', `${id} arrived with another body than before`)
    for (const earlier of this.expected.get(endpoint) ?? []) {
      const { subject, ordinal } = this.recorded.get(earlier) ?? event
      if (subject !== event.subject || ordinal >= event.ordinal) continue
      const isOver = this.accepted.get(endpoint)?.has(earlier) || this.ended.get(endpoint)?.has(earlier)
      if (!isOver && !this.hadBegun(`${endpoint} ${earlier}`, arrival))
        throw new Violation('WO', `${endpoint} received ${id} before it accepted ${earlier}`)
    }
  }

  /** A request that began before a replay may arrive after it. */
  private hadBegun(key: string, { now, resumedAt }: Arrival): boolean {
    const reopened = this.reopened.get(key)
    return reopened !== undefined && (now - reopened <= startMs || resumedAt >= reopened)
  }

  acceptedBy(endpoint: string, id: string): void {
    this.accepted.get(endpoint)?.add(id)
  }

  /** An event of a subject without an event that fails, before everything is accepted. */
  checkLate(endpoint: string, id: string, outage: PlannedEndpoint['outage']): void {
    if (this.accepted.get(endpoint)?.has(id)) return
    const recordedAt = this.recordedAt.get(id) ?? 0
    // One that failed in an outage without a pause waits for its own time.
    const isOfOutage =
      outage !== null && recordedAt > outage.fromMs - longestGoodMs && recordedAt < outage.fromMs + outage.ms
    const late = isOfOutage ? 0 : this.now() - recordedAt
    if (late > longestGoodMs) throw new Violation('WG', `${endpoint} received ${id} ${late} ms late`)
  }

  failedFor(endpoint: string, id: string): void {
    const key = `${endpoint} ${id}`
    const { since, count } = this.failures.get(key) ?? { since: this.now(), count: 0 }
    this.failures.set(key, { since, count: count + 1 })
  }

  isOfSubjects(id: string, subjects: readonly number[]): boolean {
    return subjects.includes(this.recorded.get(id)?.subject ?? -1)
  }

  /** Whether it is the first event of one of these subjects. */
  isFirstOf(id: string, subjects: readonly number[]): boolean {
    return this.isOfSubjects(id, subjects) && this.recorded.get(id)?.ordinal === 1
  }

  rejectedBy(endpoint: string, id: string): void {
    const key = `${endpoint} ${id}`
    this.rejections.set(key, (this.rejections.get(key) ?? 0) + 1)
  }

  /** After a commit. */
  checkEnded(): void {
    const text = `select endpoint_id as endpoint, event_id as id from webhook_delivery where state = 'failed'`
    for (const { endpoint, id } of this.storage.prepared(text).all() as { endpoint: string; id: string }[]) {
      const key = `${endpoint} ${id}`
      if (this.ended.get(endpoint)?.has(id)) continue
      const failures = this.failures.get(key)
      if (failures !== undefined) this.checkSchedule(key, failures.since)
      const count = failures?.count ?? this.rejections.get(key) ?? 0
      if (count < mostTries) throw new Violation('WF', `${id} ended at ${endpoint} after ${count} rejections`)
      this.ended.get(endpoint)?.add(id)
    }
  }

  private checkSchedule(key: string, since: number): void {
    const ms = this.now() - since
    if (ms < shortestScheduleMs - waitedMs) throw new Violation('WP', `${key} ended ${ms} ms after its first failure`)
  }

  /** When the receivers have rejected some events for days. */
  checkRejected(): void {
    for (const [key, count] of this.rejections)
      if (count > mostTries + lostResults) throw new Violation('WF', `${key} was rejected ${count} times`)
    for (const [key, { count }] of this.failures)
      if (count > mostFailures) throw new Violation('WP', `${key} failed ${count} times`)
    const missing = [...this.expected].flatMap(([endpoint, ids]) =>
      [...ids].filter((id) => !this.accepted.get(endpoint)?.has(id) && !this.ended.get(endpoint)?.has(id)),
    )
    if (missing.length > 0) throw new Violation('WF', `${missing[0]} has neither ended nor arrived`)
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
      coalesce(paused_until, 0) <= :at and coalesce(leased_until, 0) <= :at and state <> 'off' and deleted_at is null
        and not (state = 'paused' and paused_until is null) and exists
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
    const waiting = this.storage.prepared(waitingOf).get() as { event_id: string } | undefined
    if (waiting !== undefined) throw new Violation('WN', `${waiting.event_id} waits although it was accepted`)
  }
}
