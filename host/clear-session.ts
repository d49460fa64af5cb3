import { keyOf, openingKey } from './saved-session.ts'

/** The user has left: nothing in the tab may resume the session. */
export function clearSession(linkId: string) {
  try {
    for (const key of [keyOf(linkId), openingKey()]) sessionStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to remove.
  }
}
