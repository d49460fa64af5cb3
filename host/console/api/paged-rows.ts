// A list that refreshes itself. After "Load more" its rows stay as they are: new ones would move the rows that the operator reads.

import type { ReactiveController } from 'lit'
import type { Page } from '../../../server/contract/console/page.ts'
import { ConsoleApiError } from './console-api-error.ts'
import { Poll, type PollHost } from './poll.ts'

export class PagedRows<Row> implements ReactiveController {
  readonly poll: Poll<Page<Row>>
  isLoadingMore = false
  moreError: ConsoleApiError | null = null

  private readonly host: PollHost
  private readonly pathOf: () => string
  /** The rows after the first page, and what follows them. */
  private later: Page<Row> | null = null
  private laterPath = ''

  /** The path of the first page, with its filters. */
  constructor(host: PollHost, path: () => string) {
    this.host = host
    this.pathOf = path
    this.poll = new Poll(host, path)
    host.addController(this)
  }

  /** Null until the first response. */
  get rows(): Row[] | null {
    const { data } = this.poll
    return data === null ? null : [...data.rows, ...(this.later?.rows ?? [])]
  }

  get next(): string | null {
    return (this.later ?? this.poll.data)?.next ?? null
  }

  /** How far back the rows were searched for. Null if completely, or if the last page is full. */
  get searchedTo(): string | null {
    return (this.later ?? this.poll.data)?.searchedTo ?? null
  }

  /** Whether new rows appear by themselves. */
  get isLive(): boolean {
    return this.later === null
  }

  async loadMore() {
    const { next } = this
    if (next === null || this.isLoadingMore) return
    const path = this.pathOf()
    this.poll.pause()
    this.isLoadingMore = true
    this.moreError = null
    this.host.requestUpdate()
    try {
      const { rows, ...end } = await this.host.api.get<Page<Row>>(withParameter(path, 'after', next))
      if (path !== this.pathOf()) return
      this.later = { ...end, rows: [...(this.later?.rows ?? []), ...rows] }
      this.laterPath = path
    } catch (error) {
      if (!(error instanceof ConsoleApiError)) throw error
      this.moreError = error
      if (this.isLive) this.poll.refresh()
    } finally {
      this.isLoadingMore = false
      this.host.requestUpdate()
    }
  }

  /** Returns to the first page, which refreshes itself. */
  showNewest() {
    this.later = null
    this.moreError = null
    this.poll.refresh()
    this.host.requestUpdate()
  }

  hostUpdate() {
    if (this.later === null || this.laterPath === this.pathOf()) return
    this.later = null
    this.moreError = null
  }
}

function withParameter(path: string, name: string, value: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ [name]: value })}`
}
