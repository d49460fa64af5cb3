import { keyOf, openingKey } from './saved-session.ts'

/** Its user has left: nothing that stays in the tab may resume it. */
export function clearSession(linkId: string) {
  try {
    for (const key of [keyOf(linkId), openingKey()]) sessionStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to remove.
  }
}
