// What may be registered as a callback URL: a full URL, https except on loopback, without user name, fragment or tricks
// that make two spellings of one address. It is compared letter by letter from then on.

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

export function checkCallbackUrl(text: string): boolean {
  if (!URL.canParse(text) || text.length > 2000) return false
  const url = new URL(text)
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && loopbackHosts.has(url.hostname))
  // The parser repairs what it is given; a text that it had to repair is not the URL that was meant.
  const unchanged = url.href === text || url.href === `${text}/`
  // An empty fragment leaves no trace in the parsed URL.
  const plain = url.username === '' && url.password === '' && !text.includes('#') && !url.hostname.endsWith('.')
  return secure && unchanged && plain
}
