// A request that reached a trusted proxy over http: its credentials have crossed a network unprotected.

import type { BlockList } from 'node:net'
import { isTrustedProxy, socketAddress } from './caller-address.ts'
import type { AppContext } from './request-context.ts'

/** Probes of the machine that runs the server, or of its load balancer: they carry no credentials. */
const probes: readonly string[] = ['/livez', '/readyz']

/** Of several proxies each may have added its word: one http among them is enough. */
export function isForwardedHttp(context: AppContext, proxies: BlockList | null): boolean {
  const protocols = context.req.header('x-forwarded-proto')
  if (proxies === null || protocols === undefined || probes.includes(context.req.path)) return false
  const hasHttp = protocols.split(',').some((protocol) => protocol.trim().toLowerCase() === 'http')
  return hasHttp && isTrustedProxy(socketAddress(context), proxies)
}
