// The discs of tokens and networks: the server's mark, or the first letter of the name.

import type { Disc } from './letter-disc.ts'

export function markOf(mark: Disc | null | undefined, name: string): Disc {
  return mark ?? { letter: name, color: '' }
}

/** The colour of an entry that cannot be chosen. */
export function withoutColor({ letter }: Disc): Disc {
  return { letter, color: '#9aa3af' }
}
