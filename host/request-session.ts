import { openingFor, saveSession, showLinkInAddress } from './saved-session.ts'

/** Redeems the link's one-time code. The page does this first, because this response takes longest. */
export function requestSession(authCode: string): Promise<Response> {
  const response = fetch('/api/v1/link/session', {
    method: 'POST',
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ authCode, clientId: clientIdIn(location.pathname), opening: openingFor(authCode) }),
  })
  saveWhenAnswered(response).catch(() => {})
  return response
}

/** The server refuses an address that names another client. */
function clientIdIn(path: string): string | undefined {
  return path.split('/').at(-2)
}

/**
 * Saves the session before further code is loaded: if loading failed, the code would be spent for nothing. The code stays in the
 * address until it is spent, so that a reload tries again.
 */
async function saveWhenAnswered(response: Promise<Response>) {
  const { content } = await (await response).clone().json()
  if (content?.sessionToken) saveSession(content.linkId, content.sessionToken)
  else if ((await response).status === 410) showLinkInAddress(null)
}
