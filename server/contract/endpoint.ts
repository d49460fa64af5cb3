// The description of an endpoint, defined once beside its route. The OpenAPI document, the reference pages and the tests' validation of
// every response use it.

import * as z from 'zod'
import type { ErrorType } from './errors.ts'

/** The spec's response shape of a route, errors included. */
export type ResponseShape = 'envelope' | 'preview' | 'execute'

export interface EndpointResponse {
  description: string
  /** Null for a response without a body. */
  schema: z.ZodType | null
  contentType: string
  /** By name. A response with a body has at least one. */
  examples: Record<string, unknown>
  /** Descriptions of headers that only this response has. */
  headers: Record<string, string>
}

export interface Endpoint {
  /** Verb and noun: the operationId. */
  id: string
  method: 'get' | 'post' | 'patch' | 'delete'
  /** In the router's syntax, with `:name` for parameters. */
  path: string
  tag: string
  summary: string
  description?: string
  /** The client's two headers, the token of a link session, or nothing. */
  security: 'client' | 'session' | 'none'
  shape?: ResponseShape
  /** Descriptions of the path's parameters. */
  params?: Record<string, string>
  query?: z.ZodObject
  /** Request headers beside the credentials. */
  headers?: Record<string, string>
  /** JSON, or the fields of a form. */
  body?: { schema: z.ZodObject; required?: boolean; isForm?: boolean; example: Record<string, unknown> }
  responses: Record<number, EndpointResponse>
  /** Errors specific to the endpoint. Those of its body and credentials are added automatically. */
  errors: readonly ErrorType[]
  /** Errors with a status other than the catalogue's, because a transfer was created. */
  errorsAt?: { status: number; errors: readonly ErrorType[]; examples: Record<string, unknown> }
}

export function describeEndpoint<const T extends Endpoint>(endpoint: T): T {
  return endpoint
}

interface ResponseOptions {
  headers?: Record<string, string>
}

interface EnvelopeExamples<T> extends ResponseOptions {
  example: T
  /** Additional examples, by name. */
  more?: Record<string, T>
}

/** `{content, status: 'ok', message: ''}` around the content. */
export function envelopeResponse<T extends z.ZodType>(
  description: string,
  content: T,
  { example, headers = {}, more = {} }: EnvelopeExamples<z.input<T>>,
): EndpointResponse {
  const schema = z.object({
    content,
    status: z.literal('ok'),
    message: z.literal('').describe('Empty on success.'),
  })
  const examples = Object.entries({ success: example, ...more }).map(([name, value]) => [
    name,
    { content: value, status: 'ok', message: '' },
  ])
  return { description, schema, contentType: 'application/json', examples: Object.fromEntries(examples), headers }
}

export function jsonResponse<T extends z.ZodType>(
  description: string,
  schema: T,
  { examples, headers = {} }: ResponseOptions & { examples: Record<string, z.input<T>> },
): EndpointResponse {
  return { description, schema, contentType: 'application/json', examples, headers }
}

export function textResponse(description: string, contentType: string, example: string): EndpointResponse {
  return { description, schema: z.string(), contentType, examples: { text: example }, headers: {} }
}

export function emptyResponse(description: string, options: ResponseOptions = {}): EndpointResponse {
  return { description, schema: null, contentType: '', examples: {}, headers: options.headers ?? {} }
}
