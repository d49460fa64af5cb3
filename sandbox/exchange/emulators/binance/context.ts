import type { ApiKey } from '../api-keys.ts'
import type { EmulatorCall } from '../emulator.ts'
import { parameter } from '../emulator.ts'
import type { EmulatorContext } from '../emulator-context.ts'
import { binanceError } from './authenticate.ts'

/** A signed call, by the key that signed it. */
export interface SignedCall {
  context: EmulatorContext
  key: ApiKey
  parameters: URLSearchParams
  call: EmulatorCall
}

/** Throws parameter_missing. */
export function required({ parameters }: SignedCall, name: string): string {
  const value = parameter(parameters, name)
  if (value === null) throw binanceError('parameter_missing', name)
  return value
}

export function optionalNumber({ parameters }: SignedCall, name: string): number | undefined {
  const value = parameter(parameters, name)
  if (value === null) return undefined
  if (!/^\d{1,15}$/.test(value)) throw binanceError('bad_request')
  return Number(value)
}
