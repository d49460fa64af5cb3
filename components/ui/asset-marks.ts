// The discs of tokens and networks: as the server marks them, else with the first letter of their name.

import type { Disc } from './letter-disc.ts'

export function markOf(mark: Disc | null | undefined, name: string): Disc {
  return mark ?? { letter: name, color: '' }
}

/** A colour for what cannot be chosen now. */
export function withoutColor({ letter }: Disc): Disc {
  return { letter, color: '#9aa3af' }
}
