// The only reader of the environment. All problems are reported at once, each with its variable, what is expected and an example.

import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { consoleOf, consoleProblems, oidcProblems } from './config-console.ts'
import { readCredentials } from './config-credentials.ts'
import {
  coinbaseProblems,
  environmentProblems,
  providerProblems,
  retentionProblems,
  rpcProblems,
  sourceAddressProblems,
} from './config-problems.ts'
import {
  type ConsoleSettings,
  defaultRetention,
  type Provider,
  type RateLimitSettings,
  type RetentionPeriods,
} from './config-values.ts'
import { Variables } from './config-variables.ts'
import { type LimitSettings, readLimitSettings } from './exchanges/limit-settings.ts'
import { networkCatalogue } from './networks/catalogue.ts'
import { type Blocklist, BlocklistError, readBlocklist } from './risk/blocklist.ts'
import type { KeyRing } from './secrets/key-ring.ts'
import type { Environment } from './secrets/tokens.ts'
import { describeAddress } from './storage/database-url.ts'

export interface Config {
  environment: Environment
  port: number
  /** The addresses it listens on. */
  hosts: readonly string[]
  demoPort: number
  publicUrl: string
  /** The address of the documentation site. Null: errors lead to the server's reference. */
  docsUrl: string | null
  /** The server's own part of the data folder. */
  dataFolder: string
  /** Whether DATA_DIR is set. Otherwise the data folder depends on the folder in which the process was started. */
  isDataFolderSet: boolean
  /** Null: the embedded database in the data folder. */
  databaseUrl: string | null
  sandboxExchangeUrl: string
  /** How many times faster than in production a lost response is settled. */
  sandboxSpeedup: number
  /** Null: the sandbox generates one on the first start. */
  masterKeys: KeyRing | null
  /** By network key. */
  rpcUrls: ReadonlyMap<string, string>
  /** Destination addresses that are refused. */
  blocklist: Blocklist
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Only those that are set. The others have the environment's defaults. */
  rateLimits: RateLimitSettings
  retention: RetentionPeriods
  /** Addresses and ranges of proxies whose X-Forwarded-For is trusted. */
  trustedProxies: readonly string[]
  /** Internal addresses and ranges that webhooks may reach, over http too. */
  webhookNetworks: readonly string[]
  /** The proxy through which webhooks reach public addresses. Its user and password are secrets. */
  webhookProxy: URL | null
  /** Addresses from which this server calls exchanges. Users allow them for an API key. */
  serverAddresses: readonly string[]
  /** The one of them from which this process calls exchanges. Null: all processes share one. */
  sourceAddress: string | null
  /** Only those that are set. */
  exchangeLimits: LimitSettings
  /** The Coinbase application under which users sign in. Null: Coinbase is not offered in production. */
  coinbase: { clientId: string; clientSecret: string } | null
  /** The folder with the operator's logos of integrations. Null: they are shown as letters. */
  brandLogos: string | null
  /** The company that operates this server, which the hosted page names. Null: it names none. */
  provider: Provider | null
  /** The token that /metrics requires in production. Null: /metrics is not served there. */
  metricsToken: string | null
  /** Null: there is no console. */
  console: ConsoleSettings | null
  /** A second operator has to approve the resolution of a transfer, also where only commands run. */
  twoPersonResolve: boolean
}

/** All problems of the environment, as one text to print. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`This configuration is not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Throws a ConfigError. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  const credentials = readCredentials(set)
  const given = { ...set, ...credentials.values }
  const result = Variables.safeParse(given)
  const issues = result.error?.issues ?? []
  const problems = issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`)
  const unreadable = new Set(issues.map(({ path }) => String(path[0])))
  // The remaining values are checked even if one cannot be read.
  const readable = Object.entries(given).filter(([name]) => !unreadable.has(name))
  const variables = result.data ?? Variables.parse(Object.fromEntries(readable))
  const { blocklist, problem } = readBlocklistFile(variables.TRANSFER_ENV, variables.REFUSED_ADDRESSES)
  const config = configOf(variables, blocklist)
  const ofEnvironment = unreadable.has('TRANSFER_ENV') ? [] : environmentProblems(config)
  // A value that is set but cannot be read is not missing.
  problems.push(...ofEnvironment.filter((each) => !unreadable.has(each.slice(0, each.indexOf(' ')))))
  problems.push(...rpcProblems(config), ...problem, ...coinbaseProblems(given), ...providerProblems(given))
  problems.push(...sourceAddressProblems(config), ...credentials.problems)
  if (!unreadable.has('TRANSFER_ENV')) problems.push(...retentionProblems(config.environment, given))
  problems.push(...consoleProblems(config), ...oidcProblems(given))
  problems.push(...readExchangeLimits(variables).problems.map((problem) => `EXCHANGE_LIMITS ${problem}.`))
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** For a command that needs no other setting. The value is not checked. Throws a ConfigError. */
export function readDatabaseUrl(environment: Record<string, string | undefined>): string | null {
  const { CREDENTIALS_DIRECTORY } = environment
  const DATABASE_URL = environment.DATABASE_URL === '' ? undefined : environment.DATABASE_URL
  const { values, problems } = readCredentials({ CREDENTIALS_DIRECTORY, DATABASE_URL })
  if (problems.length > 0) throw new ConfigError(problems)
  return values.DATABASE_URL ?? DATABASE_URL ?? null
}

function configOf(variables: Variables, blocklist: Blocklist): Config {
  return {
    environment: variables.TRANSFER_ENV,
    port: variables.PORT,
    hosts: variables.HOST,
    demoPort: variables.DEMO_PORT,
    publicUrl: variables.PUBLIC_URL ?? `http://localhost:${variables.PORT}`,
    docsUrl: variables.DOCS_URL ?? null,
    dataFolder: join(resolve(variables.DATA_DIR ?? '.data'), 'server'),
    isDataFolderSet: variables.DATA_DIR !== undefined,
    databaseUrl: variables.DATABASE_URL ?? null,
    sandboxExchangeUrl: `http://127.0.0.1:${variables.SANDBOX_EXCHANGE_PORT}`,
    sandboxSpeedup: variables.SANDBOX_SPEEDUP,
    masterKeys: variables.MASTER_KEYS ?? null,
    rpcUrls: variables.RPC_URLS ?? new Map(),
    blocklist,
    logLevel: variables.LOG_LEVEL,
    rateLimits: variables.RATE_LIMITS ?? {},
    retention: { ...defaultRetention, ...variables.RETENTION },
    trustedProxies: variables.TRUSTED_PROXIES ?? [],
    webhookNetworks: webhookNetworksOf(variables),
    webhookProxy: variables.HTTPS_PROXY ?? null,
    serverAddresses: variables.SERVER_ADDRESSES ?? [],
    sourceAddress: variables.SOURCE_ADDRESS ?? null,
    exchangeLimits: readExchangeLimits(variables).settings,
    coinbase: applicationOf(variables.COINBASE_CLIENT_ID, variables.COINBASE_CLIENT_SECRET),
    brandLogos: variables.BRAND_LOGOS ?? null,
    provider: providerOf(variables),
    metricsToken: variables.METRICS_TOKEN ?? null,
    console: consoleOf(variables),
    twoPersonResolve: variables.CONSOLE_TWO_PERSON_RESOLVE,
  }
}

/** Settings that production starts with but should not have. */
export function configWarnings(config: Config): string[] {
  if (config.environment === 'sandbox') return []
  const isStoragePlaced = config.isDataFolderSet || config.databaseUrl !== null
  return [
    ...(isStoragePlaced ? [] : [unplacedStorage(storagePlace(config))]),
    ...(config.trustedProxies.length > 0 ? [] : [noProxies]),
  ]
}

const noProxies =
  'TRUSTED_PROXIES is not set: behind a proxy all callers share its address, and one of them can use up the rate limits of all. Example: TRUSTED_PROXIES=127.0.0.1,::1 for a proxy on this machine.'

function unplacedStorage(folder: string): string {
  return `Neither DATA_DIR nor DATABASE_URL is set, so the data is in ${folder}, which depends on the folder in which the server is started. Started in another folder, it begins with an empty database. Set DATA_DIR=${folder}, or DATABASE_URL for PostgreSQL.`
}

/** Where the data is: DATA_DIR, or host and database name of PostgreSQL. No user or password. */
export function storagePlace({ databaseUrl, dataFolder }: Pick<Config, 'databaseUrl' | 'dataFolder'>): string {
  return databaseUrl === null ? dirname(dataFolder) : describeAddress(databaseUrl)
}

function applicationOf(clientId: string | undefined, clientSecret: string | undefined): Config['coinbase'] {
  return clientId === undefined || clientSecret === undefined ? null : { clientId, clientSecret }
}

/** Receivers of the sandbox run on the same machine. */
function webhookNetworksOf({ TRANSFER_ENV, WEBHOOK_NETWORKS = [] }: Variables): readonly string[] {
  return TRANSFER_ENV === 'sandbox' ? ['127.0.0.0/8', '::1', ...WEBHOOK_NETWORKS] : WEBHOOK_NETWORKS
}

function providerOf({ PROVIDER_NAME, PROVIDER_TERMS_URL, PROVIDER_PRIVACY_URL }: Variables): Provider | null {
  if (PROVIDER_NAME === undefined) return null
  return { name: PROVIDER_NAME, termsUrl: PROVIDER_TERMS_URL ?? null, privacyUrl: PROVIDER_PRIVACY_URL ?? null }
}

/** The settings of the exchange registry. */
export function registrySettings({ environment, sandboxExchangeUrl, sandboxSpeedup, ...config }: Config) {
  const { serverAddresses, sourceAddress, exchangeLimits, coinbase } = config
  return {
    sandboxUrl: environment === 'sandbox' ? sandboxExchangeUrl : null,
    sandboxSpeedup,
    ...(serverAddresses.length === 0 ? {} : { serverAddresses }),
    ...(sourceAddress === null ? {} : { sourceAddress }),
    limits: exchangeLimits.exchanges,
    ...(coinbase === null ? {} : { coinbase }),
  }
}

function readExchangeLimits({ TRANSFER_ENV, EXCHANGE_LIMITS = '' }: Variables) {
  const networkKeys = networkCatalogue(TRANSFER_ENV).all.map(({ key }) => key)
  return readLimitSettings(EXCHANGE_LIMITS, networkKeys)
}

function readBlocklistFile(environment: Environment, file: string | undefined) {
  const networks = networkCatalogue(environment)
  try {
    return { blocklist: readBlocklist(networks, file === undefined ? '' : readFileSync(file, 'utf8')), problem: [] }
  } catch (error) {
    const reason = error instanceof BlocklistError ? `is not valid: ${error.message}` : 'cannot be read'
    const problem = `REFUSED_ADDRESSES names ${file}, which ${reason}. Use a text file with one address per line.`
    return { blocklist: readBlocklist(networks, ''), problem: [problem] }
  }
}
