// The interface between the parts of a run: shared state, and reports. world.ts implements it and starts the parts.

import type { TransferDeps } from '../../../server/transfers/transfer-deps.ts'
import type { AdapterWorld } from './exchange-adapter.ts'
import type { Faults } from './faults.ts'
import type { Ground } from './ground.ts'
import type { Invariants } from './invariants.ts'
import type { Journal } from './journal.ts'
import type { Schedule } from './schedule.ts'
import type { Scheduler } from './scheduler.ts'
import type { SimulatedChain } from './simulated-chain.ts'
import type { SimulatedExchange } from './simulated-exchange.ts'
import type { ProcessWorld, SimulatedProcess } from './simulated-process.ts'
import type { SimulatedStorage } from './simulated-storage.ts'

export interface ServerProcess {
  process: SimulatedProcess
  deps: TransferDeps
  /** The process shuts down, and can no longer wait for the exchange. */
  leave(): void
}

export interface SimulatedWorld extends ProcessWorld, AdapterWorld {
  readonly scheduler: Scheduler
  readonly journal: Journal
  readonly chain: SimulatedChain
  readonly storage: SimulatedStorage
  readonly ground: Ground
  readonly schedule: Schedule
  readonly faults: Faults
  readonly exchange: SimulatedExchange
  readonly invariants: Invariants
  readonly counts: Map<string, number>
  readonly newId: () => string
  readonly note: (kind: string) => void
  readonly fail: (error: unknown) => void
  readonly ended: boolean
  readonly calm: boolean
  outageUntil: number
  underWay: number
  /** Faults that are planned for a time and have not occurred yet. */
  timedLeft: number
  /** The steps of the first execute: for crash points. */
  executeSteps: { first: number; last: number } | null
  server(index: number): ServerProcess | null
  nextPassMs(): number
  hurry(): void
  isDue(now: number): boolean
  seen(text: string, where: string): void
  guard(work: () => void): void
}
