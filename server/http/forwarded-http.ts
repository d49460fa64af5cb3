// A request that reached a trusted proxy over http: its credentials have crossed a network unprotected.

import type { BlockList } from 'node:net'
import { isTrustedProxy, socketAddress } from './caller-address.ts'
import type { AppContext } from './request-context.ts'

/** Probes by the host or its load balancer. They carry no credentials. */
const probes: readonly string[] = ['/livez', '/readyz']

/**
 * By X-Forwarded-Proto or Forwarded (RFC 7239). Of several proxies each may have added its protocol: every one must be https, and a
 * header that cannot be read counts as http. A Forwarded header without a protocol states nothing.
 */
export function isForwardedHttp(context: AppContext, proxies: BlockList | null): boolean {
  const [simple, standard] = [context.req.header('x-forwarded-proto'), context.req.header('forwarded')]
  if (proxies === null || probes.includes(context.req.path)) return false
  const protocols = [...(simple?.split(',') ?? []), ...(standard === undefined ? [] : protocolsIn(standard))]
  const areHttps = protocols.every((protocol) => protocol.trim().toLowerCase() === 'https')
  return !areHttps && isTrustedProxy(socketAddress(context), proxies)
}

/** One `name=value` and its separator. The name may be missing, because lists may have empty entries. */
const pairPattern = /[ \t]*(?:([\w-]+)=("(?:[^"\\]|\\.)*"|[^",;= \t]+))?[ \t]*([;,]|$)/y

/** Returns '' for text that cannot be read. */
function protocolsIn(forwarded: string): string[] {
  const protocols: string[] = []
  for (let at = 0; at < forwarded.length; at = pairPattern.lastIndex) {
    pairPattern.lastIndex = at
    const [pair, name, value = ''] = pairPattern.exec(forwarded) ?? ['']
    if (pair === '') return ['']
    if (name?.toLowerCase() === 'proto') protocols.push(value.replace(/^"(.*)"$/, '$1').replace(/\\(.)/g, '$1'))
  }
  return protocols
}
