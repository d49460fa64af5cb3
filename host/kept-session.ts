// What lets the page go on after a reload: the session's token in the tab's storage, its link in the address. The one-time
// code must not stay where a history, a screenshot or a referrer could show it.

const keyOf = (linkId: string) => `transfer-link:${linkId}`

/** What the address says about looks and language, in the names that published clients of this API family use. */
const wishes = ['th', 'lng', 'fiatCur', 'brand', 'look']

export function keepSession(linkId: string, sessionToken: string) {
  try {
    sessionStorage.setItem(keyOf(linkId), sessionToken)
  } catch {
    // Without storage a reload cannot resume; everything else works.
  }
  nameLink(linkId)
}

export function recallSession(linkId: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(linkId))
  } catch {
    return null
  }
}

/** Leaves nothing in the address but the link and the wishes. */
export function nameLink(linkId: string | null) {
  const asked = new URL(location.href).searchParams
  const query = new URLSearchParams(linkId === null ? {} : { link: linkId })
  for (const name of wishes) if (asked.has(name)) query.set(name, asked.get(name) ?? '')
  history.replaceState(null, '', `${location.pathname}${query.size === 0 ? '' : `?${query}`}`)
}
