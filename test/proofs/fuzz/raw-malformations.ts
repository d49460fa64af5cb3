// Malformed HTTP: request lines, headers, framing, incomplete bodies. Every response must still be documented for the intended path.
import type { Random } from '../chaos/random.ts'

export interface Malformed {
  method: string
  path: string
  bytes: Buffer
  /** Half-closed after the bytes. */
  half: boolean
  secrets: string[]
}

const path = '/api/v1/transfers/managed/configure'

export function malformed(random: Random, canary: string): Malformed {
  const secret = `X-Client-Secret: sk_sandbox_${canary}`
  const post = (more: string[], body = '', line = `POST ${path} HTTP/1.1`) =>
    [line, 'Host: localhost', secret, 'Content-Type: application/json', ...more, '', body].join('\r\n')
  const chunked = (body: string) => post(['Transfer-Encoding: chunked'], body)
  const length = (text: string, body = '{}') => post([`Content-Length: ${text}`], body)
  const line = (text: string) => post(['Content-Length: 0'], '', text)
  const whole: (() => string)[] = [
    ...['', 'GET', `POST ${path}`, `POST ${path} HTTP/9.9`, `POST ${path} HTTP/0.9`, `P\u00d6ST ${path} HTTP/1.1`].map(
      (text) => () => line(text),
    ),
    ...[
      `POST  ${path} HTTP/1.1`,
      `POST ${path} HTTP/1.1 x`,
      `POST\t${path} HTTP/1.1`,
      `POST \u0000 HTTP/1.1`,
      'PRI * HTTP/2.0',
    ].map((text) => () => line(text)),
    () => `\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003${canary}\r\n\r\n`,
    ...['-1', '+2', '0x2', '2, 2', '2,3', '99999999999999999999', '1e3', '', ' ', 'x'].map(
      (text) => () => length(text),
    ),
    () => post(['Content-Length: 2', 'Content-Length: 3'], '{}'),
    () => post(['Content-Length: 2', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
    ...['gzip', 'chunked, chunked', 'chunked, gzip', 'xchunked', 'chunked;q=1'].map(
      (text) => () => post([`Transfer-Encoding: ${text}`], '0\r\n\r\n'),
    ),
    ...[
      'zz\r\n{}\r\n0\r\n\r\n',
      '-1\r\n{}\r\n',
      'ffffffffffffffffff\r\n{}\r\n',
      '2\r\n{}x\r\n0\r\n\r\n',
      '2;a="\r\n{}\r\n0\r\n\r\n',
      '2\n{}\n0\n\n',
    ].map((text) => () => chunked(text)),
    ...[
      'No colon',
      ': empty',
      'A B: c',
      'A\u0000: b',
      'A: b\u0000c',
      'A: b\rc',
      ' A: b',
      'A : b',
      'H\u00f6st: x',
      'A:',
    ].map((text) => () => post([text, 'Content-Length: 0'])),
    () => post([`A: ${'x'.repeat(random.pick([30_000, 33_000, 60_000]))}`, 'Content-Length: 0']),
    () => post(Array.from({ length: random.pick([50, 500, 2_500]) }, (_, n) => `A${n}: b`)),
    () => post(['Content-Length: 0']).replace('Host: localhost\r\n', ''),
    ...['', 'a b', '[', 'localhost:99999999', 'a/b', 'user@localhost', '\u00ff', 'localhost, x'].map(
      (text) => () => post(['Content-Length: 0']).replace('Host: localhost', `Host: ${text}`),
    ),
    () => post(['Host: other', 'Content-Length: 0']),
  ]
  const halves: (() => string)[] = [
    () => post(['Content-Length: 0']).slice(0, Math.floor(random.next() * 150) + 1),
    () => length('100', '{"FromAuthToken":"'),
    () => chunked('10\r\n{"FromAu'),
    () => chunked(''),
  ]
  const half = random.chance(0.15)
  const bytes = Buffer.from(random.pick(half ? halves : whole)(), 'latin1')
  // An unfinished request would get its response only after the time limit for slow requests.
  return { method: 'POST', path, bytes, half: true, secrets: [`sk_sandbox_${canary}`] }
}
