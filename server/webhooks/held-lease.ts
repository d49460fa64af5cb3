import { type EndpointLease, leaseMs, renewEveryMs, renewLease } from './endpoint-lease.ts'
import type { WebhookDeps } from './webhook-deps.ts'

export interface HeldLease {
  /** Renews the lease when it is time. Returns false if another process has it. */
  renew(): Promise<boolean>
  /** Whether a request of `requestMs` that begins now ends before the lease expires. */
  covers(requestMs: number): boolean
}

/** A process that was stopped for a while finds its lease expired, and sends nothing beside the process that has it now. */
export function heldLease(deps: Pick<WebhookDeps, 'database' | 'now'>, lease: EndpointLease): HeldLease {
  let renewedAt = lease.since.getTime()
  let renewing: Promise<boolean> | null = null

  async function renewNow(): Promise<boolean> {
    const at = deps.now().getTime()
    const isHeld = await renewLease(deps, lease)
    if (isHeld) renewedAt = at
    renewing = null
    return isHeld
  }

  return {
    async renew() {
      if (deps.now().getTime() < renewedAt + renewEveryMs) return true
      renewing ??= renewNow()
      return renewing
    },
    covers: (requestMs) => deps.now().getTime() + requestMs <= renewedAt + leaseMs,
  }
}
