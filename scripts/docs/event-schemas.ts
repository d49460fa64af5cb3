// JSON Schemas of the bodies of webhooks, from the OpenAPI document.
import type { OpenApiDocument } from '../../server/http/openapi/document.ts'
import type { JsonSchema } from '../../server/http/openapi/schemas.ts'

export function eventSchemas({ webhooks, components }: OpenApiDocument): JsonSchema {
  const bodies = Object.entries(webhooks).map(([type, { post }]) => {
    const media = Object.values(post.requestBody?.content ?? {})[0]
    return [type, media?.schema ?? {}] as const
  })
  const needed = collect(
    components.schemas ?? {},
    bodies.map(([, schema]) => schema),
  )
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Bodies of webhooks, and of the events of GET /api/v1/events',
    $defs: { ...needed, ...Object.fromEntries(bodies) },
    anyOf: bodies.map(([type]) => ({ $ref: `#/$defs/${type}` })),
  }
  return JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/')) as JsonSchema
}

/** The components that the schemas refer to, directly or through others. */
function collect(components: Record<string, JsonSchema>, schemas: readonly JsonSchema[]): Record<string, JsonSchema> {
  const names = new Set<string>()
  const visit = (schema: unknown): void => {
    for (const [, name = ''] of JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (names.has(name)) continue
      names.add(name)
      visit(components[name])
    }
  }
  for (const schema of schemas) visit(schema)
  return Object.fromEntries([...names].sort().map((name) => [name, components[name] ?? {}]))
}
