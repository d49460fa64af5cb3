// The address of the caller. X-Forwarded-For counts only as far as trusted proxies wrote it: read from the right, the caller is the
// first address that is not a trusted proxy.

import { type BlockList, isIP, isIPv6 } from 'node:net'
import { rangeList } from '../config-values.ts'
import type { AppContext } from './request-context.ts'

type TrustedProxies = readonly string[]

/** Reads `10.0.0.0/8,192.0.2.7,2001:db8::/32`. Returns null for an empty list. Throws an Error with a sentence. */
export function proxyList(ranges: TrustedProxies): BlockList | null {
  return ranges.length === 0 ? null : rangeList(ranges)
}

/** Returns '' without a socket. `proxies` null: none is trusted. */
export function callerAddress(context: AppContext, proxies: BlockList | null): string {
  let address = socketAddress(context)
  const forwarded = proxies === null ? undefined : context.req.header('x-forwarded-for')
  if (proxies === null || forwarded === undefined) return address
  const hops = forwarded.split(',').map((hop) => hop.trim())
  while (isTrustedProxy(address, proxies)) {
    const before = plainAddress(hops.pop() ?? '')
    if (isIP(before) === 0) break
    address = before
  }
  return address
}

/** The remote address of the connection. */
export function socketAddress(context: AppContext): string {
  const env = context.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined
  return plainAddress(env?.incoming?.socket?.remoteAddress ?? '')
}

/** The network of one caller: IPv6 networks are assigned as a whole. */
export function subnetOf(address: string): string {
  if (!isIPv6(address)) return address
  const [before = '', after] = address.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const [head, tail] = [groups(before), groups(after ?? '')]
  const missing = after === undefined ? 0 : 8 - head.length - tail.length
  const all = [...head, ...Array<string>(missing).fill('0'), ...tail]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

export function isTrustedProxy(address: string, proxies: BlockList): boolean {
  return isIP(address) !== 0 && proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

function plainAddress(address: string): string {
  if (!address.includes(':')) return address
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
}
