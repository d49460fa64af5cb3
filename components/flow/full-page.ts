// Continues the link on a full page: a frame that is covered or too small to check a transfer in does not send.

import type { LinkApi } from './link-api.ts'
import { leadSignInWindow, openSignInWindow } from './sign-in-window.ts'

/** Called by the click itself, or browsers would block the window. */
export async function openFullPage(api: LinkApi): Promise<void> {
  openSignInWindow()
  const page = await api.post<{ url: string }>('full-page', {}).catch(() => null)
  leadSignInWindow(page?.url)
}
