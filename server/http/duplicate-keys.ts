// JSON.parse keeps the last of two equal keys without a word. Here the same name twice, in whatever casing, is found by
// scanning the text once. The text is already known to be valid JSON.

/** The first name that occurs twice in one object, and how deep the text is nested. */
export function scanJson(text: string): { duplicate: string | null; depth: number } {
  const objects: (Set<string> | null)[] = []
  let depth = 0
  let duplicate: string | null = null
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '{' || character === '[') {
      objects.push(character === '{' ? new Set() : null)
      depth = Math.max(depth, objects.length)
    } else if (character === '}' || character === ']') {
      objects.pop()
    } else if (character === '"') {
      const end = endOfString(text, at)
      const names = objects.at(-1)
      if (names && isKey(text, end)) {
        const name = JSON.parse(text.slice(at, end + 1)) as string
        const folded = name.toLowerCase()
        if (names.has(folded)) duplicate ??= name
        names.add(folded)
      }
      at = end
    }
  }
  return { duplicate, depth }
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

function isKey(text: string, end: number): boolean {
  let at = end + 1
  while (/\s/.test(text[at] ?? '')) at++
  return text[at] === ':'
}
