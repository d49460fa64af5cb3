// Continues the link on a full page, where the frame cannot be seen to show the whole transfer: such a frame does not send.

import type { FlowEvent } from './flow-event.ts'
import type { FlowState } from './flow-state.ts'
import type { LinkApi } from './link-api.ts'
import { leadSignInWindow, openSignInWindow } from './sign-in-window.ts'

let isOpening = false

/** Called by the click itself, or browsers would block the window. Null where nothing has changed. */
export async function openFullPage(api: LinkApi, state: FlowState): Promise<FlowEvent | null> {
  // A second code would replace the first before it is spent.
  if (isOpening) return null
  isOpening = true
  openSignInWindow()
  let url: string | undefined
  try {
    if (state.at === 'on-full-page' && state.page === 'open') {
      // That page may be closed by now: the link comes back first.
      const session = await api.takeBack(state.returnCode)
      if (session.pendingTransfer !== null) return { type: 'takenBack', session }
    }
    const transfer = 'choice' in state ? state.choice : null
    const page = await api.post<{ url: string; returnCode: string }>('full-page', transfer ? { transfer } : {})
    url = page.url
    return { type: 'fullPageOpened', returnCode: page.returnCode }
  } catch {
    return null
  } finally {
    isOpening = false
    leadSignInWindow(url)
  }
}
