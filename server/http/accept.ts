// Checks whether an Accept header allows a response. Without the header, all are allowed.

interface Range {
  type: string
  quality: number
}

function rangesOf(accept: string): Range[] {
  return accept
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return { type, quality: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
    })
    .filter(({ type }) => type !== '')
}

/** Whether the client accepts JSON. A client that accepts problem details does, because successful responses are plain JSON. */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined) return true
  const ranges = rangesOf(accept)
  // The most specific range decides. An empty header allows everything.
  for (const type of ['application/json', 'application/problem+json', 'application/*', '*/*']) {
    const range = ranges.find((entry) => entry.type === type)
    if (range !== undefined) return range.quality > 0
  }
  return ranges.length === 0
}

export function accepts(accept: string | undefined, type: string): boolean {
  return rangesOf(accept ?? '').some((range) => range.type === type && range.quality > 0)
}

/** Whether the client prefers RFC 9457 errors: named explicitly, with at least the weight of plain JSON. */
export function wantsProblem(accept: string | undefined): boolean {
  if (accept === undefined || !/problem/i.test(accept)) return false
  const ranges = rangesOf(accept)
  const named = ranges.find(({ type }) => type === 'application/problem+json')
  if (named === undefined || named.quality === 0) return false
  const plain = ['application/json', 'application/*', '*/*'].map((type) => ranges.find((range) => range.type === type))
  return named.quality >= (plain.find((range) => range !== undefined)?.quality ?? 0)
}
