// Published clients of this API family send names in both casings. Here the names of a request become the schema's own;
// names that the schema does not know stay as they are.

import type * as z from 'zod'

export function foldNames(schema: z.ZodType, value: unknown): unknown {
  const inner = unwrap(schema)
  if (Array.isArray(value)) {
    const element = inner.def.type === 'array' ? (inner as z.ZodArray<z.ZodType>).element : null
    return element === null ? value : value.map((entry) => foldNames(element, entry))
  }
  if (inner.def.type !== 'object' || value === null || typeof value !== 'object') return value
  const fields = fieldsOf(inner as z.ZodObject)
  const folded = Object.entries(value).map(([name, entry]) => {
    const field = fields.get(name.toLowerCase())
    return field === undefined ? [name, entry] : [field.name, foldNames(field.schema, entry)]
  })
  return Object.fromEntries(folded)
}

type Fields = ReadonlyMap<string, { name: string; schema: z.ZodType }>
const known = new WeakMap<z.ZodObject, Fields>()

function fieldsOf(schema: z.ZodObject): Fields {
  const found = known.get(schema)
  if (found !== undefined) return found
  const shape = schema.shape as Record<string, z.ZodType>
  const fields = new Map(Object.entries(shape).map(([name, field]) => [name.toLowerCase(), { name, schema: field }]))
  known.set(schema, fields)
  return fields
}

function unwrap(schema: z.ZodType): z.ZodType {
  const { def } = schema as z.ZodType & { def: { type: string; innerType?: z.ZodType } }
  return (def.type === 'optional' || def.type === 'nullable' || def.type === 'default') && def.innerType !== undefined
    ? unwrap(def.innerType)
    : schema
}
