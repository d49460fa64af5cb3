// Connections to receivers: checked addresses only, a bounded number of sockets, and through the operator's proxy if there is one.

import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { type AgentOptions, Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { checkedLookup } from './checked-lookup.ts'
import { nameResolver, type Resolve } from './name-resolver.ts'
import { TunnelAgent } from './tunnel-agent.ts'
import { webhookAddresses } from './webhook-addresses.ts'

/** Requests that a process sends at once, and idle sockets that it keeps besides. */
const maximumActive = 64
const maximumIdle = 64
/** Less than most receivers keep an idle connection. */
const idleMs = 4_000
/** Node's 250 ms for each address of a name are too short for a distant receiver. */
const addressAttemptMs = 1_000

export interface Transport {
  request: typeof httpsRequest
  agent: HttpAgent
  /** For a request that must not use an idle connection. */
  newAgent(): HttpAgent
  options: object
  mayReach(address: string): boolean
}

interface TransportSettings {
  networks: readonly string[]
  /** Public addresses are reached through this proxy. */
  proxy?: URL | null
  resolve?: Resolve
  ca?: string
  /** For resolving the name, connecting and the TLS handshake. */
  connectMs: number
}

/** By the protocol of the URL. http reaches only the internal addresses that the operator allows. */
export function transports({
  networks,
  proxy = null,
  resolve = nameResolver(),
  ca,
  connectMs,
}: TransportSettings): Map<string, Transport> {
  const { mayReach, isAllowedInternal } = webhookAddresses(networks)
  const options = (reaches: Transport['mayReach']) => ({
    lookup: checkedLookup(resolve, reaches),
    autoSelectFamilyAttemptTimeout: addressAttemptMs,
  })
  const httpsAgent = (agentOptions: AgentOptions) =>
    proxy === null
      ? new HttpsAgent(agentOptions)
      : new TunnelAgent(agentOptions, { proxy, connectMs, isDirect: isAllowedInternal })
  return new Map<string, Transport>([
    [
      'https:',
      {
        request: httpsRequest,
        agent: withFewIdle(httpsAgent(agentOptions)),
        newAgent: () => httpsAgent({}),
        // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED changes the default.
        options: { ...options(mayReach), rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) },
        mayReach,
      },
    ],
    [
      'http:',
      {
        request: httpRequest,
        agent: withFewIdle(new HttpAgent(agentOptions)),
        newAgent: () => new HttpAgent(),
        options: options(isAllowedInternal),
        mayReach: isAllowedInternal,
      },
    ],
  ])
}

const agentOptions = {
  keepAlive: true,
  timeout: idleMs,
  maxSockets: maximumActive,
  // Idle sockets count too. With fewer, those of other receivers would delay a request.
  maxTotalSockets: maximumActive + maximumIdle,
}

/** An agent limits idle sockets for each receiver only. */
function withFewIdle(agent: HttpAgent): HttpAgent {
  const keep = agent.keepSocketAlive.bind(agent)
  agent.keepSocketAlive = (socket) => {
    const idle = Object.values(agent.freeSockets).reduce((sum, sockets) => sum + (sockets?.length ?? 0), 0)
    return idle < maximumIdle && keep(socket)
  }
  return agent
}
