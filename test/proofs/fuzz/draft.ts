// A request before it is written as bytes.
import type { Random } from '../chaos/random.ts'
import { Fields, jsonText, type Tree } from './json-text.ts'
import type { Operation } from './operations.ts'
import { goodObject, goodValue, isSecret, type Source } from './values.ts'

export interface Draft {
  operation: Operation
  method: string
  path: string
  query: [string, string][]
  headers: [string, string][]
  /** Null: no body. */
  body: Tree | Buffer | null
  /** Sends `body` without adding a Content-Length. */
  framing: 'length' | 'chunked' | 'none'
}

export interface Credentials {
  id: string
  secret: string
}

export interface Parties {
  own: Credentials
  foreign: Credentials
}

export function goodDraft(operation: Operation, source: Source, parties: Parties): Draft {
  const { random } = source
  const draft: Draft = {
    operation,
    method: operation.method,
    path: operation.path,
    query: [],
    headers: credentialHeaders(operation, source, parties.own),
    body: null,
    framing: 'length',
  }
  for (const parameter of operation.parameters) {
    const value = () => String(goodValue(parameter.name, parameter.schema, source) ?? '')
    if (parameter.in === 'path') draft.path = draft.path.replace(`{${parameter.name}}`, encodeURIComponent(value()))
    if (parameter.in === 'query') {
      const isNeeded =
        /userId|accountId/.test(parameter.name) || (parameter.name === 'enableTransfers' && operation.body)
      if (isNeeded || random.chance(0.3)) draft.query.push([parameter.name, value()])
    }
    if (parameter.name === 'Idempotency-Key' && random.chance(0.15)) {
      draft.headers.push(['Idempotency-Key', `key-${Math.floor(random.next() * 400)}`])
    }
    if (parameter.name === 'If-None-Match' && random.chance(0.5)) {
      draft.headers.push(['If-None-Match', random.pick(['*', 'W/"a"', '"a", "b"', '"'])])
    }
  }
  if (operation.body !== null) {
    draft.body = goodObject(operation.body, source)
    draft.headers.push(['Content-Type', 'application/json'])
  }
  if (random.chance(0.05))
    draft.headers.push(['Accept', random.pick(['application/problem+json', 'application/*', '*/*'])])
  return draft
}

function credentialHeaders({ security }: Operation, { pools, slot }: Source, own: Credentials): [string, string][] {
  if (security === 'client') {
    return [
      ['X-Client-Id', own.id],
      ['X-Client-Secret', own.secret],
    ]
  }
  return security === 'session' ? [['Authorization', `Bearer ${pools.at('session', slot)}`]] : []
}

export function setHeader(draft: Draft, name: string, value: string | null): void {
  draft.headers = draft.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase())
  if (value !== null) draft.headers.push([name, value])
}

export function targetOf(draft: Draft): string {
  const query = draft.query.map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(wellFormed(value))}`,
  )
  return query.length === 0 ? draft.path : `${draft.path}?${query.join('&')}`
}

function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udfff]/gu, '\ufffd')
}

export function bytesOf(draft: Draft, target: string, random: Random): Buffer {
  const { body, framing } = draft
  const payload = body === null ? null : Buffer.isBuffer(body) ? body : Buffer.from(jsonText(body))
  const lines = [`${draft.method} ${target} HTTP/1.1`, 'Host: localhost']
  for (const [name, value] of draft.headers) lines.push(`${name}: ${value}`)
  if (payload === null || framing === 'none') return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  if (framing === 'length') {
    lines.push(`Content-Length: ${payload.length}`)
    return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), payload])
  }
  lines.push('Transfer-Encoding: chunked')
  const at = Math.floor(random.next() * payload.length)
  const chunks = [payload.subarray(0, at), payload.subarray(at)].filter((chunk) => chunk.length > 0)
  return Buffer.concat([
    Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'),
    ...chunks.flatMap((chunk) => [Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]),
    Buffer.from('0\r\n\r\n'),
  ])
}

/** The secrets of the request: no response may repeat them. */
export function secretsIn({ headers, body }: Draft): string[] {
  const found = headers
    .filter(([name]) => /secret|authorization/i.test(name))
    .map(([, value]) => value.split(' ').at(-1))
  const visit = (tree: Tree | Buffer | null) => {
    if (Array.isArray(tree)) for (const entry of tree) visit(entry)
    if (!(tree instanceof Fields)) return
    for (const [name, value] of tree.entries) {
      if (isSecret(name) && typeof value === 'string') found.push(value)
      else visit(value)
    }
  }
  visit(body)
  // Short secrets, such as codes, may occur in any text by chance.
  return found.filter((secret): secret is string => secret !== undefined && secret.length >= 14)
}
