import type { ReactiveController, ReactiveControllerHost } from 'lit'

/** Renders its element again after a time. */
export class RerenderTimer implements ReactiveController {
  private readonly host: ReactiveControllerHost
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(host: ReactiveControllerHost) {
    this.host = host
    host.addController(this)
  }

  /** Replaces an earlier schedule. */
  schedule(ms: number) {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.host.requestUpdate(), ms)
  }

  hostDisconnected() {
    clearTimeout(this.timer)
  }
}
