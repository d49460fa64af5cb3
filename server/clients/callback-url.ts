// What may be registered as a callback URL: a full https URL with a plain host, without user name, fragment or tricks that make
// two spellings of one address. It is compared letter by letter from then on. The sandbox also accepts http on loopback.

import { webOrigin } from '../contract/web-origin.ts'
import type { Environment } from '../secrets/tokens.ts'

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

export function checkCallbackUrl(text: string, environment: Environment): boolean {
  if (webOrigin(text) === null || text.length > 2000) return false
  const url = new URL(text)
  const isLoopback = environment === 'sandbox' && loopbackHosts.has(url.hostname)
  const secure = url.protocol === 'https:' || isLoopback
  // The parser repairs what it is given; a text that it had to repair is not the URL that was meant.
  const unchanged = url.href === text || url.href === `${text}/`
  // An empty fragment leaves no trace in the parsed URL.
  const plain = url.username === '' && url.password === '' && !text.includes('#')
  return secure && unchanged && plain
}
