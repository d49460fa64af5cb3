// JSON.parse silently keeps the last of two equal keys. This scan finds a name that occurs twice, in any casing. The text must be
// valid JSON.

const [quote, backslash, colon, minus, zero, nine] = [0x22, 0x5c, 0x3a, 0x2d, 0x30, 0x39]
const [openObject, closeObject, openArray, closeArray] = [0x7b, 0x7d, 0x5b, 0x5d]

interface JsonText {
  /** The first name that occurs twice in one object. */
  duplicate: string | null
  /** How deep the text is nested. */
  depth: number
  hasNumbers: boolean
}

export function scanJson(text: string): JsonText {
  const objects: (Set<string> | null)[] = []
  const found: JsonText = { duplicate: null, depth: 0, hasNumbers: false }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const end = endOfString(text, at)
      const names = objects.at(-1)
      if (names && isKey(text, end)) {
        const name = JSON.parse(text.slice(at, end + 1)) as string
        const folded = name.toLowerCase()
        if (names.has(folded)) found.duplicate ??= name
        names.add(folded)
      }
      at = end
    } else if (code === openObject || code === openArray) {
      objects.push(code === openObject ? new Set() : null)
      found.depth = Math.max(found.depth, objects.length)
    } else if (code === closeObject || code === closeArray) {
      objects.pop()
    } else if (code === minus || (code >= zero && code <= nine)) {
      found.hasNumbers = true
    }
  }
  return found
}

function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1)
  // A quote behind an odd number of backslashes is part of the string.
  for (;;) {
    let before = at
    while (text.charCodeAt(before - 1) === backslash) before--
    if ((at - before) % 2 === 0) return at
    at = text.indexOf('"', at + 1)
  }
}

function isKey(text: string, end: number): boolean {
  let at = end + 1
  while (text.charCodeAt(at) <= 0x20) at++
  return text.charCodeAt(at) === colon
}
