// Validates callback URLs at registration: a complete https URL with a plain host, without user name or fragment, in its only
// spelling. Later comparisons are character by character. The sandbox also accepts http on loopback.

import { webOrigin } from '../contract/web-origin.ts'
import type { Environment } from '../secrets/tokens.ts'

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

export function checkCallbackUrl(text: string, environment: Environment): boolean {
  if (webOrigin(text) === null || text.length > 2000) return false
  const url = new URL(text)
  const isLoopback = environment === 'sandbox' && loopbackHosts.has(url.hostname)
  const secure = url.protocol === 'https:' || isLoopback
  // The parser repairs its input. A text that it had to repair may not be the intended URL.
  const unchanged = url.href === text || url.href === `${text}/`
  // An empty fragment leaves no trace in the parsed URL.
  const plain = url.username === '' && url.password === '' && !text.includes('#')
  return secure && unchanged && plain
}
