// Which addresses webhooks are sent to: public ones, and internal ones in the operator's WEBHOOK_NETWORKS. Without this check a client
// could make the server send requests inside the operator's network.

import { type BlockList, isIP } from 'node:net'
import { rangeList } from '../config-values.ts'

/** Not ::ffff:0:0/96: BlockList then matches every IPv4 address. */
const reservedV4 = rangeList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // The metadata service of Azure. Those of other clouds are link-local, shared or unique local addresses.
  '168.63.129.16',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])
/**
 * The only range of public IPv6 addresses. Outside it are loopback, unspecified, link-local, site-local, unique local and multicast
 * addresses, and the spellings of IPv4 addresses (::127.0.0.1, ::ffff:7f00:1, 64:ff9b::/96).
 */
const globalV6 = rangeList(['2000::/3'])
/** Tunnels to IPv4 (Teredo in 2001::/23, 6to4), documentation. */
const reservedV6 = rangeList(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

export interface WebhookAddresses {
  /** In WEBHOOK_NETWORKS. Only these may be reached over http. */
  isAllowedInternal(address: string): boolean
  mayReach(address: string): boolean
}

/** `networks` as in WEBHOOK_NETWORKS. */
export function webhookAddresses(networks: readonly string[]): WebhookAddresses {
  const allowed = rangeList(networks)
  const isAllowedInternal = (address: string) => isIn(allowed, address)
  return { isAllowedInternal, mayReach: (address) => isPublic(address) || isAllowedInternal(address) }
}

function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !isIn(reservedV4, address)
  return isIn(globalV6, address) && !isIn(reservedV6, address)
}

function isIn(list: BlockList, address: string): boolean {
  const family = isIP(address)
  return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** The address in a URL's host, or null for a name. URL has already made 2130706433 and 0x7f.1 canonical. */
export function literalAddress({ hostname }: URL): string | null {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(host) === 0 ? null : host
}
