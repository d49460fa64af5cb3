// The table of environment variables: what each expects, and its default.

import { resolve } from 'node:path'
import * as z from 'zod'
import {
  fromText,
  httpUrl,
  issuerUrl,
  pageUrl,
  parseAddress,
  parseAddresses,
  parseHost,
  parseProxy,
  parseRanges,
  parseRateLimits,
  parseRetention,
  parseRoles,
  parseRpcUrls,
  port,
  secretToken,
  siteUrl,
} from './config-values.ts'
import { newKeyCommand, parseMasterKeys } from './secrets/key-ring.ts'
import { isDatabaseUrl } from './storage/database-url.ts'

const applicationPart = z
  .string()
  .regex(
    /^[\x21-\x7e]{8,200}$/,
    'must be what Coinbase shows for your OAuth application, for example 1532c63424622b6e9c4654e7',
  )

const clientPart = z
  .string()
  .regex(
    /^[\x21-\x7e]{1,500}$/,
    'must be what your identity provider shows for the console, for example transfer-link-console',
  )

export const Variables = z.object({
  PORT: port(4000).default(4000),
  HOST: fromText(
    parseHost,
    'must be an address of this machine, or localhost, for example 127.0.0.1 (0.0.0.0 for every interface)',
  ).default(['127.0.0.1', '::1']),
  DEMO_PORT: port(4001).default(4001),
  SANDBOX_EXCHANGE_PORT: port(4002).default(4002),
  SANDBOX_SPEEDUP: z
    .string()
    .regex(/^([1-9]|10)$/, 'must be a whole number from 1 to 10, for example 6')
    .transform(Number)
    .default(1),
  DATA_DIR: z.string().min(1, 'must be a folder, for example .data').optional(),
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
  DOCS_URL: httpUrl('https://docs.example.com').optional(),
  MASTER_KEYS: fromText(
    parseMasterKeys,
    (problem) => `${problem}, for example 2:mQ…,1:x9…. To create a key: ${newKeyCommand}`,
  ).optional(),
  RPC_URLS: fromText(
    parseRpcUrls,
    (problem) => `${problem}, for example ethereum=http://127.0.0.1:8545,base=http://127.0.0.1:8546`,
  ).optional(),
  REFUSED_ADDRESSES: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  BRAND_LOGOS: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  PROVIDER_NAME: z
    .string()
    .regex(
      /^(?=.*\S)[^\p{C}]{1,60}$/u,
      'must be the name of your company, at most 60 characters, for example Example Payments',
    )
    .transform((name) => name.trim())
    .optional(),
  PROVIDER_TERMS_URL: pageUrl('https://example.com/terms').optional(),
  PROVIDER_PRIVACY_URL: pageUrl('https://example.com/privacy').optional(),
  LOG_LEVEL: z
    .enum(
      ['debug', 'info', 'warn', 'error', 'silent'],
      'must be one of debug, info, warn, error, silent, for example info',
    )
    .default('info'),
  RATE_LIMITS: fromText(parseRateLimits, (problem) => `${problem}, for example client=500/2,signIn=10/60`).optional(),
  RETENTION: fromText(parseRetention, (problem) => `${problem}, for example links=30d,previews=48h`).optional(),
  TRUSTED_PROXIES: fromText(
    parseRanges,
    'must be the addresses or ranges of your proxies, for example 10.0.0.0/8,192.0.2.7',
  ).optional(),
  WEBHOOK_NETWORKS: fromText(
    parseRanges,
    'must be the internal addresses or ranges that webhooks may reach, for example 10.2.0.0/16,192.168.1.7',
  ).optional(),
  HTTPS_PROXY: fromText(
    parseProxy,
    'must be the http or https URL of a proxy, for example http://proxy.example.com:3128',
  ).optional(),
  SERVER_ADDRESSES: fromText(
    parseAddresses,
    'must be the addresses from which this server reaches the internet, for example 192.0.2.7,2001:db8::7',
  ).optional(),
  SOURCE_ADDRESS: fromText(
    parseAddress,
    'must be the address from which this process reaches exchanges, for example 192.0.2.7',
  ).optional(),
  EXCHANGE_LIMITS: z.string().optional(),
  COINBASE_CLIENT_ID: applicationPart.optional(),
  COINBASE_CLIENT_SECRET: applicationPart.optional(),
  METRICS_TOKEN: secretToken.optional(),
  CONSOLE_PORT: port(4003).optional(),
  CONSOLE_HOST: fromText(
    parseHost,
    'must be an address of this machine, or localhost, for example 127.0.0.1 (0.0.0.0 for every interface)',
  ).default(['127.0.0.1', '::1']),
  CONSOLE_URL: siteUrl('https://console.example.com').optional(),
  CONSOLE_OIDC_ISSUER: issuerUrl('https://login.example.com').optional(),
  CONSOLE_OIDC_CLIENT_ID: clientPart.optional(),
  CONSOLE_OIDC_CLIENT_SECRET: clientPart.optional(),
  CONSOLE_ROLES: fromText(
    parseRoles,
    (problem) => `${problem}, for example admin:groups=tl-admins;operator:groups=support`,
  ).optional(),
  CONSOLE_TWO_PERSON_RESOLVE: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .transform((text) => text === 'true'),
})
export type Variables = z.infer<typeof Variables>
