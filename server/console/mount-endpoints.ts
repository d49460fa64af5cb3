// The only way to mount an endpoint of the console. What its definition does not allow is refused.

import type { Context, Hono } from 'hono'
import { audited } from '../audit/audited.ts'
import { callerAddress, proxyList } from '../http/caller-address.ts'
import { readBody, readQuery } from '../http/read-request.ts'
import type { ConsoleDeps } from './console-deps.ts'
import type { ActionEndpoint, ConsoleEndpoint, ReadEndpoint, SignInEndpoint } from './console-endpoint.ts'
import { requireOwnOrigin, requireSession } from './guard.ts'
import type { OperatorSession } from './sessions.ts'

export function mountConsoleEndpoints(app: Hono, deps: ConsoleDeps, endpoints: readonly ConsoleEndpoint[]): void {
  const proxies = proxyList(deps.trustedProxies)
  const addressOf = (context: Context) => callerAddress(context, proxies)
  for (const endpoint of endpoints) {
    app.on(endpoint.method, endpoint.path, async (context) => {
      if (!('fromOtherSites' in endpoint && endpoint.fromOtherSites)) requireOwnOrigin(context, deps)
      if (endpoint.kind === 'signIn') return respondToSignIn(context, { endpoint, deps, address: addressOf(context) })
      const recentSignIn = endpoint.kind === 'action' && endpoint.recentSignIn
      const session = await requireSession(context, deps, { role: endpoint.role, recentSignIn })
      const caller = { deps, session, address: addressOf(context) }
      const body =
        endpoint.kind === 'read' ? await read(context, endpoint, caller) : await act(context, endpoint, caller)
      return context.json(body)
    })
  }
}

interface Caller {
  deps: ConsoleDeps
  session: OperatorSession
  address: string
}

function respondToSignIn(
  context: Context,
  { endpoint, deps, address }: { endpoint: SignInEndpoint; deps: ConsoleDeps; address: string },
): Promise<Response> {
  return endpoint.respond(context, { deps, address })
}

function read(context: Context, endpoint: ReadEndpoint, caller: Caller): Promise<object> {
  const input = endpoint.query === undefined ? {} : readQuery(context, endpoint.query)
  return endpoint.respond({ ...callOf(context, caller), input })
}

async function act(context: Context, endpoint: ActionEndpoint, caller: Caller): Promise<object> {
  const input = await readBody(context, endpoint.body)
  const call = callOf(context, caller)
  const prepared = await endpoint.prepare?.({ ...call, input })
  const acted = await audited(caller.deps, call.actor, async (database, record) => {
    // The session may have ended, or lost its role, while the body arrived or another action ran.
    await requireSession(context, { ...caller.deps, database }, endpoint)
    let isRecorded = false
    const inside = { ...call, deps: { ...caller.deps, database }, input, prepared }
    const result = await endpoint.act(inside, (change) => {
      isRecorded = true
      record({ ...change, reason: input.reason })
    })
    if (!isRecorded) throw new Error(`${endpoint.method} ${endpoint.path} recorded nothing in the audit log`)
    return result
  })
  return endpoint.follow === undefined ? acted : endpoint.follow({ ...call, input }, acted)
}

function callOf(context: Context, { deps, session, address }: Caller) {
  const actor = { name: session.operator.name, origin: `console ${address}`.trim() }
  return { deps, params: context.req.param() as Record<string, string>, session, actor }
}
