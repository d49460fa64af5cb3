// Limits the open event streams of a link session. Each polls the database until its transfer has ended.

import { ApiError } from '../../contract/errors.ts'

const maximum = 4

interface EventStreams {
  /** Returns the function that ends the stream's count. Throws `tooManyStreams`. */
  open(sessionId: string): () => void
}

export function eventStreams(): EventStreams {
  const open = new Map<string, number>()
  return {
    open(sessionId) {
      const count = open.get(sessionId) ?? 0
      if (count >= maximum) throw new ApiError('tooManyStreams', { maximum })
      open.set(sessionId, count + 1)
      return () => {
        const left = (open.get(sessionId) ?? 0) - 1
        if (left > 0) open.set(sessionId, left)
        else open.delete(sessionId)
      }
    },
  }
}
