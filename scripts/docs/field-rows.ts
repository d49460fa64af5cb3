// A JSON Schema as the rows of a table: path of the field, type, meaning. Components are shown where they are used.
import type { OpenApiDocument } from '../../server/http/openapi/document.ts'
import type { JsonSchema } from '../../server/http/openapi/schemas.ts'
import { firstSentence, plain, table } from './page.ts'

type Components = OpenApiDocument['components']
type Row = [field: string, type: string, meaning: string]

const deepest = 4
/** Only the list of error types is longer. */
const mostChoices = 40

export function fieldTable(components: Components, schema: JsonSchema): string {
  const rows = fieldRows(components, schema, { prefix: '', depth: 0 })
  return rows.length === 0 ? typeOf(components, schema) : table(['Field', 'Type', 'Meaning'], rows)
}

function fieldRows(
  components: Components,
  schema: JsonSchema,
  { prefix, depth }: { prefix: string; depth: number },
): Row[] {
  const { properties = {}, required = [] } = resolved(components, schema) as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).flatMap(([name, field]): Row[] => {
    const path = `${prefix}${name}`
    const optional = required.includes(name) ? '' : ', optional'
    const own = resolved(components, field)
    const meaning = plain(String(field.description ?? firstSentence(String(own.description ?? ''))))
    const inner = depth < deepest ? innerObject(components, field) : null
    const row: Row = [nameOf(path), `${typeOf(components, field)}${optional}`, meaning]
    if (inner === null) return [row]
    const below = { prefix: `${path}${inner.isList ? '[]' : ''}.`, depth: depth + 1 }
    return [row, ...fieldRows(components, inner.schema, below)]
  })
}

/** A long path can be broken after its dots. */
function nameOf(path: string): string {
  return path.length > 20 ? `<code>${path.replaceAll('.', '.<wbr>')}</code>` : `\`${path}\``
}

export function resolved({ schemas }: Components, schema: JsonSchema): JsonSchema {
  const { $ref } = schema
  return typeof $ref === 'string' ? (schemas?.[$ref.split('/').at(-1) ?? ''] ?? schema) : schema
}

/** The object of a field, of the entries of a list, or of one of the choices. */
function innerObject(components: Components, field: JsonSchema): { schema: JsonSchema; isList: boolean } | null {
  const schema = resolved(components, field)
  if (schema.properties !== undefined) return { schema, isList: false }
  if (schema.type === 'array') {
    const entry = innerObject(components, (schema.items ?? {}) as JsonSchema)
    return entry && { schema: entry.schema, isList: true }
  }
  for (const choice of (schema.anyOf ?? []) as JsonSchema[]) {
    const inner = innerObject(components, choice)
    if (inner !== null) return inner
  }
  return null
}

export function typeOf(components: Components, field: JsonSchema): string {
  const schema = resolved(components, field)
  const { type, anyOf, items, enum: choices } = schema
  if ('const' in schema) return `\`${JSON.stringify(schema.const)}\``
  if (Array.isArray(choices) && choices.length > mostChoices) return 'an [errorType](/api/errors/)'
  if (Array.isArray(choices)) return choices.map((choice) => `\`${choice}\``).join(', ')
  if (Array.isArray(anyOf)) {
    return [...new Set((anyOf as JsonSchema[]).map((choice) => typeOf(components, choice)))].join(' or ')
  }
  if (type === 'array') return `list of ${typeOf(components, (items ?? {}) as JsonSchema)}`
  if (Array.isArray(type)) return type.join(' or ')
  return [type ?? 'anything', limitOf(schema)].filter((part) => part !== undefined).join(', ')
}

function limitOf({ maxLength, exclusiveMinimum }: JsonSchema): string | undefined {
  if (maxLength !== undefined) return `at most ${maxLength} characters`
  return exclusiveMinimum === undefined ? undefined : `above ${exclusiveMinimum}`
}
