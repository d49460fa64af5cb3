import type { Signer } from './signer.ts'

/** What an operator or the sandbox sets for one adapter. */
export interface AdapterSettings {
  /** Something else than the exchange itself: the sandbox's emulator of it, or a test. */
  baseUrl?: string
  /** Where one site of the exchange is emulated, by the site's value. Without it, `baseUrl` stands for every site. */
  siteUrl?(site: string): string
  /** In place of the usual ones. */
  timeouts?: Timeouts
  /** From where this server calls, for exchanges that bind a key to addresses. */
  serverAddresses?: readonly string[]
  /** For tests: sees each request before and after it is signed, with its secrets. */
  wrapSigner?(sign: Signer): Signer
  /** In place of the exchange's own page where keys are made. */
  keysUrl?: string
}

export interface Timeouts {
  readMs: number
  /** Of a withdrawal, which an exchange may take long over. */
  sendMs: number
}
