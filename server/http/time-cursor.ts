// The cursor of a page, newest first: the time and the id of its last entry.

import { ApiError } from '../contract/errors.ts'
import { isUuid } from '../contract/ids.ts'

export interface TimeCursor {
  createdAt: number
  id: string
}

export function writeCursor({ createdAt, id }: { createdAt: Date; id: string }): string {
  return Buffer.from(`${createdAt.getTime()} ${id}`).toString('base64url')
}

/** `field`: the name of the parameter. Throws `invalidField`. */
export function readCursor(cursor: string | undefined, field = 'cursor'): TimeCursor | undefined {
  if (cursor === undefined) return undefined
  const [createdAt = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (!/^\d{1,15}$/.test(createdAt) || !isUuid(id)) {
    const name = field === 'cursor' ? 'nextCursor' : 'next'
    throw new ApiError('invalidField', { field, problem: `must be the ${name} of an earlier response` })
  }
  return { createdAt: Number(createdAt), id }
}
