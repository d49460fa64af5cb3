import type { ApiKey } from '../dialects/api-keys.ts'
import type { DialectCall } from '../dialects/dialect.ts'
import type { Dialects } from '../dialects/dialects.ts'

/** A signed call, by the key that signed it. */
export interface Asked {
  dialects: Dialects
  key: ApiKey
  form: URLSearchParams
  call: DialectCall
}
