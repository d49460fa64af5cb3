// Spends the link's one-time code, or takes up the session again after a reload.

import type { Problem } from '../components/flow/link-answers.ts'
import { createLinkApi, LinkRefusal, redeemLink } from '../components/flow/link-api.ts'
import type { OpenedLink } from '../components/flow/run-flow.ts'

/** What the address says about looks and language, in the names that published clients of this API family use. */
const kept = ['th', 'lng', 'fiatCur']
const keyOf = (linkId: string) => `transfer-link:${linkId}`

const noAnswer: Problem = { errorType: 'offline', message: 'The server could not be reached.', httpStatus: 0 }
const noLink: Problem = { errorType: 'linkExpired', message: 'This link has expired.', httpStatus: 410 }

export async function openLink(): Promise<OpenedLink> {
  const address = new URL(location.href)
  const authCode = address.searchParams.get('auth_code')
  const linkId = address.searchParams.get('link')
  // The code must not stay where a history, a screenshot or a referrer could show it.
  if (authCode !== null) replaceQuery(address, null)
  try {
    if (authCode !== null) return await redeem(address, authCode)
    return linkId === null ? { problem: noLink } : await resume(linkId)
  } catch (error) {
    return { problem: error instanceof LinkRefusal ? error.problem : noAnswer }
  }
}

async function redeem(address: URL, authCode: string): Promise<OpenedLink> {
  const { sessionToken, ...session } = await redeemLink(authCode)
  keep(session.linkId, sessionToken)
  replaceQuery(address, session.linkId)
  return { session, api: createLinkApi(sessionToken) }
}

async function resume(linkId: string): Promise<OpenedLink> {
  const sessionToken = recall(linkId)
  if (sessionToken === null) return { problem: noLink }
  const api = createLinkApi(sessionToken)
  return { session: await api.readSession(), api }
}

function replaceQuery(address: URL, linkId: string | null) {
  const query = new URLSearchParams(linkId === null ? {} : { link: linkId })
  for (const name of kept) {
    const value = address.searchParams.get(name)
    if (value !== null) query.set(name, value)
  }
  history.replaceState(null, '', `${address.pathname}${query.size === 0 ? '' : `?${query}`}`)
}

function keep(linkId: string, sessionToken: string) {
  try {
    sessionStorage.setItem(keyOf(linkId), sessionToken)
  } catch {
    // Without storage a reload cannot resume; everything else works.
  }
}

function recall(linkId: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(linkId))
  } catch {
    return null
  }
}
