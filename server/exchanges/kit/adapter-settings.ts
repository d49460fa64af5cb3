import type { LimitsByType } from './limits.ts'
import type { Signer } from './signer.ts'

/** Settings of one adapter, from the operator or the sandbox. */
export interface AdapterSettings {
  /** The address of the sandbox's emulator or of a test, in place of the exchange's. */
  baseUrl?: string
  /** The emulator's address of one site, by the site's value. Without it, `baseUrl` is used for every site. */
  siteUrl?(site: string): string
  /** Default: `defaultTimeouts`. */
  timeouts?: Timeouts
  /** The server's outgoing addresses, for exchanges that bind a key to addresses. */
  serverAddresses?: readonly string[]
  /** The rate limits that the operator has set. */
  limits?: LimitsByType
  /** The address from which this process reaches the exchange. Processes without one share the limits of one address. */
  sourceAddress?: string
  /** For tests: sees each request before and after it is signed, with its secrets. */
  wrapSigner?(sign: Signer): Signer
  /** The page where users create keys. Default: the exchange's own page. */
  keysUrl?: string
}

export interface Timeouts {
  readMs: number
  /** For a withdrawal, which may take the exchange longer than a read. */
  sendMs: number
}
