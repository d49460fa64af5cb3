import { hash } from 'node:crypto'
import { uuidOf } from '../contract/ids.ts'

/** A UUID (version 8) of the parts: an event that is recorded a second time has the same id. */
export function eventId(...parts: readonly (string | number)[]): string {
  return uuidOf(hash('sha256', JSON.stringify(parts), 'buffer'), 8)
}
