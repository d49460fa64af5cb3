// A keep-alive connection that sends any bytes, including requests that an HTTP client refuses to send.
import { connect, type Socket } from 'node:net'

export interface Received {
  status: number
  headers: Headers
  text: string
  bytes: string
  ms: number
}

export interface Connection {
  /** Null if the server closed without a response. */
  exchange(bytes: Buffer, options: ExchangeOptions): Promise<Received | null>
  close(): void
}

interface ExchangeOptions {
  isHead: boolean
  /** Half-closes after the bytes, like a client that ends. */
  half?: boolean
}

const patienceMs = 20_000

export function openConnection(port: number): Connection {
  let socket: Socket | null = null
  let isFresh = true

  const attempt = async (bytes: Buffer, options: ExchangeOptions): Promise<Received | null> => {
    const started = performance.now()
    socket ??= connect({ port, host: '127.0.0.1', noDelay: true })
    const { response, isOver } = await responseTo(socket, bytes, options)
    if (isOver) {
      socket.destroy()
      socket = null
    }
    isFresh = socket === null
    return response === null ? null : { ...response, ms: performance.now() - started }
  }
  return {
    async exchange(bytes, options) {
      const wasFresh = isFresh
      const response = await attempt(bytes, options)
      // The server may close an idle connection at the moment it is used again.
      return response === null && !wasFresh ? attempt(bytes, options) : response
    },
    close() {
      socket?.destroy()
      socket = null
      isFresh = true
    },
  }
}

type Parsed = Omit<Received, 'ms'>

function responseTo(socket: Socket, bytes: Buffer, { isHead, half }: ExchangeOptions) {
  return new Promise<{ response: Parsed | null; isOver: boolean }>((resolve) => {
    let received: Buffer = Buffer.alloc(0)
    const end = (response: Parsed | null, isOver: boolean) => {
      clearTimeout(limit)
      socket.removeListener('data', read)
      socket.removeListener('close', closed)
      resolve({ response, isOver })
    }
    const read = (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const found = parseResponse(received, isHead)
      if (found !== null) end(found.response, found.isOver || half === true)
    }
    const closed = () => end(parseResponse(received, isHead)?.response ?? null, true)
    const limit = setTimeout(() => end(null, true), patienceMs)
    if (socket.listenerCount('error') === 0) socket.on('error', () => {})
    socket.on('data', read)
    socket.on('close', closed)
    socket.write(bytes)
    if (half) socket.end()
  })
}

function parseResponse(received: Buffer, isHead: boolean): { response: Parsed; isOver: boolean } | null {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = received.subarray(0, end).toString('latin1')
  const [first = '', ...lines] = head.split('\r\n')
  const status = Number(first.split(' ')[1])
  const rest = received.subarray(end + 4)
  // 100 Continue precedes the response.
  if (status < 200) return parseResponse(rest, isHead)
  const headers = new Headers(lines.map((line): [string, string] => splitOnce(line)))
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true
  const body = isHead || status === 204 || status === 304 ? '' : isStream ? rest.toString() : bodyOf(rest, headers)
  if (body === null) return null
  const isOver = isStream || headers.get('connection') === 'close'
  return { response: { status, headers, text: body, bytes: `${head}\n\n${body}` }, isOver }
}

function bodyOf(rest: Buffer, headers: Headers): string | null {
  if (headers.get('transfer-encoding') !== 'chunked') {
    const length = Number(headers.get('content-length') ?? 0)
    return rest.length < length ? null : rest.subarray(0, length).toString()
  }
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = rest.indexOf('\r\n', at)
    if (lineEnd < 0) return null
    const size = Number.parseInt(rest.subarray(at, lineEnd).toString('latin1'), 16)
    if (size === 0) return rest.length < lineEnd + 4 ? null : Buffer.concat(parts).toString()
    if (rest.length < lineEnd + 2 + size + 2) return null
    parts.push(rest.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
}

function splitOnce(line: string): [string, string] {
  const at = line.indexOf(':')
  return [line.slice(0, at), line.slice(at + 1).trim()]
}
