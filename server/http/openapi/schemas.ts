// zod schemas as JSON Schema of OpenAPI 3.1. A schema with an id becomes a component. Others are inlined.

import * as z from 'zod'

export type JsonSchema = Record<string, unknown>

export interface SchemaCollector {
  /** The schema of what a client writes (`input`) or reads (`output`). */
  add(schema: z.ZodType, io: 'input' | 'output'): JsonSchema
  components(): Record<string, JsonSchema>
}

export function collectSchemas(): SchemaCollector {
  const components = new Map<string, JsonSchema>()
  return {
    add(schema, io) {
      const {
        $schema: _,
        $defs,
        ...own
      } = withPublicRefs(
        z.toJSONSchema(schema, { io, unrepresentable: 'any', override: ({ jsonSchema }) => tidy(jsonSchema, io) }),
      )
      for (const [name, found] of Object.entries(($defs ?? {}) as Record<string, JsonSchema>)) {
        const known = components.get(name)
        if (known !== undefined && JSON.stringify(known) !== JSON.stringify(found)) {
          throw new Error(`There are two schemas with the id ${name}.`)
        }
        components.set(name, found)
      }
      return own
    },
    components: () => Object.fromEntries([...components].sort(([first], [second]) => (first < second ? -1 : 1))),
  }
}

function tidy(schema: JsonSchema, io: 'input' | 'output'): void {
  // Later versions may add fields to responses. A client must not refuse them.
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  // A JSON name is always text.
  delete schema.propertyNames
  describeNullable(schema)
  // The id is already the component's name.
  delete schema.id
}

/** The description of a value that may be null describes the whole field. */
function describeNullable(schema: JsonSchema): void {
  const [value, ...others] = (schema.anyOf ?? []) as JsonSchema[]
  const isNullable = others.length === 1 && others[0]?.type === 'null'
  if (value === undefined || !isNullable || value.description === undefined || schema.description !== undefined) return
  schema.description = value.description
  delete value.description
}

function withPublicRefs(schema: object): JsonSchema {
  const text = JSON.stringify(schema)
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema
}
