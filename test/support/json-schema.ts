// Checks values against the JSON Schemas of the OpenAPI document. It supports the keywords of that document and throws on any other, so
// that no keyword is ignored. A property that the schema does not name is an error: a response must not contain undocumented fields.

export type JsonSchema = { [word: string]: unknown }
type Components = { [name: string]: JsonSchema }

const formats: Record<string, RegExp> = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  uri: /^[a-z]+:\S+$/,
}
const silent = new Set(['description', 'title', 'example', 'examples', 'default'])
const known = new Set([
  ...silent,
  '$ref',
  'type',
  'enum',
  'const',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'anyOf',
  'allOf',
  'minimum',
  'exclusiveMinimum',
  'maxItems',
  'minItems',
  'minLength',
  'maxLength',
  'pattern',
  'format',
])

/** Every error of the value, each with its path. */
export function problemsOf(value: unknown, schema: JsonSchema, components: Components, at = '$'): string[] {
  const problems = mismatches(value, schema, components, at)
  if (problems.length > 0) return problems
  return undocumented(value, schema, components, at)
}

function mismatches(value: unknown, schema: JsonSchema, components: Components, at: string): string[] {
  for (const word of Object.keys(schema)) if (!known.has(word)) throw new Error(`${at}: no check for ${word}`)
  const found: string[] = []
  if (schema.$ref !== undefined) found.push(...mismatches(value, resolve(schema, components), components, at))
  const types = schema.type === undefined ? [] : [schema.type].flat().map(String)
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
    return [`${at} is ${kindOf(value)}, not ${types.join(' or ')}`]
  }
  if (schema.const !== undefined && value !== schema.const) found.push(`${at} is not ${JSON.stringify(schema.const)}`)
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) found.push(`${at} is ${value}, which is no choice`)
  if (typeof value === 'string') found.push(...textProblems(value, schema, at))
  if (typeof value === 'number') found.push(...numberProblems(value, schema, at))
  for (const part of listOf(schema.allOf)) found.push(...mismatches(value, part, components, at))
  const choices = listOf(schema.anyOf)
  if (choices.length > 0 && choices.every((choice) => mismatches(value, choice, components, at).length > 0)) {
    found.push(
      `${at} fits no choice: ${choices.map((choice) => mismatches(value, choice, components, at)[0]).join('; ')}`,
    )
  }
  if (Array.isArray(value)) {
    if (typeof schema.maxItems === 'number' && value.length > schema.maxItems) found.push(`${at} has too many entries`)
    if (typeof schema.minItems === 'number' && value.length < schema.minItems) found.push(`${at} has too few entries`)
    const { items } = schema
    if (items !== undefined)
      value.forEach((entry, index) => {
        found.push(...mismatches(entry, items as JsonSchema, components, `${at}[${index}]`))
      })
  } else if (typeof value === 'object' && value !== null) {
    found.push(...objectProblems(value as Record<string, unknown>, schema, components, at))
  }
  return found
}

function objectProblems(value: Record<string, unknown>, schema: JsonSchema, components: Components, at: string) {
  const properties = (schema.properties ?? {}) as Components
  const missing = ((schema.required ?? []) as string[]).filter((name) => !(name in value))
  return [
    ...missing.map((name) => `${at}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, entry]) => {
      const own = properties[name] ?? schema.additionalProperties
      return typeof own === 'object' ? mismatches(entry, own as JsonSchema, components, `${at}.${name}`) : []
    }),
  ]
}

/** Properties that the schema does not name. */
function undocumented(value: unknown, schema: JsonSchema, components: Components, at: string): string[] {
  // An empty schema accepts anything.
  if (Object.keys(schema).length === 0) return []
  const parts = partsFor(value, schema, components)
  if (Array.isArray(value)) {
    const items = parts.find((part) => part.items !== undefined)?.items as JsonSchema | undefined
    return items === undefined
      ? []
      : value.flatMap((entry, index) => undocumented(entry, items, components, `${at}[${index}]`))
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, entry]) => {
    const named = parts.flatMap((part) => {
      const own = (part.properties as Components | undefined)?.[name] ?? part.additionalProperties
      return typeof own === 'object' ? [own as JsonSchema] : []
    })
    const [first] = named
    if (first === undefined) return [`${at}.${name} is not documented`]
    return named.length > 1
      ? undocumented(entry, { allOf: named }, components, `${at}.${name}`)
      : undocumented(entry, first, components, `${at}.${name}`)
  })
}

/** The schema and all schemas that it combines, as far as the value matches them. */
function partsFor(value: unknown, schema: JsonSchema, components: Components): JsonSchema[] {
  const below = [
    ...(schema.$ref === undefined ? [] : [resolve(schema, components)]),
    ...listOf(schema.allOf),
    ...listOf(schema.anyOf).filter((choice) => mismatches(value, choice, components, '').length === 0),
  ]
  return [schema, ...below.flatMap((part) => partsFor(value, part, components))]
}

function resolve({ $ref }: JsonSchema, components: Components): JsonSchema {
  const found = components[String($ref).replace('#/components/schemas/', '')]
  if (found === undefined) throw new Error(`There is no ${$ref}.`)
  return found
}

function textProblems(value: string, { minLength, maxLength, pattern, format }: JsonSchema, at: string): string[] {
  const found: string[] = []
  if (typeof minLength === 'number' && value.length < minLength) found.push(`${at} is too short`)
  if (typeof maxLength === 'number' && value.length > maxLength) found.push(`${at} is too long`)
  if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value)) found.push(`${at} has not its pattern`)
  if (typeof format === 'string') {
    const form = formats[format]
    if (form === undefined) throw new Error(`${at}: no check for format ${format}`)
    if (!form.test(value)) found.push(`${at} is no ${format}: ${value}`)
  }
  return found
}

function numberProblems(value: number, { minimum, exclusiveMinimum }: JsonSchema, at: string): string[] {
  const low = typeof minimum === 'number' && value < minimum
  const notAbove = typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum
  return low || notAbove ? [`${at} is too small`] : []
}

function isOfType(value: unknown, type: string): boolean {
  return type === 'integer' ? Number.isInteger(value) : kindOf(value) === type
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

function listOf(value: unknown): JsonSchema[] {
  return Array.isArray(value) ? (value as JsonSchema[]) : []
}
