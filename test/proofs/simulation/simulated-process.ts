// One server process: its clock, and the results of its waits. After a crash it receives no result. While it is paused, results wait
// for it, and it resumes as if no time had passed.

import type { Faults } from './faults.ts'
import type { Scheduler } from './scheduler.ts'

export const startOfTime = Date.parse('2026-11-20T12:00:00Z')

export interface ProcessWorld {
  scheduler: Scheduler
  faults: Faults
  /** The process is killed, and starts again after this time. */
  crashed(process: SimulatedProcess, restartMs: number): void
  trace(text: string): void
}

export class SimulatedProcess {
  readonly name: string
  readonly world: ProcessWorld
  alive = true
  /** The error of its clock, in milliseconds. */
  skewMs: number
  /** How often it was paused. */
  pauses = 0
  /** When its last pause ended. */
  resumedAt = 0
  private held: (() => void)[] | null = null

  constructor(world: ProcessWorld, name: string, skewMs: number) {
    this.world = world
    this.name = name
    this.skewMs = skewMs
  }

  get paused(): boolean {
    return this.held !== null
  }

  readonly now = (): Date => new Date(startOfTime + this.world.scheduler.now + this.skewMs)

  readonly sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => this.world.scheduler.after(ms, () => this.whenRunning(resolve)))

  /** One wait of the engine: the effect happens after a while, and the process continues with its result. */
  step<T>(latencyMs: number, effect: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.world.scheduler.after(latencyMs, () => this.whenRunning(() => this.perform(effect, resolve, reject)))
    })
  }

  private perform<T>(effect: () => T, resolve: (value: T) => void, reject: (error: unknown) => void): void {
    const fault = this.world.faults.strike('step')
    const ms = fault?.ms ?? 0
    switch (fault?.kind) {
      case 'crash before a step':
        this.crash(ms)
        break
      case 'crash after a step':
        settle(effect, noOne, noOne)
        this.crash(ms)
        break
      case 'pause before a step':
        this.pause(ms)
        this.whenRunning(() => settle(effect, resolve, reject))
        break
      case 'pause after a step':
        settle(
          effect,
          (value) => this.resumeLater(ms, () => resolve(value)),
          (error) => this.resumeLater(ms, () => reject(error)),
        )
        break
      default:
        settle(effect, resolve, reject)
    }
  }

  /** Now, or when the pause is over; never after a crash. */
  whenRunning(run: () => void): void {
    if (!this.alive) return
    if (this.held === null) run()
    else this.held.push(run)
  }

  crash(restartMs: number): void {
    if (!this.alive) return
    this.alive = false
    this.held = null
    this.world.trace(`${this.name} crashes`)
    this.world.crashed(this, restartMs)
  }

  pause(ms: number): void {
    if (this.held !== null) return
    this.pauses++
    this.held = []
    this.world.trace(`${this.name} is paused for ${ms} ms`)
    this.world.scheduler.after(ms, () => this.resume())
  }

  resume(): void {
    const held = this.held ?? []
    this.held = null
    this.resumedAt = this.world.scheduler.now
    // In turn: each continues only when the previous one waits again.
    for (const run of held) this.world.scheduler.after(0, () => this.whenRunning(run))
  }

  private resumeLater(ms: number, run: () => void): void {
    this.pause(ms)
    this.whenRunning(run)
  }
}

const noOne = () => {}

function settle<T>(effect: () => T, resolve: (value: T) => void, reject: (error: unknown) => void): void {
  let value: T
  try {
    value = effect()
  } catch (error) {
    reject(error)
    return
  }
  resolve(value)
}
