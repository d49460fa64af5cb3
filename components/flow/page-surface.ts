// What the send guard knows of the page: its clock, and whether the user sees it.

import type { Surface } from './send-guard.ts'

export function pageSurface(): Surface {
  return {
    now: () => performance.now(),
    after(ms, act) {
      const timer = setTimeout(act, ms)
      return () => clearTimeout(timer)
    },
    sight: () => (document.visibilityState === 'visible' ? 'clear' : 'away'),
    onSight: (changed) => document.addEventListener('visibilitychange', changed),
  }
}
