import { type EndpointLease, leaseMs, renewEveryMs, renewLease } from './endpoint-lease.ts'
import type { WebhookDeps } from './webhook-deps.ts'

export interface HeldLease {
  /** Renews the lease when it is time. Returns false if a request of `requestMs` could outlive it: then none may be sent. */
  covers(requestMs: number): Promise<boolean>
}

/** A process that was stopped for a while finds its lease expired, and sends nothing beside the process that has it now. */
export function heldLease(deps: Pick<WebhookDeps, 'database' | 'now'>, lease: EndpointLease, since: number): HeldLease {
  let renewedAt = since
  let renewing: Promise<boolean> | null = null

  async function renew(): Promise<boolean> {
    const at = deps.now().getTime()
    const isHeld = await renewLease(deps, lease)
    if (isHeld) renewedAt = at
    renewing = null
    return isHeld
  }

  return {
    async covers(requestMs) {
      if (deps.now().getTime() >= renewedAt + renewEveryMs) {
        renewing ??= renew()
        if (!(await renewing)) return false
      }
      return deps.now().getTime() + requestMs <= renewedAt + leaseMs
    },
  }
}
