// The settings of the operator's console.

import { areLoopback, type ConsoleSettings, isLocal, type OidcSettings } from './config-values.ts'
import type { Variables } from './config-variables.ts'

/** Null without CONSOLE_PORT. */
export function consoleOf(variables: Variables): ConsoleSettings | null {
  const { CONSOLE_PORT: port, CONSOLE_HOST: hosts, CONSOLE_URL, TRANSFER_ENV } = variables
  const { CONSOLE_TWO_PERSON_RESOLVE: twoPersonResolve } = variables
  if (port === undefined) return null
  // The sandbox's other pages are at `localhost`, and cookies do not separate ports.
  const host = TRANSFER_ENV === 'sandbox' ? '127.0.0.1' : 'localhost'
  return { port, hosts, url: CONSOLE_URL ?? `http://${host}:${port}`, oidc: oidcOf(variables), twoPersonResolve }
}

/** Null unless all four variables are set. */
function oidcOf(variables: Variables): OidcSettings | null {
  const {
    CONSOLE_OIDC_ISSUER: issuer,
    CONSOLE_OIDC_CLIENT_ID: clientId,
    CONSOLE_OIDC_CLIENT_SECRET: clientSecret,
    CONSOLE_ROLES: roles,
  } = variables
  if (issuer === undefined || clientId === undefined || clientSecret === undefined || roles === undefined) return null
  return { issuer, clientId, clientSecret, roles }
}

interface Checked {
  environment: 'sandbox' | 'production'
  port: number
  publicUrl: string
  console: ConsoleSettings | null
}

export function consoleProblems({ environment, port, publicUrl, console: settings }: Checked): string[] {
  if (settings === null) return []
  const problems: string[] = []
  const { protocol, hostname } = new URL(settings.url)
  if (settings.port === port) problems.push('CONSOLE_PORT must be another port than PORT, for example 4003.')
  if (hostname === new URL(publicUrl).hostname) {
    problems.push(
      'CONSOLE_URL must have another host name than PUBLIC_URL, because cookies do not separate ports, for example https://console.example.com.',
    )
  }
  if (environment === 'production' && protocol !== 'https:' && !isLocal(hostname)) {
    problems.push('CONSOLE_URL must be an https address, for example https://console.example.com.')
  }
  if (environment === 'sandbox' && !areLoopback(settings.hosts)) {
    problems.push('CONSOLE_HOST must be a loopback address in the sandbox, for example 127.0.0.1.')
  }
  if (settings.oidc !== null && !isSafeIssuer(settings.oidc.issuer)) {
    problems.push('CONSOLE_OIDC_ISSUER must be an https address, for example https://login.example.com.')
  }
  return problems
}

const oidcNames = [
  'CONSOLE_OIDC_ISSUER',
  'CONSOLE_OIDC_CLIENT_ID',
  'CONSOLE_OIDC_CLIENT_SECRET',
  'CONSOLE_ROLES',
] as const

export function oidcProblems(given: Record<string, string | undefined>): string[] {
  const missing = oidcNames.filter((name) => given[name] === undefined)
  if (missing.length === 0 || missing.length === oidcNames.length) return []
  const present = oidcNames.filter((name) => given[name] !== undefined)
  const be = missing.length === 1 ? 'is' : 'are'
  return [
    `${missing.join(' and ')} ${be} required with ${present.join(' and ')}. Example: CONSOLE_ROLES=admin:groups=tl-admins.`,
  ]
}

/** A person who reads or changes what the identity provider answers could sign in as anyone. */
export function isSafeIssuer(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer)
  return protocol === 'https:' || isLocal(hostname)
}
