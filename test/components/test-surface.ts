import { SendGuard, type Sight } from '../../components/flow/send-guard.ts'

/** A page whose clock and sight the test moves. */
export function testSurface() {
  let nowMs = 0
  let sight: Sight = 'clear'
  const due = new Map<() => void, number>()
  const watchers: (() => void)[] = []
  return {
    now: () => nowMs,
    after(ms: number, act: () => void) {
      due.set(act, nowMs + ms)
      return () => due.delete(act)
    },
    sight: () => sight,
    onSight: (changed: () => void) => watchers.push(changed),
    watch() {},
    /** How often the guard scrolled on. */
    scrolls: 0,
    readOn() {
      this.scrolls++
    },
    pass(ms: number) {
      nowMs += ms
      for (const [act, atMs] of [...due])
        if (atMs <= nowMs) {
          due.delete(act)
          act()
        }
    },
    turn(next: Sight) {
      sight = next
      for (const watcher of watchers) watcher()
    },
  }
}

/** A guard that has seen every review long enough: for tests of something else. */
export function openGuard(): SendGuard {
  let nowMs = 0
  return new SendGuard({
    now: () => (nowMs += 10_000),
    after: () => () => {},
    sight: () => 'clear',
    onSight: () => {},
    watch() {},
    readOn() {},
  })
}
