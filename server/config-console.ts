// The settings of the operator's console.

import { areLoopback, type ConsoleSettings } from './config-values.ts'
import type { Variables } from './config-variables.ts'

/** Null without CONSOLE_PORT. */
export function consoleOf(variables: Variables): ConsoleSettings | null {
  const { CONSOLE_PORT: port, CONSOLE_HOST: hosts, CONSOLE_URL, TRANSFER_ENV } = variables
  const { CONSOLE_TWO_PERSON_RESOLVE: twoPersonResolve } = variables
  if (port === undefined) return null
  // The sandbox's other pages are at `localhost`, and cookies do not separate ports.
  const host = TRANSFER_ENV === 'sandbox' ? '127.0.0.1' : 'localhost'
  return { port, hosts, url: CONSOLE_URL ?? `http://${host}:${port}`, twoPersonResolve }
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
  return problems
}

/** Browsers treat these as secure, and no other machine can read what is sent to them. */
function isLocal(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}
