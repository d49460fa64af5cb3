import type { ApiKey } from '../api-keys.ts'
import type { DialectCall } from '../dialect.ts'
import { parameter } from '../dialect.ts'
import type { Dialects } from '../dialects.ts'
import { refusal } from './authenticate.ts'

/** A signed call, by the key that signed it. */
export interface Asked {
  dialects: Dialects
  key: ApiKey
  parameters: URLSearchParams
  call: DialectCall
}

/** Throws parameter_missing. */
export function required({ parameters }: Asked, name: string): string {
  const value = parameter(parameters, name)
  if (value === null) throw refusal('parameter_missing', name)
  return value
}

export function optionalNumber({ parameters }: Asked, name: string): number | undefined {
  const value = parameter(parameters, name)
  if (value === null) return undefined
  if (!/^\d{1,15}$/.test(value)) throw refusal('bad_request')
  return Number(value)
}
