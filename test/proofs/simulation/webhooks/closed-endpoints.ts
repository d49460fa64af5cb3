// `WC`: once a client has paused, moved or deleted an endpoint, no request begins there.

import type { SimulatedStorage } from '../simulated-storage.ts'
import { Violation } from '../violation.ts'
import { type Arrival, startMs } from './webhook-truth.ts'

interface EndpointRow {
  id: string
  url: string
  isClosed: number
}

export class ClosedEndpoints {
  /** By endpoint: since when it has been paused or deleted. */
  private readonly closed = new Map<string, number>()
  /** By URL: since when it has not been that of an endpoint. None comes back. */
  private readonly left = new Map<string, number>()
  /** By endpoint. */
  private readonly urls = new Map<string, string>()
  private readonly storage: SimulatedStorage

  constructor(storage: SimulatedStorage) {
    this.storage = storage
  }

  /** After a commit. */
  check(now: number): void {
    for (const { id, url, isClosed } of this.rows()) {
      if (isClosed === 0) this.closed.delete(id)
      else if (!this.closed.has(id)) this.closed.set(id, now)
      const before = this.urls.get(id) ?? url
      if (before !== url) this.left.set(before, now)
      this.urls.set(id, url)
    }
  }

  arrived(endpoint: string, url: string, { now, resumedAt }: Arrival): void {
    const hasBegunAfter = (since: number | undefined) =>
      since !== undefined && now - since > startMs && resumedAt < since
    if (hasBegunAfter(this.left.get(url))) throw new Violation('WC', `a request began at an old URL of ${endpoint}`)
    if (hasBegunAfter(this.closed.get(endpoint)) && !this.opensNow(endpoint))
      throw new Violation('WC', `a request began at ${endpoint} after it was paused or deleted`)
  }

  /** Nothing is checked while a transaction runs, so it may be open again. */
  private opensNow(endpoint: string): boolean {
    return this.rows().some(({ id, isClosed }) => id === endpoint && isClosed === 0)
  }

  private rows(): EndpointRow[] {
    const text = `select id, url, deleted_at is not null or state = 'off' or (state = 'paused' and paused_until is null) as "isClosed"
      from webhook_endpoint`
    return this.storage.prepared(text).all() as EndpointRow[]
  }
}
