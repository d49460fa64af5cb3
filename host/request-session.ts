import { openingFor, saveSession, showLinkInAddress } from './saved-session.ts'

/** Spends the link's one-time code, as the very first thing that the page does: its answer is waited for the longest. */
export function requestSession(authCode: string): Promise<Response> {
  const answer = fetch('/api/v1/link/session', {
    method: 'POST',
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ authCode, opening: openingFor(authCode) }),
  })
  saveWhenAnswered(answer).catch(() => {})
  return answer
}

/**
 * Kept before the rest is loaded: were that to fail, the code would be spent for nothing. Until it is known to be
 * spent it stays in the address, so that a reload asks again.
 */
async function saveWhenAnswered(answer: Promise<Response>) {
  const { content } = await (await answer).clone().json()
  if (content?.sessionToken) saveSession(content.linkId, content.sessionToken)
  else if ((await answer).status === 410) showLinkInAddress(null)
}
