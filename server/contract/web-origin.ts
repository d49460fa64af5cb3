// The origin of a web address, if its host is safe in a content security policy and in a page: labels of letters,
// digits and hyphens, or an IPv6 address in brackets. The URL parser alone also accepts `*`, `;`, `,` and quotes in a host.

const host = /^([a-z\d-]+(\.[a-z\d-]+)*|\[[\da-f:.]+\])$/

/** Returns null for a scheme other than http and https, and for any other host. */
export function webOrigin(url: string): string | null {
  if (!URL.canParse(url)) return null
  const { protocol, hostname, origin } = new URL(url)
  return /^https?:$/.test(protocol) && host.test(hostname) ? origin : null
}
