// Keeps the response of a GET fresh: repeats the request every two seconds while the page is visible.

import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { Clock } from '../clock.ts'
import { type ConsoleApi, isAbort } from './console-api.ts'
import { ConsoleApiError } from './console-api-error.ts'

const intervalMs = 2_000

export interface PollHost extends ReactiveControllerHost {
  readonly api: ConsoleApi
  readonly clock: Clock
}

/**
 * The path may depend on the host's properties. When it changes, the data of the old path remains, with `isOutdated`, until the new
 * response arrives.
 */
export class Poll<Data> implements ReactiveController {
  data: Data | null = null
  /** When the data arrived, in milliseconds. */
  updatedAt: number | null = null
  /** Of the last request. Null if it succeeded. */
  error: ConsoleApiError | null = null
  /** The data belongs to another path. */
  isOutdated = false

  private readonly host: PollHost
  private readonly pathOf: () => string
  private path: string | null = null
  private isPaused = false
  private aborter: AbortController | null = null
  private cancelTimer = () => {}

  constructor(host: PollHost, path: () => string) {
    this.host = host
    this.pathOf = path
    host.addController(this)
  }

  /** Requests the data now, for example after an action. Also ends a pause. */
  refresh() {
    this.isPaused = false
    this.stop()
    if (this.path !== null) void this.request(this.path, false)
  }

  /** Keeps the data as it is, until `refresh` or another path. */
  pause() {
    this.isPaused = true
    this.stop()
  }

  hostConnected() {
    document.addEventListener('visibilitychange', this.followVisibility)
    // The update sends the first request.
    this.host.requestUpdate()
  }

  hostDisconnected() {
    document.removeEventListener('visibilitychange', this.followVisibility)
    this.stop()
    this.path = null
  }

  hostUpdate() {
    const path = this.pathOf()
    if (path === this.path) return
    this.isOutdated = this.path !== null
    this.path = path
    this.refresh()
  }

  private readonly followVisibility = () => {
    if (document.visibilityState === 'hidden') this.stop()
    else if (!this.isPaused && this.path !== null && this.mayRepeat()) {
      this.stop()
      void this.request(this.path, true)
    }
  }

  private stop() {
    this.cancelTimer()
    this.aborter?.abort()
    this.aborter = null
  }

  private async request(path: string, isRefresh: boolean) {
    const aborter = new AbortController()
    this.aborter = aborter
    try {
      const data = await this.host.api.get<Data>(path, { signal: aborter.signal, isRefresh })
      if (aborter.signal.aborted) return
      this.data = data
      this.updatedAt = this.host.clock.now()
      this.error = null
    } catch (error) {
      if (aborter.signal.aborted || isAbort(error)) return
      if (!(error instanceof ConsoleApiError)) throw error
      this.error = error
      if (this.isOutdated) this.data = null
    }
    this.isOutdated = false
    this.host.requestUpdate()
    if (this.mayRepeat()) this.schedule(path)
  }

  /** A request that was refused is refused again, until the operator changes something. */
  private mayRepeat(): boolean {
    return this.error === null || this.error.isTemporary
  }

  private schedule(path: string) {
    if (document.visibilityState === 'hidden') return
    this.cancelTimer = this.host.clock.after(intervalMs, () => void this.request(path, true))
  }
}
