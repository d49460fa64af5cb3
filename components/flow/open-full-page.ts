// Continues the link on a full page. A frame whose review is not fully visible does not send.

import type { EventOf, FlowEvent } from './flow-event.ts'
import type { FlowState } from './flow-state.ts'
import type { LinkApi } from './link-api.ts'
import { passThemeParams } from './pass-theme-params.ts'
import { reclaimLink } from './reclaim-link.ts'
import { leadSignInWindow, openSignInWindow } from './sign-in-window.ts'

interface FullPage {
  url: string
  /** In seconds. */
  expiresIn: number
  returnCode: string
}

let isOpening = false

/** Call this in the click handler, or browsers block the window. Returns null if nothing has changed. */
export async function openFullPage(api: LinkApi, state: FlowState): Promise<FlowEvent | null> {
  // A second code would replace the first before it is spent.
  if (isOpening) return null
  isOpening = true
  openSignInWindow()
  try {
    // The page opened before may be closed.
    const reclaimed = state.at === 'on-full-page' ? await reclaimLink(api, state.returnCode) : null
    if (reclaimed !== null && hasSent(reclaimed)) return reclaimed
    const transfer = 'choice' in state ? state.choice : null
    const requestedAtMs = performance.now()
    const page = await api.post<FullPage>('full-page', transfer ? { transfer } : {})
    const url = new URL(page.url)
    passThemeParams(url.searchParams)
    const isLed = leadSignInWindow(url.href)
    const link = isLed ? null : { url: url.href, untilMs: requestedAtMs + page.expiresIn * 1000 }
    return { type: 'fullPageOpened', returnCode: page.returnCode, link }
  } catch {
    return null
  } finally {
    isOpening = false
    leadSignInWindow(undefined)
  }
}

/** Whether a transfer was sent on the full page; it is shown then, so that it is not sent again. */
function hasSent(event: EventOf<'linkReclaimed'> | EventOf<'fullPagePolled'>): boolean {
  if (event.type === 'fullPagePolled') return true
  const status = event.session?.pendingTransfer?.status ?? 'Failed'
  return status !== 'Failed'
}
