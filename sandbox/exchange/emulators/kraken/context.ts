import type { ApiKey } from '../api-keys.ts'
import type { DialectCall } from '../dialect.ts'
import type { Dialects } from '../dialects.ts'

/** A signed call, by the key that signed it. */
export interface Asked {
  dialects: Dialects
  key: ApiKey
  form: URLSearchParams
  call: DialectCall
}
