// Readers of single environment values. Their messages state what is expected, with an example. They never repeat a value that may be a
// secret.

import { BlockList, isIP } from 'node:net'
import * as z from 'zod'

export type RateLimitSettings = Partial<Record<LimitName, { quota: number; windowSeconds: number }>>
export const limitNames = ['client', 'user', 'signIn', 'code', 'address', 'secret'] as const
export type LimitName = (typeof limitNames)[number]

/** How long rows are kept that are no longer needed, in milliseconds. `erasure`: the transfers of erased users. */
export type RetentionPeriods = Record<RetentionName, number>
export const retentionNames = ['links', 'previews', 'signIns', 'idempotencyKeys', 'erasure'] as const
export type RetentionName = (typeof retentionNames)[number]
const dayMs = 86_400_000
export const defaultRetention: RetentionPeriods = {
  links: 30 * dayMs,
  previews: 7 * dayMs,
  signIns: 90 * dayMs,
  idempotencyKeys: 365 * dayMs,
  erasure: 14 * dayMs,
}
/** In production. Sessions, connections and codes are in use for up to an hour. */
export const leastRetentionMs = dayMs

/** The operator's console. */
export interface ConsoleSettings {
  port: number
  /** The addresses it listens on. */
  hosts: readonly string[]
  /** Its address in browsers, without a path. */
  url: string
  /** Null: operators sign in by passkeys. */
  oidc: OidcSettings | null
  /** A second operator has to approve the resolution of a transfer. */
  twoPersonResolve: boolean
}

/** How operators sign in at an identity provider. */
export interface OidcSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** Which claims give which role. */
  roles: readonly RoleRule[]
}

export interface RoleRule {
  role: 'viewer' | 'operator' | 'admin'
  claim: string
  value: string
}

/** The company that operates the server. */
export interface Provider {
  name: string
  termsUrl: string | null
  privacyUrl: string | null
}

export const port = (example: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, `must be a port number between 1 and 65535, for example ${example}`)
    .transform(Number)
    .refine(
      (value) => value >= 1 && value <= 65_535,
      `must be a port number between 1 and 65535, for example ${example}`,
    )
/** Links start with this URL, so it ends after its path. */
export const httpUrl = (example: string) =>
  z
    .string()
    .refine(
      isPlainUrl,
      `must be a full http or https URL without user, password, query and fragment, percent-encoded where needed, for example ${example}`,
    )
    .transform((value) => value.replace(/\/+$/, ''))

/** A page that people open from a link. */
export const pageUrl = (example: string) =>
  z.string().max(500).refine(isPageUrl, `must be a full https URL without user and password, for example ${example}`)

function isPageUrl(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '' && !/\s/.test(value)
}

/** The address of a site: scheme, host and port. */
export const siteUrl = (example: string) =>
  z
    .string()
    .refine(
      (value) => isPlainUrl(value) && new URL(value).pathname === '/',
      `must be an http or https URL without a path, for example ${example}`,
    )
    .transform((value) => new URL(value).origin)

/** Those of RFC 3986, without the beginnings of a query and a fragment. */
const urlCharacters = /^[\w\-.~%:/@!$&'()*+,;=[\]]+$/

function isPlainUrl(value: string): boolean {
  if (!URL.canParse(value) || !urlCharacters.test(value)) return false
  const { protocol, username, password } = new URL(value)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

const loopback = ['127.0.0.1', '::1']

/** The address of an identity provider, exactly as it states it: a slash at the end counts. */
export const issuerUrl = (example: string) =>
  z
    .string()
    .refine(isPlainUrl, `must be the http or https URL that your identity provider states, for example ${example}`)

/** `admin:groups=a;operator:groups=b`. A value is all that follows the first equals sign. */
export function parseRoles(text: string): RoleRule[] {
  const expected = 'must be role:claim=value rules with the roles viewer, operator, admin, separated by semicolons'
  return text.split(';').map((part) => {
    const [, word = '', claim = '', value = ''] = /^\s*(\w+):([^=\s]+)=(.*\S)\s*$/.exec(part) ?? []
    const role = (['viewer', 'operator', 'admin'] as const).find((known) => known === word)
    if (role === undefined) throw new Error(`${expected}, not "${part.trim().slice(0, 60)}"`)
    return { role, claim, value }
  })
}

/** A token that a monitoring system sends. */
export const secretToken = z
  .string()
  .regex(
    /^[\x21-\x7e]{32,200}$/,
    'must be a secret of 32 to 200 visible characters, for example what "openssl rand -hex 32" prints',
  )

/** The address to listen on: one of this machine, or `localhost` for both loopback addresses. */
export function parseHost(text: string): string[] {
  const host = text.replace(/^\[(.*)\]$/, '$1')
  if (host === 'localhost') return loopback
  if (isIP(host) === 0) throw new Error('not an address')
  return [host]
}

export function areLoopback(hosts: readonly string[]): boolean {
  return hosts.every((host) => host === '::1' || host.startsWith('127.'))
}

/** Browsers treat these as secure, and no other machine can read what is sent to them. */
export function isLocal(hostname: string): boolean {
  const isNamed = hostname === 'localhost' || hostname.endsWith('.localhost')
  return isNamed || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/** `expected` can use the error that `read` threw, if that error does not repeat the value. */
export const fromText = <T>(read: (text: string) => T, expected: string | ((problem: string) => string)) =>
  z.string().transform((value, context) => {
    try {
      return read(value)
    } catch (error) {
      const problem = error instanceof Error ? error.message : ''
      context.addIssue({ code: 'custom', message: typeof expected === 'string' ? expected : expected(problem) })
      return z.NEVER
    }
  })

export function parseRpcUrls(text: string): Map<string, string> {
  const pairs = text.split(',').map((part) => {
    const at = part.indexOf('=')
    const [key, url] = [part.slice(0, at).trim(), part.slice(at + 1).trim()]
    if (at < 1 || !/^[a-z]+$/.test(key) || !URL.canParse(url)) throw new Error('must be network=URL pairs')
    return [key, url] as const
  })
  const [repeated] = repetitions(pairs)
  if (repeated !== undefined) throw new Error(repeated)
  return new Map(pairs)
}

export function parseRateLimits(text: string): RateLimitSettings {
  const expected = `must be name=requests/seconds pairs with the names ${limitNames.join(', ')} and of 1 to 999999 requests in 1 to 99999 seconds`
  const limits = readPairs(text, expected, (part) => {
    const [, word = '', quota = '', seconds = ''] = /^\s*(\w+)=([1-9]\d{0,5})\/([1-9]\d{0,4})\s*$/.exec(part) ?? []
    const name = limitNames.find((known) => known === word)
    return name === undefined ? null : [name, { quota: Number(quota), windowSeconds: Number(seconds) }]
  })
  return Object.fromEntries(limits)
}

const unitsOfPeriod = { m: 60_000, h: 3_600_000, d: dayMs } as const

export function parseRetention(text: string): Partial<RetentionPeriods> {
  const expected = `must be name=period pairs with the names ${retentionNames.join(', ')} and periods of 1 to 9999 minutes (m), hours (h) or days (d)`
  return Object.fromEntries(readPairs(text, expected, readPeriod))
}

/** The names whose periods are below `leastMs`, also if other pairs cannot be read. */
export function shortPeriods(text: string, leastMs: number): string[] {
  const periods = text
    .split(',')
    .map(readPeriod)
    .filter((pair) => pair !== null)
  return [...new Set(periods.filter(([, ms]) => ms < leastMs).map(([name]) => name))]
}

function readPeriod(part: string): [RetentionName, number] | null {
  const [, word = '', count = '', unit = ''] = /^\s*(\w+)=([1-9]\d{0,3})([mhd])\s*$/.exec(part) ?? []
  const name = retentionNames.find((known) => known === word)
  return name === undefined ? null : [name, Number(count) * unitsOfPeriod[unit as keyof typeof unitsOfPeriod]]
}

/** `read` returns null for a pair that it cannot read. Throws one Error that names each of these, and each repeated name. */
function readPairs<Value>(
  text: string,
  expected: string,
  read: (part: string) => [string, Value] | null,
): Map<string, Value> {
  const pairs: [string, Value][] = []
  const unreadable: string[] = []
  for (const part of text.split(',')) {
    const pair = read(part)
    if (pair === null) unreadable.push(`"${part.trim().slice(0, 60)}"`)
    else pairs.push(pair)
  }
  const problems = unreadable.length === 0 ? [] : [`${expected}, not ${unreadable.join(' or ')}`]
  problems.push(...repetitions(pairs))
  if (problems.length > 0) throw new Error(problems.join(', and '))
  return new Map(pairs)
}

/** The last value would replace the others. */
function repetitions(pairs: readonly (readonly [string, unknown])[]): string[] {
  const names = pairs.map(([name]) => name)
  const repeated = new Set(names.filter((name, at) => names.indexOf(name) !== at))
  return repeated.size === 0 ? [] : [`must set ${[...repeated].join(' and ')} once`]
}

export function parseAddresses(text: string): string[] {
  const addresses = text.split(',').map((part) => part.trim())
  if (addresses.some((address) => isIP(address) === 0)) throw new Error('not an address')
  return addresses
}

/** IPv6 addresses in their shortest form: the same address has one text. */
export function parseAddress(text: string): string {
  const address = text.trim()
  if (isIP(address) === 0) throw new Error('not an address')
  return isIP(address) === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address
}

export function parseRanges(text: string): string[] {
  const ranges = text.split(',').map((part) => part.trim())
  rangeList(ranges)
  return ranges
}

/** As curl reads it: without a scheme, the proxy speaks http. */
export function parseProxy(text: string): URL {
  const url = new URL(text.includes('://') ? text : `http://${text}`)
  const hasPath = url.pathname !== '/' || url.search !== '' || url.hash !== ''
  if (!/^https?:$/.test(url.protocol) || hasPath) throw new Error('not a proxy')
  decodeURIComponent(url.username + url.password)
  return url
}

/** Of addresses and ranges such as 10.0.0.0/8. Throws an Error with a sentence. */
export function rangeList(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [, address = '', bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(range) ?? []
    const family = isIP(address)
    const whole = family === 4 ? 32 : 128
    if (family === 0 || Number(bits ?? 0) > whole) throw new Error(`${range} is no address and no range of addresses`)
    list.addSubnet(address, Number(bits ?? whole), family === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}
