// What lets the page go on after a reload: the session's token in the tab's storage, its link in the address. The one-time
// code must not stay where a history, a screenshot or a referrer could show it.

import { passThemeParams } from '../components/flow/pass-theme-params.ts'

export const keyOf = (linkId: string) => `transfer-link:${linkId}`

export const openingKey = () => keyOf(`opening ${window.name}`)

export function saveSession(linkId: string, sessionToken: string) {
  try {
    sessionStorage.setItem(keyOf(linkId), sessionToken)
  } catch {
    // Without storage a reload cannot resume; everything else works.
  }
  showLinkInAddress(linkId)
}

export function loadSession(linkId: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(linkId))
  } catch {
    return null
  }
}

/**
 * The site tries again in a new frame of the same name when the page was too slow, with a code that is spent by then: by
 * this secret beside it the server knows that it was spent by the same one.
 */
export function openingFor(authCode: string): string {
  const fresh = crypto.getRandomValues(new Uint32Array(4)).join('-')
  try {
    const [code, opening] = sessionStorage.getItem(openingKey())?.split(' ') ?? []
    if (code === authCode && opening) return opening
    sessionStorage.setItem(openingKey(), `${authCode} ${fresh}`)
  } catch {
    // Without storage there is no second try.
  }
  return fresh
}

/** Once the page is there, a code that is gone from its address opens nothing any more. */
export function clearOpening() {
  if (location.search.includes('auth_code=')) return
  try {
    sessionStorage.removeItem(openingKey())
  } catch {
    // Nothing was kept either.
  }
}

/** Leaves nothing in the address but the link and the wishes. */
export function showLinkInAddress(linkId: string | null) {
  const query = new URLSearchParams(linkId === null ? {} : { link: linkId })
  passThemeParams(query)
  history.replaceState(null, '', `${location.pathname}${query.size === 0 ? '' : `?${query}`}`)
}
