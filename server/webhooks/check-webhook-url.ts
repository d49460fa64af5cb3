// Checks the URL of a new webhook endpoint. Names are resolved only when a webhook is sent: resolving them here would show a client which
// internal names exist.

import { literalAddress, webhookAddresses } from './webhook-addresses.ts'

const maximumLength = 2000
const unseen = /[\s\p{C}]/u

/** Returns why the URL is refused, as the `reason` of `webhookUrlRefused`, or null. `networks` as in WEBHOOK_NETWORKS. */
export function checkWebhookUrl(text: string, networks: readonly string[]): string | null {
  if (text.length > maximumLength) return `it has more than ${maximumLength} characters`
  const url = unseen.test(text) ? null : URL.parse(text)
  if (url === null) return 'it is not a complete URL, such as https://example.com/webhooks'
  // The stored form is longer: it encodes what is not ASCII.
  if (url.href.length > maximumLength) return `it has more than ${maximumLength} characters once it is encoded`
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'it must start with https://'
  if (url.username !== '' || url.password !== '') return 'it must not contain a user name or a password'
  if (text.includes('#')) return 'it must not contain a fragment'
  return refusedHost(url, networks)
}

function refusedHost(url: URL, networks: readonly string[]): string | null {
  if (url.hostname.replace(/\.$/, '').split('.').includes('')) return 'its host name has an empty label'
  const addresses = webhookAddresses(networks)
  const address = literalAddress(url) ?? (isLocalhost(url) ? '127.0.0.1' : null)
  if (address !== null && !addresses.mayReach(address))
    return `${url.hostname} is an internal address. The operator can allow its range in WEBHOOK_NETWORKS`
  // The addresses of a name are checked when a webhook is sent.
  const mayUseHttp = address === null ? networks.length > 0 : addresses.isAllowedInternal(address)
  if (url.protocol === 'http:' && !mayUseHttp)
    return 'it must start with https://. Only addresses in WEBHOOK_NETWORKS of the operator may use http'
  return null
}

function isLocalhost({ hostname }: URL): boolean {
  return /(^|\.)localhost\.?$/.test(hostname)
}
