// What is wrong with settings that are valid alone, but not together or not in their environment.

import { areLoopback, leastRetentionMs, parseAddress, shortPeriods } from './config-values.ts'
import { networkCatalogue } from './networks/catalogue.ts'
import { canBeRead } from './networks/network.ts'
import { type KeyRing, newKeyCommand } from './secrets/key-ring.ts'
import type { Environment } from './secrets/tokens.ts'

interface Checked {
  environment: Environment
  hosts: readonly string[]
  publicUrl: string
  sandboxSpeedup: number
  masterKeys: KeyRing | null
  rpcUrls: ReadonlyMap<string, string>
  serverAddresses: readonly string[]
  sourceAddress: string | null
}

export function environmentProblems(config: Checked): string[] {
  return config.environment === 'production' ? productionProblems(config) : sandboxProblems(config)
}

export function rpcProblems({ environment, rpcUrls }: Checked): string[] {
  const readable = networkCatalogue(environment)
    .all.filter(canBeRead)
    .map(({ key }) => key)
  const unknown = [...rpcUrls.keys()].filter((key) => !readable.includes(key))
  return unknown.map((key) => `RPC_URLS names ${key}, for which no node can be read: use ${readable.join(', ')}.`)
}

export function sourceAddressProblems({ sourceAddress, serverAddresses }: Checked): string[] {
  if (sourceAddress === null || serverAddresses.length === 0) return []
  if (serverAddresses.map(parseAddress).includes(sourceAddress)) return []
  return [`SOURCE_ADDRESS must be one of SERVER_ADDRESSES, for example ${serverAddresses[0]}.`]
}

export function coinbaseProblems(given: Record<string, string | undefined>): string[] {
  const isPair = (given.COINBASE_CLIENT_ID === undefined) === (given.COINBASE_CLIENT_SECRET === undefined)
  return isPair
    ? []
    : ['COINBASE_CLIENT_ID and COINBASE_CLIENT_SECRET belong together: set both, or neither. Example: unset both.']
}

export function providerProblems(given: Record<string, string | undefined>): string[] {
  const links = ['PROVIDER_TERMS_URL', 'PROVIDER_PRIVACY_URL'].filter((name) => given[name] !== undefined)
  if (given.PROVIDER_NAME !== undefined || links.length === 0) return []
  return [`PROVIDER_NAME is required with ${links.join(' and ')}. Example: PROVIDER_NAME=Example Payments.`]
}

export function retentionProblems(
  environment: Environment,
  { RETENTION = '' }: Record<string, string | undefined>,
): string[] {
  const short = environment === 'production' ? shortPeriods(RETENTION, leastRetentionMs) : []
  if (short.length === 0) return []
  return [`RETENTION must be at least a day in production for ${short.join(', ')}, for example ${short[0]}=30d.`]
}

// The sandbox's client, keys and logins are public.
function sandboxProblems({ hosts }: Checked): string[] {
  if (areLoopback(hosts)) return []
  return ['HOST must be a loopback address in the sandbox, for example 127.0.0.1.']
}

// Settings that are convenient on a developer's machine are refused in production.
function productionProblems(config: Checked): string[] {
  const problems: string[] = []
  if (config.masterKeys === null) {
    problems.push(`MASTER_KEYS is required in production. To create a key: ${newKeyCommand}`)
  }
  if (config.sandboxSpeedup !== 1) {
    problems.push('SANDBOX_SPEEDUP is for tests of the sandbox only: leave it out in production. Example: unset it.')
  }
  if (!config.publicUrl.startsWith('https://')) {
    problems.push('PUBLIC_URL must be an https address in production, for example https://transfers.example.com.')
  }
  return problems
}
