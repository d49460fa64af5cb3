// The errorTypes that successful responses can contain: the actions that are required of a user, and the reasons of failed transfers.
import type { Endpoint } from '../../server/contract/endpoint.ts'
import type { ErrorType } from '../../server/contract/errors.ts'
import type { OpenApiDocument } from '../../server/http/openapi/document.ts'
import type { JsonSchema } from '../../server/http/openapi/schemas.ts'
import { callOf } from './endpoint-addresses.ts'
import { resolved } from './field-rows.ts'

/** An event stream has no schema. The data of its events is a transfer. */
const streamOfTransfer = 'followLinkTransfer'
const transferSchema = '#/components/schemas/LinkTransfer'

/** A field of a successful response that can contain one of these errorTypes. */
interface ErrorField {
  path: string
  types: readonly string[]
}

export function errorFieldsOf(document: OpenApiDocument, endpoint: Endpoint): ErrorField[] {
  if (endpoint.id === streamOfTransfer) return fieldsIn(document.components, { $ref: transferSchema }, 'data')
  const { [callOf(endpoint).split(' ')[1] ?? '']: operations } = document.paths
  return Object.entries(operations?.[endpoint.method]?.responses ?? {})
    .filter(([status]) => Number(status) < 400)
    .flatMap(([, { content = {} }]) => Object.values(content))
    .flatMap(({ schema }) => fieldsIn(document.components, schema, ''))
}

function fieldsIn(components: OpenApiDocument['components'], schema: JsonSchema, path: string): ErrorField[] {
  const {
    properties = {},
    anyOf = [],
    items,
  } = resolved(components, schema) as {
    properties?: Record<string, JsonSchema>
    anyOf?: JsonSchema[]
    items?: JsonSchema
  }
  const inner = items === undefined ? anyOf : [...anyOf, items]
  return [
    ...Object.entries(properties).flatMap(([name, field]) => {
      // The data of an error names the problem of each field.
      if (/^errorData$/i.test(name)) return []
      const at = path === '' ? name : `${path}.${name}`
      const types = /^errorType$/i.test(name) ? choicesOf(field) : []
      return types.length > 0 ? [{ path: at, types }] : fieldsIn(components, field, at)
    }),
    ...inner.flatMap((each) => fieldsIn(components, each, path)),
  ]
}

function choicesOf({ enum: choices, anyOf = [] }: JsonSchema): string[] {
  return Array.isArray(choices) ? choices : (anyOf as JsonSchema[]).flatMap(choicesOf)
}

type Result = { errorType?: unknown; status?: unknown }
type Example = Record<string, unknown> & { content?: Result & { transfer?: Result } }

/** The first documented response with HTTP 200 that contains the error as its result. */
export function successExample(endpoints: readonly Endpoint[], type: ErrorType): Example | undefined {
  const examples = endpoints.flatMap(({ responses }) => Object.values(responses[200]?.examples ?? {})) as Example[]
  return examples.find(({ ErrorType, content }) =>
    [ErrorType, content?.errorType, content?.transfer?.errorType].includes(type),
  )
}
