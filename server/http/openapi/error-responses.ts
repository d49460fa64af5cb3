// The errors of an endpoint as OpenAPI responses: one per HTTP status, with each possible errorType and an example of it.

import type { Endpoint, ResponseShape } from '../../contract/endpoint.ts'
import { errorsOf } from '../../contract/endpoint-errors.ts'
import { errorExample } from '../../contract/error-examples.ts'
import { type ErrorType, errorCatalogue } from '../../contract/errors.ts'
import { errorBody, problemBody } from '../error-bodies.ts'
import type { ErrorUrl } from '../error-urls.ts'
import type { JsonSchema } from './schemas.ts'

const requestId = '5f3c1a52-8a0e-4f0f-9d3e-0c6b7f1d2a44'
const typeField: Record<ResponseShape, string> = { envelope: 'errorType', preview: 'ErrorType', execute: 'ErrorType' }
const schemaNames: Record<ResponseShape, string> = {
  envelope: 'ErrorEnvelope',
  preview: 'PreviewError',
  execute: 'ExecuteError',
}

export interface ExampleCollector {
  /** Returns a reference to the example. */
  add(kind: ResponseShape | 'problem', type: ErrorType): JsonSchema
  components(): Record<string, JsonSchema>
}

export function collectExamples(errorUrl: ErrorUrl): ExampleCollector {
  const examples = new Map<string, JsonSchema>()
  return {
    add(kind, type) {
      const name = `${kind}.${type}`
      const { data, message } = errorExample(type)
      const error = { type, message, data }
      const value = kind === 'problem' ? problemBody(error, { requestId, errorUrl }) : errorBody(kind, error, requestId)
      examples.set(name, { summary: message, value })
      return { $ref: `#/components/examples/${name}` }
    },
    components: () => Object.fromEntries([...examples].sort(([first], [second]) => (first < second ? -1 : 1))),
  }
}

export interface ResponseCollector {
  /** Returns a reference to a response that several endpoints share. */
  add(name: string, response: JsonSchema): JsonSchema
  components(): Record<string, JsonSchema>
}

export function collectResponses(): ResponseCollector {
  const responses = new Map<string, JsonSchema>()
  return {
    add(name, response) {
      responses.set(name, response)
      return { $ref: `#/components/responses/${name}` }
    },
    components: () => Object.fromEntries([...responses].sort(([first], [second]) => (first < second ? -1 : 1))),
  }
}

const sharedTypes = 4

export function errorResponses(
  endpoint: Endpoint,
  examples: ExampleCollector,
  responses: ResponseCollector,
): Record<string, JsonSchema> {
  const byStatus = Map.groupBy(errorsOf(endpoint), (type) => errorCatalogue[type].http)
  const own = [...byStatus].map(([http, types]) => {
    const response = errorResponseObject(endpoint, examples, { http, types })
    // Short lists recur in many endpoints, long ones do not.
    if (types.length > sharedTypes || endpoint.errorsAt?.status === http) return [http, response]
    const limit = isLimited(endpoint) ? ['limited'] : []
    return [http, responses.add([endpoint.shape ?? 'envelope', http, ...types, ...limit].join('.'), response)]
  })
  return Object.fromEntries(own)
}

const reference = (name: string): JsonSchema => ({ [name]: { $ref: `#/components/headers/${name}` } })

/** Whether requests are counted, so that every response states what is left. */
function isLimited({ security }: Endpoint): boolean {
  return security !== 'none'
}

/** Headers of every response of the endpoint. */
export function headersOf(endpoint: Endpoint): JsonSchema {
  const limit = isLimited(endpoint) ? { ...reference('RateLimit-Policy'), ...reference('RateLimit') } : {}
  return { ...reference('X-Request-Id'), ...limit }
}

function errorResponseObject(
  endpoint: Endpoint,
  examples: ExampleCollector,
  { http, types }: { http: number; types: ErrorType[] },
): JsonSchema {
  const shape = endpoint.shape ?? 'envelope'
  const more = endpoint.errorsAt?.status === http ? endpoint.errorsAt : { errors: [], examples: {} }
  const narrowed = {
    allOf: [
      { $ref: `#/components/schemas/${schemaNames[shape]}` },
      {
        type: 'object',
        properties: { [typeField[shape]]: { type: 'string', enum: [...new Set([...types, ...more.errors])] } },
      },
    ],
  }
  const ofMore = Object.entries(more.examples).map(([name, value]) => [name, { value }] as const)
  const inShape = types.map((type) => [type, examples.add(shape, type)] as const)
  const asProblem = types.map((type) => [type, examples.add('problem', type)] as const)
  const retry = http === 429 || http === 503 ? reference('Retry-After') : {}
  const allow = http === 405 ? reference('Allow') : {}
  const proof = http === 401 ? reference('WWW-Authenticate') : {}
  return {
    description: types.map((type) => `\`${type}\``).join(', '),
    headers: { ...headersOf(endpoint), ...retry, ...allow, ...proof },
    content: {
      'application/json': { schema: narrowed, examples: Object.fromEntries([...inShape, ...ofMore]) },
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(asProblem),
      },
    },
  }
}
