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
  const shape = (inner as z.ZodObject).shape as Record<string, z.ZodType>
  const names = new Map(Object.keys(shape).map((name) => [name.toLowerCase(), name]))
  const folded = Object.entries(value).map(([name, entry]) => {
    const own = names.get(name.toLowerCase())
    const field = own === undefined ? undefined : shape[own]
    return own === undefined || field === undefined ? [name, entry] : [own, foldNames(field, entry)]
  })
  return Object.fromEntries(folded)
}

function unwrap(schema: z.ZodType): z.ZodType {
  const { def } = schema as z.ZodType & { def: { type: string; innerType?: z.ZodType } }
  return (def.type === 'optional' || def.type === 'nullable' || def.type === 'default') && def.innerType !== undefined
    ? unwrap(def.innerType)
    : schema
}
