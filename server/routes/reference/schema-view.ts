// A JSON Schema as a list of fields: name, type, what it means. Components are links.

import type { OpenApiDocument } from '../../http/openapi/document.ts'
import type { JsonSchema } from '../../http/openapi/schemas.ts'
import { type Html, html } from './html.ts'
import { inline } from './prose.ts'

const prefix = '#/components/schemas/'

export function schemaAnchor(name: string): string {
  return `schema-${name}`
}

/** If a component is the whole body, it is shown inline. */
export function namedSchema({ components }: OpenApiDocument, schema: JsonSchema): JsonSchema {
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined
  return name === undefined ? schema : (components.schemas?.[name] ?? schema)
}

export function fieldRows(schema: JsonSchema): Html | string {
  const { properties, required = [] } = schema as { properties?: Record<string, JsonSchema>; required?: string[] }
  if (properties === undefined) return html`<p class="type">${typeOf(schema)}</p>`
  const rows = Object.entries(properties).map(([name, field]) => {
    const inner = innerObject(field)
    return html`<div class="field"><dt><code>${name}</code>${required.includes(name) ? '' : html` <small>optional</small>`}
<span class="type">${typeOf(field)}</span></dt>
<dd>${field.description === undefined ? '' : html`<p>${inline(String(field.description))}</p>`}${inner === null ? '' : fieldRows(inner)}</dd></div>`
  })
  return html`<dl>${rows}</dl>`
}

/** The inline object schema of a field or of its entries. */
function innerObject(schema: JsonSchema): JsonSchema | null {
  if (schema.properties !== undefined) return schema
  if (schema.type === 'array') return innerObject(schema.items as JsonSchema)
  for (const choice of (schema.anyOf ?? []) as JsonSchema[]) {
    const inner = innerObject(choice)
    if (inner !== null) return inner
  }
  return null
}

function typeOf(schema: JsonSchema): Html | string {
  const { $ref, type, anyOf, items, enum: choices } = schema
  if (typeof $ref === 'string') {
    const name = $ref.replace(prefix, '')
    return html`<a href="#${schemaAnchor(name)}">${name}</a>`
  }
  if ('const' in schema) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (Array.isArray(choices)) return html`${choices.map((choice) => html`<code>${String(choice)}</code> `)}`
  if (Array.isArray(anyOf)) {
    const parts = (anyOf as JsonSchema[]).map((choice, index) => html`${index === 0 ? '' : ' or '}${typeOf(choice)}`)
    return html`${parts}`
  }
  if (type === 'array') return html`list of ${typeOf((items ?? {}) as JsonSchema)}`
  if (Array.isArray(type)) return type.join(' or ')
  return [type ?? 'anything', schema.format, limitOf(schema)].filter((part) => part !== undefined).join(' · ')
}

function limitOf({ maxLength, exclusiveMinimum }: JsonSchema): string | undefined {
  if (maxLength !== undefined) return `at most ${maxLength} characters`
  return exclusiveMinimum === undefined ? undefined : `above ${exclusiveMinimum}`
}
