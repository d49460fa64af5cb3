// The texts of a language, each with its place, and what it says.

export type TextPath = string

/** Every text with its place, those inside sections too. */
export function* eachText(part: object, path: TextPath = ''): Generator<[TextPath, unknown]> {
  for (const [name, value] of Object.entries(part)) {
    if (typeof value === 'object' && value !== null) yield* eachText(value, `${path}${name}.`)
    else yield [`${path}${name}`, value]
  }
}

const counted = new Set(['n', 'of', 'count', 'seconds', 'length', 'decimals'])

/** What a text says: its names filled with words that no language has, whatever is counted with two. */
export function say(text: unknown): string {
  if (typeof text === 'string') return text
  const [, parameters = ''] = /^\(([^)]*)\)/.exec(String(text)) ?? []
  const values = parameters.split(',').map((name, index) => (counted.has(name.trim()) ? 2 : `⟪${index}⟫`))
  return (text as (...values: unknown[]) => string)(...values)
}
