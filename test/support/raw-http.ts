// HTTP as bytes on a socket, for requests that no HTTP client sends.
import { connect } from 'node:net'
import { recordErrors } from './returned-errors.ts'

export interface RawResponse {
  status: number
  headers: Headers
  text: string
}

/** Sends the bytes and returns everything received until the server closes, or until that many responses have arrived. */
export async function sendRaw(port: number, bytes: string | Buffer, expected = 1): Promise<RawResponse[]> {
  const socket = connect(port, '127.0.0.1')
  let received = Buffer.alloc(0)
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no response: ${received.toString('latin1').slice(0, 200)}`))
    }, 10_000)
    const end = () => {
      clearTimeout(limit)
      socket.destroy()
      const responses = readResponses(received, isHead(bytes))
      for (const { text } of responses) recordErrors(text)
      resolve(responses)
    }
    socket.on('error', end)
    socket.on('close', end)
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      if (readResponses(received, isHead(bytes)).length >= expected) end()
    })
    socket.write(bytes)
  })
}

/** `lines` without the last empty one. The length of `body` is added as a header. */
export function rawRequest(lines: readonly string[], body?: string): string {
  const own = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  return `${[...lines, 'Host: localhost', ...own].join('\r\n')}\r\n\r\n${body ?? ''}`
}

function isHead(bytes: string | Buffer): boolean {
  return bytes.toString('latin1').startsWith('HEAD ')
}

/** The complete responses in the received text. */
function readResponses(received: Buffer, withoutBody: boolean): RawResponse[] {
  const found: RawResponse[] = []
  let rest = received
  for (;;) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) return found
    const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n')
    const headers = new Headers(lines.map((line): [string, string] => splitOnce(line)))
    const body = withoutBody ? { length: 0, text: '' } : readBody(rest.subarray(end + 4), headers)
    if (body === null) return found
    found.push({ status: Number(first.split(' ')[1]), headers, text: body.text })
    rest = rest.subarray(end + 4 + body.length)
  }
}

function readBody(bytes: Buffer, headers: Headers): { length: number; text: string } | null {
  if (headers.get('transfer-encoding') === 'chunked') {
    const end = bytes.indexOf('0\r\n\r\n')
    return end < 0 ? null : { length: end + 5, text: bytes.subarray(0, end).toString() }
  }
  const length = Number(headers.get('content-length') ?? 0)
  return bytes.length < length ? null : { length, text: bytes.subarray(0, length).toString() }
}

function splitOnce(line: string): [string, string] {
  const at = line.indexOf(':')
  return [line.slice(0, at), line.slice(at + 1).trim()]
}
