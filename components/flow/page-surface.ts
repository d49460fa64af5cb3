// What the send guard reads from the page: its clock, and whether the user sees the review.

import type { Sight, Surface } from './send-guard.ts'
import { watchFrame } from './watch-frame.ts'

export function pageSurface(): Surface {
  const watchers: (() => void)[] = []
  const notify = () => {
    for (const watcher of watchers) watcher()
  }
  // No site can cover a page that is in no frame.
  const frame = window.parent === window ? null : watchFrame(notify)
  return {
    now: () => performance.now(),
    after(ms, act) {
      const timer = setTimeout(act, ms)
      return () => clearTimeout(timer)
    },
    sight(): Sight {
      if (document.visibilityState !== 'visible') return 'away'
      return frame === null ? 'clear' : frame.sight()
    },
    onSight(changed) {
      watchers.push(changed)
      document.addEventListener('visibilitychange', changed)
    },
    watch: (rows, footer) => frame?.watch(rows, footer),
    readOn: () => frame?.readOn(),
  }
}
