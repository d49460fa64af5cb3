// What an Accept header lets through. An absent one lets everything through.

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

/** Whether an answer in JSON may be sent: also to who asks for problem details, whose success is plain JSON. */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined) return true
  const ranges = rangesOf(accept)
  // The most exact range decides; an empty header says nothing.
  for (const type of ['application/json', 'application/problem+json', 'application/*', '*/*']) {
    const range = ranges.find((entry) => entry.type === type)
    if (range !== undefined) return range.quality > 0
  }
  return ranges.length === 0
}

export function accepts(accept: string | undefined, type: string): boolean {
  return rangesOf(accept ?? '').some((range) => range.type === type && range.quality > 0)
}

/** Whether errors shall come as RFC 9457: asked for by name, and no less welcome than plain JSON. */
export function wantsProblem(accept: string | undefined): boolean {
  if (accept === undefined || !/problem/i.test(accept)) return false
  const ranges = rangesOf(accept)
  const named = ranges.find(({ type }) => type === 'application/problem+json')
  if (named === undefined || named.quality === 0) return false
  const plain = ['application/json', 'application/*', '*/*'].map((type) => ranges.find((range) => range.type === type))
  return named.quality >= (plain.find((range) => range !== undefined)?.quality ?? 0)
}
