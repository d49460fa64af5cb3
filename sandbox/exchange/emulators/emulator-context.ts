// The parts of one emulator and its dependencies.

import type { Exchange } from '../exchange-context.ts'
import type { Faults } from '../faults.ts'
import type { ApiKeys, EmulatorKeys, KeyedEmulator } from './api-keys.ts'
import type { OauthApps } from './coinbase/oauth-apps.ts'
import type { Emulator } from './emulator.ts'
import type { EmulatorFault } from './faults.ts'
import type { Limit } from './limits.ts'
import type { RequestRecord } from './request-record.ts'
import type { SavedAddresses } from './saved-addresses.ts'

export interface EmulatorContext {
  exchange: Exchange
  /** The keys of this emulator that are valid at the emulated site. */
  keys: EmulatorKeys
  savedAddresses: SavedAddresses
  oauthApps: OauthApps
  faults: Faults<EmulatorFault>
  /** The site that is emulated; '' for the default site. */
  site: string
  /** The time by this emulator's clock, which may be wrong. */
  now(): number
}

export interface EmulatorDefinition {
  /** In paths and records: the API's name of the exchange. */
  name: string
  title: string
  /** Absent if users sign in on the exchange's pages. */
  keys?: KeyedEmulator['keys']
  /** The real exchange's rate limit, enforced under `realLimits`. */
  limit: Limit
  create(context: EmulatorContext): Emulator
}

/** Dependencies of the console and the pages. */
export interface Emulators {
  exchange: Exchange
  definitions: EmulatorDefinition[]
  keyed: KeyedEmulator[]
  apiKeys: ApiKeys
  savedAddresses: SavedAddresses
  oauthApps: OauthApps
  requests: RequestRecord
  /** By the emulator's name. */
  faults: Record<string, Faults<EmulatorFault>>
}
