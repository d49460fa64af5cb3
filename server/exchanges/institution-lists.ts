// Finds the institution that the user named in an exchange's list of institutions.

interface ListedInstitution {
  id: string
  name: string
}

/**
 * The id of the one entry with this id or name. Returns `unlisted`, the exchange's value for an unlisted institution, if no entry is
 * similar. Returns null if the text is empty or matches several entries or a part of one: the user then enters the full name or the id.
 */
export function institutionId(given: string, list: readonly ListedInstitution[], unlisted: string): string | null {
  if (given === unlisted || list.some(({ id }) => id === given)) return given
  const named = plain(given)
  if (named === '') return null
  const entries = list.filter(({ id }) => id !== unlisted)
  const equal = new Set(entries.filter(({ id, name }) => [plain(id), plain(name)].includes(named)).map(({ id }) => id))
  if (equal.size > 0) return equal.size === 1 ? ([...equal][0] ?? null) : null
  return entries.some(({ name }) => isSimilar(name, given)) ? null : unlisted
}

/** Letters and digits, in lower case. */
export function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Whether one of the two starts with the other, or has all its words in their order. */
function isSimilar(one: string, other: string): boolean {
  if (plain(one) === '' || plain(other) === '') return false
  return isPart(one, other) || isPart(other, one)
}

function isPart(part: string, whole: string): boolean {
  return plain(whole).startsWith(plain(part)) || wordsOf(whole).includes(wordsOf(part))
}

function wordsOf(name: string): string {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return ` ${words.join(' ')} `
}
