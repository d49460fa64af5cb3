// An event as the log shows it.

/** `linkEvent` carries the name of what happened. */
export function eventName(type: string, detail: unknown): string {
  const name = (detail as { type?: unknown } | null)?.type
  return type === 'linkEvent' && typeof name === 'string' ? `${type}: ${name}` : type
}

/** Tokens are shortened: a screenshot of the log must not show one. */
export function eventDetail(detail: unknown): string {
  return JSON.stringify(detail ?? null, shortenTokens, 2)
}

function shortenTokens(key: string, value: unknown): unknown {
  const isToken = typeof value === 'string' && /token/i.test(key) && value.length > 16
  return isToken ? `${value.slice(0, 10)}… (${value.length} characters)` : value
}
