// CPU per request, compared with a bare Hono route. Both servers run in a separate process and are called over loopback: both figures
// include HTTP, and neither includes the client. Both are measured alternately in one run.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Connection, openConnection } from '../proofs/fuzz/connection.ts'
import { requestsTo } from '../support/fetch-requests.ts'
import { baseId, recipient, signIn, toBase } from '../support/native-flow.ts'
import { clientHeaders } from '../support/test-server.ts'
import type { HttpServerMessage } from './http-server.ts'
import { median } from './sample.ts'

interface HttpFigures {
  route: string
  /** Microseconds of CPU per request, the median round. */
  ours: number
  bare: number
  ratio: number
}

interface Ports {
  ours: number
  bare: number
}

const rounds = 9
const warmingRounds = 6
const lanes = 4
const base = '/api/v1/transfers/managed'

/** `databaseUrl` null: the embedded storage. */
export async function benchHttp(databaseUrl: string | null, perRound: number): Promise<HttpFigures[]> {
  const env = { ...process.env, BENCH_DATABASE_URL: databaseUrl ?? '' }
  const child = fork(join(import.meta.dirname, 'http-server.ts'), [], { env, execArgv: [] })
  try {
    const [ports] = (await once(child, 'message')) as [Ports]
    const server = requestsTo(ports.ours, clientHeaders)
    const token = await signIn(server, 'user', 'scripted')
    const from = { FromAuthToken: token, FromType: 'scripted' }
    const terms = { ...from, NetworkId: baseId, Symbol: 'USDC', ToAddress: recipient, Amount: 2.5 }
    const previews = async (count: number) => {
      const made: object[] = []
      while (made.length < count) {
        const { PreviewResult } = (await server.post(`${base}/preview`, terms)).body
        made.push({ fromAuthToken: token, fromType: 'scripted', previewId: PreviewResult.PreviewId })
      }
      return made
    }
    const same = (body: object | null) => async (count: number) => Array.from({ length: count }, () => body)
    return [
      await compare(child, ports, { method: 'GET', route: 'networks', bodies: same(null), perRound }),
      await compare(child, ports, {
        ...{ method: 'POST', route: 'configure', perRound },
        bodies: same({ ...from, ToAddresses: [toBase] }),
      }),
      await compare(child, ports, { method: 'POST', route: 'preview', bodies: same(terms), perRound }),
      await compare(child, ports, {
        ...{ method: 'POST', route: 'execute', bodies: previews },
        perRound: Math.ceil(perRound / 4),
      }),
    ]
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}

interface RouteToCompare {
  method: string
  route: string
  bodies: (count: number) => Promise<(object | null)[]>
  perRound: number
}

async function compare(
  child: ChildProcess,
  ports: Ports,
  { method, route, bodies, perRound }: RouteToCompare,
): Promise<HttpFigures> {
  const path = `${base}/${route}`
  const messages = async (count: number) => (await bodies(count)).map((body) => bytesOf(method, path, body))
  const [example = Buffer.alloc(0), ...warming] = await messages(perRound)
  const connection = openConnection(ports.ours)
  const response = await connection.exchange(example, { isHead: false })
  connection.close()
  if (response?.status !== 200) throw new Error(`${route} returned ${response?.text}`)
  await send(child, { type: 'setBareResponse', path, bytes: response.text })
  // Warm up both until their code is compiled.
  for (let time = 0; time < warmingRounds; time++) {
    const mine = time === 0 ? warming : await messages(perRound)
    await cpuPerRequest(child, ports.ours, mine)
    await cpuPerRequest(child, ports.bare, mine)
  }
  const found: { ours: number; bare: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const mine = await messages(perRound)
    found.push({
      ours: await cpuPerRequest(child, ports.ours, mine),
      bare: await cpuPerRequest(child, ports.bare, mine),
    })
  }
  return {
    route,
    ours: median(found.map(({ ours }) => ours)),
    bare: median(found.map(({ bare }) => bare)),
    ratio: median(found.map(({ ours, bare }) => ours / bare)),
  }
}

async function cpuPerRequest(child: ChildProcess, port: number, messages: readonly Buffer[]): Promise<number> {
  const before = await send(child, { type: 'cpu' })
  let next = 0
  const lane = async (connection: Connection) => {
    while (next < messages.length) {
      const response = await connection.exchange(messages[next++] as Buffer, { isHead: false })
      if (response?.status !== 200) throw new Error(`returned ${response?.status}: ${response?.text.slice(0, 200)}`)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: lanes }, () => lane(openConnection(port))))
  return ((await send(child, { type: 'cpu' })) - before) / messages.length
}

async function send(child: ChildProcess, message: HttpServerMessage): Promise<number> {
  const replied = once(child, 'message') as Promise<[{ microseconds: number }]>
  child.send(message)
  return (await replied)[0].microseconds
}

function bytesOf(method: string, path: string, body: object | null): Buffer {
  const text = body === null ? '' : JSON.stringify(body)
  const headers = Object.entries(clientHeaders).map(([name, value]) => `${name}: ${value}`)
  if (text !== '') headers.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`)
  return Buffer.from(`${[`${method} ${path} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n${text}`)
}
