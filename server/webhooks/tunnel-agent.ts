// Connections to receivers through the operator's proxy (HTTPS_PROXY). The name is resolved and checked here, and the proxy connects to the
// checked address: a proxy that resolved the name again could reach an internal address.

import type { LookupAddress } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { type AgentOptions, Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https'
import { isIP, isIPv4, isIPv6 } from 'node:net'
import type { Duplex } from 'node:stream'

interface Tunnels {
  proxy: URL
  /** For resolving the name and for the proxy to connect. */
  connectMs: number
  /** Whether this address is reached without the proxy. */
  isDirect(address: string): boolean
}

export class TunnelAgent extends HttpsAgent {
  private readonly tunnels: Tunnels

  constructor(options: AgentOptions, tunnels: Tunnels) {
    super(options)
    this.tunnels = tunnels
  }

  override createConnection(
    options: RequestOptions,
    connected: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    this.connectTo(options).then(
      (stream) => connected(null, stream),
      (error) => connected(error, undefined as never),
    )
  }

  private async connectTo(options: RequestOptions): Promise<Duplex> {
    const { proxy, connectMs, isDirect } = this.tunnels
    // Until there is a socket, the end of a request ends nothing here.
    const signals = options.signal ? [options.signal] : []
    const signal = AbortSignal.any([AbortSignal.timeout(connectMs), ...signals])
    const address = await resolveReceiver(options, signal)
    const target = authority(address, options.port)
    const socket = isDirect(address) ? {} : { socket: await openTunnel(proxy, target, signal) }
    const stream = super.createConnection({ ...options, ...socket })
    if (!stream) throw new Error('https.Agent returned no connection')
    return stream
  }
}

/** An address in the URL has been checked before. The lookup of the request checks the addresses of a name. */
async function resolveReceiver({ host, lookup }: RequestOptions, signal: AbortSignal): Promise<string> {
  const name = host ?? ''
  if (isIP(name) !== 0 || lookup === undefined) return name
  const addresses = await new Promise<string | LookupAddress[]>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(tooLate()))
    lookup(name, { all: true }, (error, found) => (error ? reject(error) : resolve(found)))
  })
  const found = typeof addresses === 'string' ? [addresses] : addresses.map(({ address }) => address)
  // More proxies reach IPv4 than IPv6.
  const address = found.find(isIPv4) ?? found[0]
  if (address === undefined) throw new Error('the name of the receiver has no address')
  return address
}

function authority(address: string, port: RequestOptions['port']): string {
  return `${isIPv6(address) ? `[${address}]` : address}:${port ?? 443}`
}

/** A connection through the proxy. A refusal says nothing about the receiver, so its response is not returned. */
function openTunnel(proxy: URL, target: string, signal: AbortSignal): Promise<Duplex> {
  const { protocol, username, password } = proxy
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  const headers = { Host: target, ...(username === '' ? {} : { 'Proxy-Authorization': `Basic ${login}` }) }
  const options = { method: 'CONNECT', path: target, headers, agent: false, signal }
  return new Promise((resolve, reject) => {
    const request = (protocol === 'https:' ? httpsRequest : httpRequest)(proxy, options)
    request.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket)
      socket.destroy()
      reject(new Error(`HTTPS_PROXY returned ${statusCode}`))
    })
    request.once('error', (error) => reject(signal.aborted ? tooLate() : error))
    request.end()
  })
}

function tooLate(): Error {
  return Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })
}
