import { openingFor, saveSession, showLinkInAddress } from './saved-session.ts'

/** Redeems the link's one-time code. The page does this first, because this response takes longest. */
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
 * Saves the session before further code is loaded: if loading failed, the code would be spent for nothing. The code stays in the
 * address until it is spent, so that a reload tries again.
 */
async function saveWhenAnswered(answer: Promise<Response>) {
  const { content } = await (await answer).clone().json()
  if (content?.sessionToken) saveSession(content.linkId, content.sessionToken)
  else if ((await answer).status === 410) showLinkInAddress(null)
}
