// Published clients of this API family send names in either casing, and null for omitted fields. This converts the names of a
// request to the schema's, and drops null for optional fields. Unknown names stay unchanged, unless their value is null.

import type * as z from 'zod'
import { JsonNumber } from '../contract/json-number.ts'
import { isRequestNumber } from '../contract/wire/values.ts'

export function foldNames(schema: z.ZodType, value: unknown): unknown {
  const inner = unwrap(schema)
  // A JsonNumber is not an object of the request.
  if (value instanceof JsonNumber) return isRequestNumber(inner) ? value : Number(value.source)
  if (Array.isArray(value)) {
    const element = inner.def.type === 'array' ? (inner as z.ZodArray<z.ZodType>).element : null
    return element === null ? value : value.map((entry) => foldNames(element, entry))
  }
  if (inner.def.type !== 'object' || value === null || typeof value !== 'object') return value
  const fields = fieldsOf(inner as z.ZodObject)
  const folded: [string, unknown][] = []
  for (const [name, entry] of Object.entries(value)) {
    const field = fields.get(name.toLowerCase())
    if (entry === null && field?.required !== true) continue
    folded.push(field === undefined ? [name, entry] : [field.name, foldNames(field.schema, entry)])
  }
  return Object.fromEntries(folded)
}

type Fields = ReadonlyMap<string, { name: string; schema: z.ZodType; required: boolean }>
const known = new WeakMap<z.ZodObject, Fields>()

function fieldsOf(schema: z.ZodObject): Fields {
  const found = known.get(schema)
  if (found !== undefined) return found
  const shape = schema.shape as Record<string, z.ZodType>
  const fields = new Map(
    Object.entries(shape).map(([name, field]) => {
      // `optional` is the outermost type of a field. zod treats `unknown` as optional, JSON Schema does not.
      const required = field.def.type !== 'optional' && field.def.type !== 'default'
      return [name.toLowerCase(), { name, schema: field, required }]
    }),
  )
  known.set(schema, fields)
  return fields
}

function unwrap(schema: z.ZodType): z.ZodType {
  const { def } = schema as z.ZodType & { def: { type: string; innerType?: z.ZodType } }
  return (def.type === 'optional' || def.type === 'nullable' || def.type === 'default') && def.innerType !== undefined
    ? unwrap(def.innerType)
    : schema
}
