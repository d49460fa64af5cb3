// A TCP proxy between two processes. It forwards to a port that may change, and breaks connections on request. Both sides may
// half-close.
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from './random.ts'

const proxyFaults = ['delay', 'lostRequest', 'lostResponse', 'stall', 'halfResponse'] as const
type ProxyFault = (typeof proxyFaults)[number]

export interface TcpProxy {
  readonly port: number
  /** How often each fault occurred. */
  readonly done: Record<ProxyFault | 'refused', number>
  target: number
  /** The share of messages with a fault. */
  faultRate: number
  /** For a while connections are refused, as if no process listened. */
  refuse(ms: number): Promise<void>
  close(): Promise<void>
}

export async function startTcpProxy(port: number, random: Random): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  const done = { delay: 0, lostRequest: 0, lostResponse: 0, stall: 0, halfResponse: 0, refused: 0 }
  let closed = false
  let server = await listen(port, accept)

  const proxy: TcpProxy = {
    port: (server.address() as AddressInfo).port,
    done,
    target: 0,
    faultRate: 0,
    async refuse(ms) {
      if (!server.listening) return
      done.refused++
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.resetAndDestroy()
      })
      await pause(ms)
      if (!closed) server = await listen(proxy.port, accept)
    },
    async close() {
      closed = true
      for (const socket of sockets) socket.destroy()
      if (server.listening) await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }

  function accept(client: Socket): void {
    const upstream = connect({ port: proxy.target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    }
    const reset = () => {
      if (!client.destroyed) client.resetAndDestroy()
      upstream.destroy()
    }
    client.on('error', reset).on('close', () => upstream.destroy())
    upstream.on('error', reset).on('close', () => client.end())
    forward(client, upstream, (message) => spoilRequest(message, upstream, reset))
    forward(upstream, client, (message) => breakResponse(message, client, reset))
  }

  async function spoilRequest(message: Buffer, upstream: Socket, reset: () => void): Promise<void> {
    const fault = draw(['delay', 'delay', 'lostRequest', 'lostResponse', 'stall'])
    if (fault === 'lostRequest') return reset()
    if (fault === 'stall') {
      await pause(random.between(500, 4_000))
      return reset()
    }
    if (fault === 'delay') await pause(random.between(5, 600))
    if (!upstream.destroyed) upstream.write(message)
    if (fault !== 'lostResponse') return
    await pause(random.between(0, 60))
    reset()
  }

  async function breakResponse(message: Buffer, client: Socket, reset: () => void): Promise<void> {
    const fault = draw(['delay', 'lostResponse', 'halfResponse'])
    if (fault === 'lostResponse') return reset()
    if (fault === 'delay') await pause(random.between(5, 600))
    if (client.destroyed || client.writableEnded) return
    if (fault === 'halfResponse') client.end(message.subarray(0, Math.floor(message.length * random.next())))
    else client.write(message)
  }

  function draw(faults: ProxyFault[]): ProxyFault | null {
    if (!random.chance(proxy.faultRate)) return null
    const fault = random.pick(faults)
    done[fault]++
    return fault
  }

  return proxy
}

/** Forwards the messages in order, each with its fault, and then the end. */
function forward(from: Socket, to: Socket, deliver: (message: Buffer) => Promise<void>): void {
  let last = Promise.resolve()
  from.on('data', (message: Buffer) => {
    last = last.then(() => deliver(message))
  })
  from.on('end', () => {
    last = last.then(() => {
      if (!to.destroyed && !to.writableEnded) to.end()
    })
  })
}

async function listen(port: number, accept: (socket: Socket) => void): Promise<Server> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, accept)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return server
}

/** Free ports outside the range from which outgoing connections take theirs, so that a restart finds its port free. */
export async function quietPorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) {
    const port = 15_000 + Math.floor(Math.random() * 15_000)
    if (!ports.includes(port) && (await isFree(port))) ports.push(port)
  }
  return ports
}

async function isFree(port: number): Promise<boolean> {
  try {
    const server = await listen(port, () => {})
    await new Promise((resolve) => server.close(resolve))
    return true
  } catch {
    return false
  }
}
