import type { ApiKey } from '../api-keys.ts'
import type { EmulatorCall } from '../emulator.ts'
import type { Emulators } from '../emulators.ts'

/** A signed call, by the key that signed it. */
export interface Asked {
  emulators: Emulators
  key: ApiKey
  form: URLSearchParams
  call: EmulatorCall
}
