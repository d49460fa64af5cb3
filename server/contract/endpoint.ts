// What an endpoint takes and answers, said once beside its route. The OpenAPI document, the reference pages and the check of
// every answer in the tests are made from these descriptions.

import * as z from 'zod'
import type { ErrorType } from './errors.ts'

/** In which of the spec's shapes a route answers, errors included. */
export type AnswerShape = 'envelope' | 'preview' | 'execute'

export interface EndpointResponse {
  description: string
  /** Null for an answer without a body. */
  schema: z.ZodType | null
  contentType: string
  /** By name; an answer with a body has one at least. */
  examples: Record<string, unknown>
  /** Headers of this answer alone, with what they say. */
  headers: Record<string, string>
}

export interface Endpoint {
  /** Verb and thing: the operationId. */
  id: string
  method: 'get' | 'post' | 'delete'
  /** As the router knows it, with `:name` for parameters. */
  path: string
  tag: string
  summary: string
  description?: string
  /** The client's two headers, the token of a link session, or nothing. */
  security: 'client' | 'session' | 'none'
  shape?: AnswerShape
  /** What each parameter of the path is. */
  params?: Record<string, string>
  query?: z.ZodObject
  /** Request headers beside the credentials. */
  headers?: Record<string, string>
  /** JSON, or the fields of a form. */
  body?: { schema: z.ZodObject; required?: boolean; isForm?: boolean; example: Record<string, unknown> }
  responses: Record<number, EndpointResponse>
  /** Those of its own; what every endpoint with such a body or such credentials can answer comes by itself. */
  errors: readonly ErrorType[]
  /** Errors that come at another status here than the catalogue has for them, because something was made. */
  errorsAt?: { status: number; errors: readonly ErrorType[]; examples: Record<string, unknown> }
}

export function describeEndpoint<const T extends Endpoint>(endpoint: T): T {
  return endpoint
}

interface AnswerOptions {
  headers?: Record<string, string>
}

interface EnvelopeOptions<T> extends AnswerOptions {
  /** Examples beside the first, by name. */
  more?: Record<string, T>
}

/** `{content, status: 'ok', message: ''}` around the content. */
export function envelopeResponse<T extends z.ZodType>(
  description: string,
  content: T,
  example: z.input<T>,
  { headers = {}, more = {} }: EnvelopeOptions<z.input<T>> = {},
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
  examples: Record<string, z.input<T>>,
  options: AnswerOptions = {},
): EndpointResponse {
  return { description, schema, contentType: 'application/json', examples, headers: options.headers ?? {} }
}

export function textResponse(description: string, contentType: string, example: string): EndpointResponse {
  return { description, schema: z.string(), contentType, examples: { text: example }, headers: {} }
}

export function emptyResponse(description: string, options: AnswerOptions = {}): EndpointResponse {
  return { description, schema: null, contentType: '', examples: {}, headers: options.headers ?? {} }
}
