// Stores the types of the integrations used in this browser. If the browser refuses storage, none are stored.

const key = 'transfer-link:recent'

export function readRecent(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((type) => typeof type === 'string').slice(0, 3) : []
  } catch {
    return []
  }
}

export function rememberRecent(type: string) {
  try {
    const others = readRecent().filter((each) => each !== type)
    localStorage.setItem(key, JSON.stringify([type, ...others].slice(0, 3)))
  } catch {
    // Without storage there is only no list of recent integrations.
  }
}
