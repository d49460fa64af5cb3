// Remembers that a published client announced itself for a link: after a reload the outcome of a transfer can be known before the
// client does so again.

import { keyOf } from './saved-session.ts'

/** Null until the link is open. */
function storageKey(): string | null {
  const linkId = new URL(location.href).searchParams.get('link')
  return linkId && keyOf(`published client of ${linkId}`)
}

export function isPublishedClient(): boolean {
  try {
    const key = storageKey()
    return key !== null && sessionStorage.getItem(key) !== null
  } catch {
    return false
  }
}

export function savePublishedClient() {
  try {
    const key = storageKey()
    if (key !== null) sessionStorage.setItem(key, '1')
  } catch {
    // Without storage a reload cannot resume the link.
  }
}
