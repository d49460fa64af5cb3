// Opens the session that the page requested, or resumes one after a reload.

import { createLinkApi, type LinkApi, LinkRefusal, redeemLink } from '../components/flow/link-api.ts'
import type { Problem, Session } from '../components/flow/link-responses.ts'
import { loadResumeState } from '../components/flow/resume-state.ts'
import type { OpenedLink } from '../components/flow/run-flow.ts'
import { showFiatIn } from '../components/flow/shown-fiat.ts'
import { clearSession } from './clear-session.ts'
import { requestSession } from './request-session.ts'
import { loadSession } from './saved-session.ts'

const noResponse: Problem = { errorType: 'offline', message: 'The server could not be reached.', httpStatus: 0 }
const noLink: Problem = { errorType: 'linkExpired', message: 'This link has expired.', httpStatus: 410 }

export async function openLink(response: Promise<Response> | null): Promise<OpenedLink> {
  try {
    const link = await (response === null ? resume() : redeem(response))
    if ('session' in link) showFiatIn(new URL(location.href).searchParams.get('fiatCur'), link.session)
    return link
  } catch (error) {
    return { problem: error instanceof LinkRefusal ? error.problem : noResponse }
  }
}

async function redeem(response: Promise<Response>): Promise<OpenedLink> {
  const { sessionToken, ...session } = await redeemLink(response)
  return { session, api: endingApi(session.linkId, sessionToken) }
}

async function resume(): Promise<OpenedLink> {
  const linkId = new URL(location.href).searchParams.get('link')
  const sessionToken = linkId && loadSession(linkId)
  if (!sessionToken) return { problem: noLink }
  const api = endingApi(linkId, sessionToken)
  const session = await api.get<Session>('session').catch(async (error) => {
    if (!(error instanceof LinkRefusal && (await hasMoved(api)))) throw error
    // The session moved to a full page, where a transfer may have been sent: never report that nothing was sent.
    return loadResumeState(linkId).followed?.session ?? Promise.reject(new LinkRefusal(noLink))
  })
  return { session, api }
}

/** Whether the session moved to a full page. Its token can still read what is sent there. */
function hasMoved(api: LinkApi): Promise<boolean> {
  return api.get('full-page').then(
    () => true,
    () => false,
  )
}

/** An API whose `end()` also clears the tab, so that neither Back nor the link's URL resumes the session. */
function endingApi(linkId: string, sessionToken: string): LinkApi {
  let api = createLinkApi(sessionToken)
  return {
    get: (path, signal) => api.get(path, signal),
    post: (path, body) => api.post(path, body),
    async reclaimLink(returnCode) {
      const { sessionToken, ...session } = await redeemLink(requestSession(returnCode))
      api = createLinkApi(sessionToken)
      return session
    },
    end() {
      api.end()
      clearSession(linkId)
    },
  }
}
