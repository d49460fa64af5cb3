import type { ApiKey } from '../api-keys.ts'
import type { EmulatorCall } from '../emulator.ts'
import type { EmulatorContext } from '../emulator-context.ts'

/** A signed call, by the key that signed it. */
export interface SignedCall {
  context: EmulatorContext
  key: ApiKey
  form: URLSearchParams
  call: EmulatorCall
}
