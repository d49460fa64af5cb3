// The shape of responses: the fields of objects and the types of their values, without the values.

export interface Shape {
  types: string[]
  /** The number of values that were objects. A field with a lower count is optional. */
  objects: number
  fields: Record<string, { times: number; shape: Shape }>
  items: Shape | null
}

export function emptyShape(): Shape {
  return { types: [], objects: 0, fields: {}, items: null }
}

/** Adds one value. Objects at one of the paths `maps` have data as keys, so all their values share one shape. */
export function addToShape(
  shape: Shape,
  value: unknown,
  { maps, path = '' }: { maps: readonly string[]; path?: string },
): void {
  const type = typeOf(value)
  if (!shape.types.includes(type)) shape.types.push(type)
  if (Array.isArray(value)) {
    shape.items ??= emptyShape()
    for (const item of value) addToShape(shape.items, item, { maps, path: `${path}[]` })
  } else if (type === 'object') {
    shape.objects++
    const isMap = maps.includes(path)
    for (const [name, inner] of Object.entries(value as object)) {
      const field = isMap ? '*' : name
      if (!Object.hasOwn(shape.fields, field)) shape.fields[field] = { times: 0, shape: emptyShape() }
      const entry = shape.fields[field] as Shape['fields'][string]
      entry.times++
      addToShape(entry.shape, inner, { maps, path: childPath(path, field) })
    }
  }
}

/** The differences, one sentence each. Shapes are not compared if one side has no value. */
export function differencesOf(expected: Shape, actual: Shape, path = ''): string[] {
  if (expected.types.length === 0 || actual.types.length === 0) return []
  const at = path === '' ? 'the response' : path
  const found = actual.types
    .filter((type) => !expected.types.includes(type))
    .map((type) => `${at}: ${type}, expected ${expected.types.join(' or ')}`)
  if (expected.objects > 0 && actual.objects > 0) found.push(...fieldDifferences(expected, actual, path))
  if (expected.items !== null && actual.items !== null) {
    found.push(...differencesOf(expected.items, actual.items, `${path}[]`))
  }
  return found
}

function fieldDifferences(expected: Shape, actual: Shape, path: string): string[] {
  const found: string[] = []
  for (const [name, { times, shape }] of Object.entries(expected.fields)) {
    const other = Object.hasOwn(actual.fields, name) ? actual.fields[name] : undefined
    const isOptional = name === '*' || times < expected.objects
    if (!isOptional && (other?.times ?? 0) < actual.objects) {
      found.push(`${childPath(path, name)}: missing${other === undefined ? '' : ' in some objects'}`)
    }
    if (other !== undefined) found.push(...differencesOf(shape, other.shape, childPath(path, name)))
  }
  for (const [name, { shape }] of Object.entries(actual.fields)) {
    if (!Object.hasOwn(expected.fields, name)) {
      found.push(`${childPath(path, name)}: new field (${shape.types.join(' or ')})`)
    }
  }
  return found
}

/** The texts at a path such as `data[].chain`. */
export function textsAt(value: unknown, path: string): string[] {
  if (path === '') return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
  const [, name = '', rest = ''] = /^\.?(\[\]|[^.[]+)(.*)$/.exec(path) ?? []
  if (name === '[]') return Array.isArray(value) ? value.flatMap((item) => textsAt(item, rest)) : []
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return []
  return textsAt((value as Record<string, unknown>)[name], rest)
}

function childPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  return typeof value === 'string' ? 'text' : typeof value
}
