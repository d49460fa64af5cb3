// The process of each lease.

import type { SimulatedProcess } from '../simulated-process.ts'

export class LeaseHolders {
  private readonly holders = new Map<string, SimulatedProcess>()
  /** Leases that a storage fault may have hit. */
  private readonly unsound = new Set<string>()

  begin(process: SimulatedProcess): string {
    const lease = `lease-${this.holders.size + 1}`
    this.holders.set(lease, process)
    return lease
  }

  /** A storage fault may have hit any of the leases. */
  storageFailed(): void {
    for (const lease of this.holders.keys()) this.unsound.add(lease)
  }

  /** Also if the process has died. */
  processOf(lease: string): SimulatedProcess | undefined {
    return this.holders.get(lease)
  }

  /** Undefined if a storage fault has hit the lease. */
  soundProcessOf(lease: string): SimulatedProcess | undefined {
    return this.unsound.has(lease) ? undefined : this.holders.get(lease)
  }
}
