// Values for fields: meaningful ones by the field's name, ones that only match the schema, and invalid ones.

import type { JsonSchema } from '../../support/json-schema.ts'
import { baseId, ethereumId, recipient } from '../../support/native-flow.ts'
import type { Random } from '../chaos/random.ts'
import { Fields, Raw, type Tree } from './json-text.ts'
import type { PoolName, Pools } from './pools.ts'

export interface Source {
  random: Random
  pools: Pools
  schemas: Record<string, JsonSchema>
  /** Part of every wrong secret. */
  canary: string
  callbackUrl: string
  operationId: string
  /** Of the pools, for what belongs together. */
  slot: number
}

const pooled: Record<string, PoolName> = {
  fromauthtoken: 'authToken',
  authtoken: 'expendableToken',
  accesstoken: 'authToken',
  refreshtoken: 'refreshToken',
  authcode: 'authCode',
  accountid: 'account',
  id: 'transfer',
  connectionid: 'connection',
}
const fixed: Record<string, readonly (string | null)[]> = {
  fromtype: ['sandbox'],
  type: ['sandbox'],
  brokertype: ['sandbox'],
  networkid: [...Array<string>(9).fill(baseId), ethereumId],
  symbol: [...Array<string>(8).fill('USDC'), 'ETH', 'TEST'],
  toaddress: [recipient],
  address: [recipient],
  addresstag: [null, ''],
  mfacode: [null, null, '123456'],
  code: ['123456'],
  userid: ['user-1', 'user-2', 'Ünï 使用者'],
  enabletransfers: ['true', 'true', 'true', 'false'],
  transactionid: [null, 'order-42'],
}
const secrets = /token|authcode|password|mfacode|^code$|secret/i

export function isSecret(name: string): boolean {
  return secrets.test(name)
}

/** A value that is meaningful to the server. */
export function goodValue(name: string, schema: JsonSchema, source: Source): Tree {
  const { random, pools } = source
  const key = name.toLowerCase()
  if (key === 'previewid')
    return pools.at(source.operationId === 'executeLinkTransfer' ? 'linkPreview' : 'preview', source.slot)
  if (key === 'callbackurl') return source.callbackUrl
  if (key === 'amount' || key === 'amountinfiat') {
    // Three decimals: with exactly two, the amount would be one of the sandbox's magic amounts.
    const amount = `${1 + Math.floor(random.next() * 4)}.${100 + Math.floor(random.next() * 800)}`
    return schema.type === 'string' ? amount : new Raw(amount)
  }
  if (key === 'fields') {
    const username = random.pick(['user_good', 'user_good', 'user_accounts', 'user_mfa', 'user_no_refresh'])
    return new Fields([
      ['username', username],
      ['password', 'pass_good'],
    ])
  }
  const pool = pooled[key]
  if (pool === 'account' || pool === 'connection' || pool === 'authToken') return pools.at(pool, source.slot)
  if (pool !== undefined) return pools.pick(pool, random)
  const choices = fixed[key]
  if (choices !== undefined) return random.pick(choices)
  return fittingValue(schema, source)
}

/** A value that matches the schema. */
function fittingValue(schema: JsonSchema, source: Source): Tree {
  const { random, schemas } = source
  if (typeof schema.$ref === 'string') {
    return fittingValue(schemas[schema.$ref.replace('#/components/schemas/', '')] ?? {}, source)
  }
  if (Array.isArray(schema.anyOf)) return fittingValue(schema.anyOf[0] as JsonSchema, source)
  if (Array.isArray(schema.enum)) return random.pick(schema.enum as string[])
  if (schema.format === 'date-time') return random.pick(['2026-01-01T00:00:00Z', '2030-12-31T23:59:59.999Z'])
  switch (schema.type) {
    case 'object':
      return goodObject(schema, source)
    case 'array':
      return [fittingValue((schema.items ?? {}) as JsonSchema, source)]
    case 'number':
    case 'integer':
      return Math.floor(random.next() * 100) + 1
    case 'boolean':
      return random.chance(0.5)
    default:
      return schema.pattern === undefined ? 'text' : String(1 + Math.floor(random.next() * 99))
  }
}

/** All required fields and most optional ones. Fields that fix an amount are rare, because they exclude each other. */
export function goodObject(schema: JsonSchema, source: Source): Fields {
  const required = new Set((schema.required ?? []) as string[])
  const entries: [string, Tree][] = []
  for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)) {
    const chance = /^amount|^symbol$|^fromauthtoken$|^fromtype$/i.test(name) ? 0.15 : 0.8
    if (required.has(name) || source.random.chance(chance)) entries.push([name, goodValue(name, property, source)])
  }
  return new Fields(entries)
}

const oddTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  'line\nbreak',
  '\u202Etxet',
  '𝒳'.repeat(20),
  'e\u0301'.repeat(10),
  '\uFEFF',
  '\\u0000',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00%2e%2e',
  '{{7*7}}',
  'null',
  'undefined',
  'NaN',
  '__proto__',
  'constructor',
  '0x0',
  '00000000-0000-0000-0000-000000000000',
  '1e9',
  '🏳️‍🌈'.repeat(8),
  // In the format of a cursor: a time, and an invalid id.
  Buffer.from('1 a\u0000').toString('base64url'),
  Buffer.from(`${'9'.repeat(15)} ${baseId}`).toString('base64url'),
]
const oddNumbers = (
  '0 -0 -1 0.0 -0.0 1e400 -1e400 1e-400 1e1000000000 1e-1000000000 1E+2 0.1e-7 9007199254740993 2.5e-324 25.1234567 ' +
  '123456789012345678901234567890.123456789012345678901234567890 1.7976931348623159e308 ' +
  `1${'0'.repeat(400)} 0.${'0'.repeat(400)}1 1.${'0'.repeat(40)}1`
).split(' ')

/** A value that matches little or nothing. */
export function oddValue(name: string, schema: JsonSchema, source: Source): Tree {
  const { random, canary } = source
  const mark = isSecret(name) ? canary : ''
  const maximum = typeof schema.maxLength === 'number' ? schema.maxLength : 300
  switch (Math.floor(random.next() * 10)) {
    case 0:
      return null
    case 1:
      return random.chance(0.5)
    case 2:
    case 3:
      return new Raw(random.pick(oddNumbers))
    case 4:
      return random.pick<Tree>([[], [[]], [null], new Fields([]), [mark], new Fields([['a', mark]])])
    case 5:
      return mark.padEnd(maximum + random.pick([-1, 0, 1, 1000]), 'x')
    case 6:
      return new Raw(
        random.pick(['"\\ud800"', '"\\udfff\\ud800"', '"\\u0000"', `"${mark}\\u000a"`, `"${mark}\\uffff"`]),
      )
    default:
      return mark + random.pick(oddTexts)
  }
}

export function oddText(random: Random): string {
  return random.pick(oddTexts)
}

export function oddNumber(random: Random): string {
  return random.pick(oddNumbers)
}
