// The one reader of the environment. Every problem is told at once, each with its name, what is expected and an example.

import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { type KeyRing, parseMasterKeys } from './secrets/key-ring.ts'
import type { Environment } from './secrets/tokens.ts'
import { isDatabaseUrl } from './storage/database-url.ts'

export interface Config {
  environment: Environment
  port: number
  demoPort: number
  publicUrl: string
  /** The server's own part of the data folder. */
  dataFolder: string
  /** Null: the embedded database in the data folder. */
  databaseUrl: string | null
  sandboxExchangeUrl: string
  /** How many times sooner than in production a lost answer is settled. */
  sandboxHaste: number
  /** Null: the sandbox makes its own on the first start. */
  masterKeys: KeyRing | null
  /** By network key. */
  rpcUrls: ReadonlyMap<string, string>
  /** The file with the addresses to which nothing may be sent; null: there are none. */
  refusedAddressesFile: string | null
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Only those that were set; the others are the environment's usual ones. */
  rateLimits: RateLimitSettings
  /** Addresses and ranges whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[]
  /** From where this server calls exchanges: their users allow these addresses for an API key. */
  serverAddresses: readonly string[]
  /** The application at Coinbase under which users sign in there; null: Coinbase is not offered in production. */
  coinbase: { clientId: string; clientSecret: string } | null
  /** Whether /metrics is told to others than this machine itself. */
  metricsPublic: boolean
}

export type RateLimitSettings = Partial<Record<LimitName, { quota: number; windowSeconds: number }>>
const limitNames = ['client', 'user', 'signIn', 'code', 'address', 'secret'] as const
type LimitName = (typeof limitNames)[number]

/** Everything wrong with the environment, as one text to show. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The server cannot start with this configuration:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

const port = (example: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, `must be a port number between 1 and 65535, for example ${example}`)
    .transform(Number)
    .refine(
      (value) => value >= 1 && value <= 65_535,
      `must be a port number between 1 and 65535, for example ${example}`,
    )
const httpUrl = (example: string) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
      `must be a full URL, for example ${example}`,
    )
    .transform((value) => value.replace(/\/+$/, ''))
const fromText = <T>(read: (text: string) => T, mend: string) =>
  z.string().transform((value, context) => {
    try {
      return read(value)
    } catch {
      context.addIssue({ code: 'custom', message: mend })
      return z.NEVER
    }
  })

const yesOrNo = z.enum(['true', 'false'], 'must be true or false, for example false').default('false')

const applicationPart = z
  .string()
  .regex(
    /^[\x21-\x7e]{8,200}$/,
    'must be what Coinbase shows for your OAuth application, for example 1532c63424622b6e9c4654e7',
  )

const Variables = z.object({
  PORT: port(4000).default(4000),
  DEMO_PORT: port(4001).default(4001),
  SANDBOX_EXCHANGE_PORT: port(4002).default(4002),
  SANDBOX_HASTE: z
    .string()
    .regex(/^([1-9]|10)$/, 'must be a whole number from 1 to 10, for example 6')
    .transform(Number)
    .default(1),
  DATA_DIR: z.string().min(1, 'must be a folder, for example .data').default('.data'),
  DATABASE_URL: z
    .string()
    .refine(
      isDatabaseUrl,
      'must be the address of a PostgreSQL, special characters of the password percent-encoded, for example postgresql://user:password@db.example.com:5432/transfers (several hosts: @a:5432,b:5432/)',
    )
    .optional(),
  TRANSFER_ENV: z
    .enum(['sandbox', 'production'], 'must be sandbox or production, for example sandbox')
    .default('sandbox'),
  PUBLIC_URL: httpUrl('https://transfers.example.com').optional(),
  MASTER_KEYS: fromText(
    parseMasterKeys,
    'must be id:key pairs, newest first, each key 32 random bytes in base64url, for example 2:mQ…,1:x9…',
  ).optional(),
  RPC_URLS: fromText(
    parseRpcUrls,
    'must be network=URL pairs, for example ethereum=http://127.0.0.1:8545,base=http://127.0.0.1:8546',
  ).optional(),
  REFUSED_ADDRESSES: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  LOG_LEVEL: z
    .enum(
      ['debug', 'info', 'warn', 'error', 'silent'],
      'must be one of debug, info, warn, error, silent, for example info',
    )
    .default('info'),
  RATE_LIMITS: fromText(
    parseRateLimits,
    `must be name=requests/seconds pairs with the names ${limitNames.join(', ')}, for example client=500/2,signIn=10/60`,
  ).optional(),
  TRUSTED_PROXIES: fromText(
    parseRanges,
    'must be the addresses or ranges of your proxies, for example 10.0.0.0/8,192.0.2.7',
  ).optional(),
  SERVER_ADDRESSES: fromText(
    parseAddresses,
    'must be the addresses from which this server reaches the internet, for example 192.0.2.7,2001:db8::7',
  ).optional(),
  COINBASE_CLIENT_ID: applicationPart.optional(),
  COINBASE_CLIENT_SECRET: applicationPart.optional(),
  METRICS_PUBLIC: yesOrNo,
})

/** Throws a ConfigError. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = Variables.safeParse(given)
  if (!result.success) {
    throw new ConfigError(result.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`))
  }
  const variables = result.data
  const config: Config = {
    environment: variables.TRANSFER_ENV,
    port: variables.PORT,
    demoPort: variables.DEMO_PORT,
    publicUrl: variables.PUBLIC_URL ?? `http://localhost:${variables.PORT}`,
    dataFolder: join(resolve(variables.DATA_DIR), 'server'),
    databaseUrl: variables.DATABASE_URL ?? null,
    sandboxExchangeUrl: `http://127.0.0.1:${variables.SANDBOX_EXCHANGE_PORT}`,
    sandboxHaste: variables.SANDBOX_HASTE,
    masterKeys: variables.MASTER_KEYS ?? null,
    rpcUrls: variables.RPC_URLS ?? new Map(),
    refusedAddressesFile: variables.REFUSED_ADDRESSES ?? null,
    logLevel: variables.LOG_LEVEL,
    rateLimits: variables.RATE_LIMITS ?? {},
    trustedProxies: variables.TRUSTED_PROXIES ?? [],
    serverAddresses: variables.SERVER_ADDRESSES ?? [],
    coinbase: applicationOf(variables.COINBASE_CLIENT_ID, variables.COINBASE_CLIENT_SECRET),
    metricsPublic: variables.METRICS_PUBLIC === 'true',
  }
  const problems = config.environment === 'production' ? productionProblems(config) : []
  if ((variables.COINBASE_CLIENT_ID === undefined) !== (variables.COINBASE_CLIENT_SECRET === undefined)) {
    problems.push(
      'COINBASE_CLIENT_ID and COINBASE_CLIENT_SECRET belong together: set both, or neither. Example: unset both.',
    )
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** What production starts with, and should not. */
export function configWarnings({ environment, trustedProxies }: Config): string[] {
  if (environment === 'sandbox' || trustedProxies.length > 0) return []
  return [
    'TRUSTED_PROXIES is not set: behind a proxy all callers share its address, and one of them can use up the rate limits of all. Example: TRUSTED_PROXIES=127.0.0.1,::1 for a proxy on this machine.',
  ]
}

function applicationOf(clientId: string | undefined, clientSecret: string | undefined): Config['coinbase'] {
  return clientId === undefined || clientSecret === undefined ? null : { clientId, clientSecret }
}

/** What the list of integrations is made from. */
export function registrySettings({ environment, sandboxExchangeUrl, sandboxHaste, ...config }: Config) {
  const { serverAddresses, coinbase } = config
  return {
    sandboxUrl: environment === 'sandbox' ? sandboxExchangeUrl : null,
    sandboxHaste,
    ...(serverAddresses.length === 0 ? {} : { serverAddresses }),
    ...(coinbase === null ? {} : { coinbase }),
  }
}

// What is convenient on one's own machine is refused where money is real.
function productionProblems(config: Config): string[] {
  const problems: string[] = []
  if (config.masterKeys === null) {
    problems.push(
      'MASTER_KEYS is required in production: a generated key would lie beside the data it protects. Example: 1:<32 random bytes in base64url>.',
    )
  }
  if (config.sandboxHaste !== 1) {
    problems.push('SANDBOX_HASTE is for tests of the sandbox only: leave it out in production. Example: unset it.')
  }
  if (!config.publicUrl.startsWith('https://')) {
    problems.push('PUBLIC_URL must be an https address in production, for example https://transfers.example.com.')
  }
  return problems
}

function parseRpcUrls(text: string): Map<string, string> {
  const pairs = text.split(',').map((part) => {
    const at = part.indexOf('=')
    const [key, url] = [part.slice(0, at).trim(), part.slice(at + 1).trim()]
    if (at < 1 || !/^[a-z]+$/.test(key) || !URL.canParse(url)) throw new Error('not a network=URL pair')
    return [key, url] as const
  })
  return new Map(pairs)
}

function parseRateLimits(text: string): RateLimitSettings {
  const limits = text.split(',').map((part) => {
    const [, word = '', quota = '', seconds = ''] = /^\s*(\w+)=([1-9]\d{0,5})\/([1-9]\d{0,4})\s*$/.exec(part) ?? []
    const name = limitNames.find((known) => known === word)
    if (name === undefined) throw new Error('not a name=requests/seconds pair')
    return [name, { quota: Number(quota), windowSeconds: Number(seconds) }] as const
  })
  return Object.fromEntries(limits)
}

function parseAddresses(text: string): string[] {
  const addresses = text.split(',').map((part) => part.trim())
  if (addresses.some((address) => isIP(address) === 0)) throw new Error('not an address')
  return addresses
}

function parseRanges(text: string): string[] {
  return text.split(',').map((part) => {
    const range = part.trim()
    const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(range) ?? []
    const family = isIP(address)
    if (family === 0 || Number(bits ?? 0) > (family === 4 ? 32 : 128)) throw new Error('not an address or range')
    return range
  })
}
