// The page's first script. It redeems the link's one-time code at once, because this response takes longest. The other scripts run
// after the first screen has been painted: the server rendered it, and on a slow phone they would delay it.

import type { FrameMessage } from '../components/protocol/link-messages.ts'
import { registeredOrigin } from './registered-origin.ts'
import { requestSession } from './request-session.ts'

const authCode = new URL(location.href).searchParams.get('auth_code')
/** Null after a reload, when the page resumes a session. */
const response = authCode === null ? null : requestSession(authCode)

firstPaint()
  .then(() => {
    reportFirstScreen()
    return import('./main.ts')
  })
  .then(({ takeOver }) => takeOver(response))
  .catch(reloadWhenReachable)
addEventListener('screenMissing', reloadWhenReachable)

/** Browsers paint no hidden page, and may not paint a frame that is scrolled out of sight. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, document.hidden ? 0 : 500)
  })
}

/** The site uncovers the screen that the server rendered. Any other screen needs the scripts. */
function reportFirstScreen() {
  const origin = registeredOrigin()
  const isVisible = document.querySelector('transfer-link')?.shadowRoot?.querySelector('choose-account-screen')
  const message: FrameMessage = { type: 'firstScreenVisible' }
  if (isVisible && parent !== window && URL.canParse(origin)) parent.postMessage(message, new URL(origin).origin)
}

/** The new page resumes the session. After a reload that did not help, the next one waits. */
async function reloadWhenReachable() {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type === 'reload') await new Promise((resolve) => setTimeout(resolve, 5000))
  const found = await fetch(location.href, { method: 'HEAD' }).catch(() => null)
  if (found?.ok) location.reload()
  else setTimeout(reloadWhenReachable, 3000)
}
