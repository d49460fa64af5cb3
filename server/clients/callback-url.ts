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

/** Why checkCallbackUrl refuses a text, and what to use instead: the rest of a sentence that begins with the text. */
export function callbackUrlFault(text: string, environment: Environment): string {
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text)
  const schemes = environment === 'sandbox' ? ['http://', 'https://'] : ['https://']
  const candidates = hasScheme ? [text, text.replace(/^http:/i, 'https:')] : schemes.map((scheme) => scheme + text)
  const fixed = candidates
    .filter((each) => URL.canParse(each))
    .map((each) => new URL(each).href)
    .find((each) => checkCallbackUrl(each, environment))
  const fault = hasScheme ? faultOf(text) : 'has no scheme.'
  return fixed === undefined ? fault : `${fault} Use \`${fixed}\`.`
}

function faultOf(text: string): string {
  if (!URL.canParse(text)) return 'is not a URL.'
  const { protocol, username, password, href } = new URL(text)
  if (text.length > 2000) return 'is longer than 2000 characters.'
  if (protocol !== 'https:' && protocol !== 'http:') return 'must use https.'
  if (username !== '' || password !== '') return 'contains a user name or a password. Remove it.'
  if (text.includes('#')) return 'contains a fragment. Remove the # and the part behind it.'
  if (webOrigin(text) === null) return 'has a host with other characters than letters, digits, hyphens and dots.'
  if (href !== text && href !== `${text}/`) return 'is not written as browsers write it.'
  return 'must use https. The sandbox also accepts http on localhost.'
}
