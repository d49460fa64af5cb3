// The page's clock and visibility, for the send guard.

import type { Sight, Surface } from './send-guard.ts'
import { watchFrame } from './watch-frame.ts'

export function pageSurface(): Surface {
  const watchers: (() => void)[] = []
  const notify = () => {
    for (const watcher of watchers) watcher()
  }
  // A page outside a frame cannot be covered by a site.
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
