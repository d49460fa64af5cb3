// Saves the session for a reload: its token in the tab's storage, and the link's id in the URL. The one-time code is removed from the
// URL, because the history, a screenshot or a referrer could show it.

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
 * If the page was too slow, the site retries in a new frame of the same name with a code that is spent by then. This secret proves
 * to the server that the same page spent the code.
 */
export function openingFor(authCode: string): string {
  const fresh = crypto.getRandomValues(new Uint32Array(4)).join('-')
  try {
    const [code, opening] = sessionStorage.getItem(openingKey())?.split(' ') ?? []
    if (code === authCode && opening) return opening
    sessionStorage.setItem(openingKey(), `${authCode} ${fresh}`)
  } catch {
    // Without storage there is no retry.
  }
  return fresh
}

/** Once the page is ready and the code is no longer in the address, no retry is needed. */
export function clearOpening() {
  if (location.search.includes('auth_code=')) return
  try {
    sessionStorage.removeItem(openingKey())
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** Removes everything from the address but the link's id and the theme parameters. */
export function showLinkInAddress(linkId: string | null) {
  const query = new URLSearchParams(linkId === null ? {} : { link: linkId })
  passThemeParams(query)
  history.replaceState(null, '', `${location.pathname}${query.size === 0 ? '' : `?${query}`}`)
}
