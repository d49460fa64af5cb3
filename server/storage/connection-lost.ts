// Why a connection to PostgreSQL failed, in words without the URL, which contains the password.

import { DatabaseError } from 'pg'
import { describeHost } from './database-url.ts'

/** A connection that broke or hung. Its last statement may or may not have taken effect. */
export class ConnectionLost extends Error {
  // SQLSTATE "connection failure": `isStorageFailure` recognises it.
  readonly code = '08006'
  /** Set if no host was found. */
  readonly hosts: NoWritableHost | null

  constructor(cause: unknown) {
    super(`The connection to PostgreSQL failed: ${reasonOf(cause)}`)
    this.name = 'ConnectionLost'
    this.hosts = cause instanceof NoWritableHost ? cause : null
  }
}

/** A host that runs, and accepts no writes. */
export class ReadOnlyHost extends Error {
  constructor() {
    super('the server is read-only')
    this.name = 'ReadOnlyHost'
  }
}

export interface HostFailure {
  address: string
  error: unknown
}

/** None of several hosts can be used. The message has a sentence for each host and one that says what to do. */
export class NoWritableHost extends Error {
  constructor(failures: readonly HostFailure[]) {
    const sentences = failures.map(({ address, error }) => `${describeHost(address)} ${predicateOf(error)}.`)
    super(['no host accepts writes.', ...sentences, adviceFor(failures)].join(' '))
    this.name = 'NoWritableHost'
  }
}

/** The reason without the URL, which contains the password. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return 'unknown'
  // Node's error for an invalid address contains the whole address with its password.
  if (error instanceof TypeError || error instanceof URIError) return 'the address cannot be read'
  return error.message
}

function predicateOf(error: unknown): string {
  if (error instanceof ReadOnlyHost) return 'is a standby, or read-only'
  if (error instanceof DatabaseError) return `refuses the connection: ${error.message}`
  const reason = reasonOf(error)
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'ECONNREFUSED') return 'refuses connections'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'has a name that cannot be resolved'
  if (/timeout/i.test(reason) || code === 'ETIMEDOUT') return 'does not respond'
  return `cannot be used: ${reason}`
}

function adviceFor(failures: readonly HostFailure[]): string {
  const standbys = failures.filter(({ error }) => error instanceof ReadOnlyHost).length
  if (standbys === failures.length) return 'Promote one of them, or add the primary to DATABASE_URL.'
  if (standbys > 0) return 'Start the primary or promote a standby, and check that DATABASE_URL names every host.'
  return 'Check that the hosts run, and that DATABASE_URL is correct.'
}
