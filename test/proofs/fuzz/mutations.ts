// Changes to a valid request. Each kind changes one thing, so the document of the path still applies.

import type { JsonSchema } from '../../support/json-schema.ts'
import { type Credentials, type Draft, type Parties, setHeader } from './draft.ts'
import { anyCasing, Fields, jsonText, objectsOf, type Tree } from './json-text.ts'
import { isSecret, oddNumber, oddText, oddValue, type Source } from './values.ts'

type Mutation = (draft: Draft, source: Source, parties: Parties) => void

const valid: Mutation = (draft, { random }) => {
  if (draft.body instanceof Fields && random.chance(0.3)) {
    for (const [at, [name, value]] of draft.body.entries.entries()) {
      draft.body.entries[at] = [anyCasing(name, random), value]
    }
  }
  if (draft.body !== null && random.chance(0.2)) draft.framing = 'chunked'
}

const oneField: Mutation = (draft, source) => {
  const { random } = source
  const objects = draft.body instanceof Fields ? objectsOf(draft.body) : []
  if (objects.length === 0) return oneParameter(draft, source, noParties)
  const { entries } = random.pick(objects)
  const at = Math.floor(random.next() * entries.length)
  const [name, value] = entries[at] ?? ['unknown', null]
  const own = (draft.operation.body?.properties as Record<string, JsonSchema> | undefined)?.[name] ?? {}
  switch (Math.floor(random.next() * 6)) {
    case 0:
      entries.splice(at, 1)
      break
    case 1:
      entries.push([random.pick(['unknown', '', 'Adress', 'AddressTags', '\u0000', 'ＡＭＯＵＮＴ']), value])
      break
    case 2:
      entries[at] = [name, manyOf(value, random.pick([2, 99, 100, 101, 400]))]
      break
    default:
      entries[at] = [name, oddValue(name, own, source)]
  }
}

function manyOf(value: Tree, count: number): Tree {
  const [first = value] = Array.isArray(value) ? value : []
  return Array.from({ length: count }, () => first)
}

const oneParameter: Mutation = (draft, { random }) => {
  const text = () =>
    random.pick([oddText(random), oddNumber(random).slice(0, 200), 'x'.repeat(random.pick([300, 301]))])
  const at = Math.floor(random.next() * (draft.query.length + 1))
  const [name = 'unknown', value = ''] = draft.query[at] ?? []
  switch (Math.floor(random.next() * 5)) {
    case 0:
      draft.query.splice(at, 1)
      break
    case 1:
      draft.query.push([anyCasing(name, random), value])
      break
    case 2: {
      const parameters = draft.operation.parameters.filter((parameter) => parameter.in === 'query')
      for (const parameter of parameters) draft.query.push([parameter.name, text()])
      break
    }
    default:
      draft.query[Math.min(at, draft.query.length)] = [name, text()]
  }
}

const names: Mutation = (draft, source) => {
  const { random, canary } = source
  const objects = draft.body instanceof Fields ? objectsOf(draft.body) : []
  if (objects.length === 0) return oneParameter(draft, source, noParties)
  const { entries } = random.pick(objects)
  const [name, value] = random.pick(entries.length > 0 ? entries : [['a', null] as [string, Tree]])
  const odd = random.pick(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__'])
  switch (Math.floor(random.next() * 3)) {
    case 0:
      entries.push([anyCasing(name, random), isSecret(name) ? canary : value])
      break
    case 1:
      entries.push([
        odd,
        random.pick<Tree>([value, null, new Fields([[name, value]]), new Fields([['polluted', true]])]),
      ])
      break
    default:
      entries.splice(0, entries.length, [odd, new Fields([...entries])])
  }
}

const brokenText: Mutation = (draft, { random }) => {
  const text = draft.body === null || Buffer.isBuffer(draft.body) ? '{"a":1}' : jsonText(draft.body)
  const bytes = Buffer.from(text)
  const at = Math.floor(random.next() * bytes.length)
  const deep = random.pick([10, 15, 16, 17, 18, 100, 5_000, 30_000])
  draft.body = random.pick([
    () => bytes.subarray(0, at),
    () => Buffer.concat([bytes, Buffer.from(random.pick([',', '}', ']', '\u0000', ' {}', '//']))]),
    () =>
      Buffer.concat([bytes.subarray(0, at), Buffer.from([Math.floor(random.next() * 256)]), bytes.subarray(at + 1)]),
    () => Buffer.concat([Buffer.from('\uFEFF'), bytes]),
    () => Buffer.from(text.replace(/:/g, random.pick(['', '::', ' : ', '=']))),
    () => Buffer.from(text.replace(/"/g, "'")),
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.concat([bytes.subarray(0, at), Buffer.from([0xc3, 0x28, 0xed, 0xa0, 0x80]), bytes.subarray(at)]),
    () =>
      Buffer.from(random.pick(['', ' ', 'null', '[]', '0', '""', 'true', '[[]]', 'NaN', '-', '1e400', '{}{}', '"'])),
    () => Buffer.from(`{"a":${'['.repeat(deep)}${']'.repeat(deep)}}`),
    () => Buffer.from('{"a":'.repeat(Math.min(deep, 9_000))),
    () => Buffer.from(text.replace(/([:[,])("[^"]*"|[\d.]+|null)/, (_all, before) => `${before}${oddNumber(random)}`)),
    () => Buffer.from(text.replace(/([:[,])("[^"]*"|[\d.]+|null)/, '$1 .5')),
  ])()
  if (draft.operation.body === null) setHeader(draft, 'Content-Type', 'application/json')
}

const oversized: Mutation = (draft, { random, canary }) => {
  const size = random.pick([65_000, 65_530, 65_536, 65_537, 70_000, 200_000])
  const text = draft.body === null || Buffer.isBuffer(draft.body) ? '{}' : jsonText(draft.body)
  draft.body = random.pick([
    () => Buffer.from(text.padEnd(size, ' ')),
    () => Buffer.from(text.replace('{', `{"padding":"${canary.padEnd(size - text.length - 13, 'x')}",`)),
    () => Buffer.from(`[${'0,'.repeat(size / 2)}0]`),
    () => Buffer.from(`{${Array.from({ length: size / 16 }, (_, n) => `"k${n}":"${n}"`).join(',')}}`),
    () => Buffer.from(`{"ToAddresses":[${'{},'.repeat(size / 4)}{}]}`),
    () => Buffer.from(`{"Amount":${'9'.repeat(size - 20)}}`),
  ])()
  if (random.chance(0.3)) draft.framing = 'chunked'
}

const contentType: Mutation = (draft, { random }) => {
  const types = [
    'text/plain', 'application/xml', 'application/json; charset=utf-16', 'application/json; charset="utf-8"', '',
    'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/json, text/html', 'json',
    'APPLICATION/JSON;CHARSET=UTF-8', 'application/jsonp', 'application/json;', '\u00ff', 'application/problem+json',
  ] // biome-ignore format: a list of short words reads best dense
  setHeader(draft, 'Content-Type', random.pick([null, ...types]))
  if (random.chance(0.1)) setHeader(draft, 'Content-Encoding', random.pick(['gzip', 'br', 'identity', 'x']))
}

const headers: Mutation = (draft, { random }) => {
  const odd = [
    () =>
      setHeader(draft, 'Idempotency-Key', random.pick(['', 'x'.repeat(255), 'x'.repeat(256), '\u00e9', 'a\tb', 'k'])),
    () => setHeader(draft, 'If-None-Match', random.pick(['', '*', '"', 'W/', ','.repeat(5_000), '"a"'.repeat(500)])),
    () => setHeader(draft, 'X-Forwarded-For', random.pick(['1.2.3.4', 'x', ','.repeat(3_000), '::1, ::ffff:1.2.3.4'])),
    () => setHeader(draft, 'Accept', random.pick(['', '*/*;q=0', 'application/json;q=2', ';;;', 'a'.repeat(9_000)])),
    () => setHeader(draft, 'X-Request-Id', random.pick(['1', '\u00ff', '<x>'])),
    () => setHeader(draft, 'Expect', random.pick(['100-continue', '200-ok'])),
    () => setHeader(draft, 'Origin', random.pick(['null', 'https://evil.example', ''])),
    () => setHeader(draft, 'Cookie', 'a=b; '.repeat(400)),
    () => setHeader(draft, 'X-HTTP-Method-Override', 'DELETE'),
    () => setHeader(draft, 'Range', 'bytes=0-0,1-1'),
    () => setHeader(draft, 'Upgrade', random.pick(['h2c', 'websocket'])),
  ]
  random.pick(odd)()
}

const credentials: Mutation = (draft, { random, pools, canary }, parties) => {
  const wrong = random.pick([
    '', canary, `sk_sandbox_${canary}`, `sk_live_${canary}`, `${parties.own.secret}${canary}`, `\u00ff${canary}`,
    canary.repeat(40), parties.foreign.secret, "' or '1'='1",
  ]) // biome-ignore format: a list of short words reads best dense
  if (draft.operation.security === 'session') {
    const token = random.pick([
      `ls-sandbox-${canary}`, `ls-production-${canary}`, canary.repeat(30), '', pools.pick('authToken', random),
      pools.pick('foreignSession', random), ` ${canary}`, `${canary} ${canary}`,
    ]) // biome-ignore format: a list of short words reads best dense
    setHeader(draft, 'Authorization', `${random.pick(['Bearer', 'Bearer', 'bearer', 'Basic', ''])} ${token}`)
    return
  }
  const id = random.pick([parties.own.id, parties.own.id.toUpperCase(), parties.foreign.id, '', 'x', '\u00ff', '%00'])
  setHeader(draft, 'X-Client-Id', random.chance(0.1) ? null : id)
  setHeader(draft, 'X-Client-Secret', random.chance(0.1) ? null : wrong)
}

/** Valid credentials of another client, or valid tokens of another client. */
const foreign: Mutation = (draft, { random, pools }, parties) => {
  const { security } = draft.operation
  if (security === 'client' && random.chance(0.5)) return useClient(draft, parties.foreign)
  if (security === 'session') setHeader(draft, 'Authorization', `Bearer ${pools.pick('foreignSession', random)}`)
  if (!(draft.body instanceof Fields)) return
  for (const [at, [name]] of draft.body.entries.entries()) {
    if (/token$/i.test(name)) draft.body.entries[at] = [name, pools.pick('foreignToken', random)]
  }
}

function useClient(draft: Draft, { id, secret }: Credentials): void {
  setHeader(draft, 'X-Client-Id', id)
  setHeader(draft, 'X-Client-Secret', secret)
}

const otherMethod: Mutation = (draft, { random }) => {
  draft.method = random.pick(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'])
  if (draft.method === 'HEAD' || random.chance(0.3)) draft.body = null
}

const oddPath: Mutation = (draft, { random }) => {
  const odd = [
    '%00',
    '%zz',
    '%',
    '..',
    '%2e%2e',
    '%2F',
    ';a=b',
    '//',
    '%c3%28',
    '\u00e9',
    'x'.repeat(9_000),
    '#a',
    '[',
    '|',
    '"',
    '{}',
  ]
  const parts = draft.path.split('/')
  const at = 1 + Math.floor(random.next() * (parts.length - 1))
  draft.path = random.pick([
    () =>
      `${draft.path}${random.pick(['/', '//', '.json', '%20', '?', '??', '?=&=&', '?%zz=%', '?a[]=1&a[]=2', '?__proto__=1'])}`,
    () => parts.map((part, n) => (n === at ? random.pick(odd) : part)).join('/'),
    () => parts.map((part, n) => (n === at ? part + random.pick(odd) : part)).join('/'),
    () => parts.map((part, n) => (n === at ? part.toUpperCase() : part)).join('/'),
    // The hosted page is public, and not an endpoint of the document.
    () =>
      `/x/broker-connect?${random.pick(['link', 'auth_code', 'lng'])}=${random.pick(['%00', '%ff', 'x', 'a%00b', ''])}`,
    () => `/${random.pick(odd)}`,
    () =>
      random.pick([
        '*',
        'http://localhost/api/v1/transfers',
        'http://evil.example/',
        '//evil.example/',
        '/.',
        '/favicon.ico',
      ]),
  ])()
  draft.query = []
}

const noParties: Parties = { own: { id: '', secret: '' }, foreign: { id: '', secret: '' } }

/** By name, with the weight of each. */
export const mutations: Record<string, { share: number; mutate: Mutation }> = {
  valid: { share: 34, mutate: valid },
  'one field wrong': { share: 22, mutate: oneField },
  'names: twice, __proto__': { share: 6, mutate: names },
  'broken JSON, depth, numbers': { share: 9, mutate: brokenText },
  'large bodies': { share: 2, mutate: oversized },
  'content types': { share: 3, mutate: contentType },
  'odd headers': { share: 4, mutate: headers },
  'wrong credentials': { share: 4, mutate: credentials },
  'foreign tokens and ids': { share: 4, mutate: foreign },
  'wrong methods': { share: 4, mutate: otherMethod },
  'odd addresses': { share: 4, mutate: oddPath },
}
