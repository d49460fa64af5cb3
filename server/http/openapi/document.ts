// The OpenAPI 3.1 document of the public API, generated from the endpoints' descriptions.

import * as z from 'zod'
import type { Endpoint, EndpointResponse } from '../../contract/endpoint.ts'
import { ErrorEnvelope, ExecuteError, PreviewError, Problem } from '../../contract/wire/errors.ts'
import { errorUrls } from '../error-urls.ts'
import { about, securitySchemes, sharedHeaders, tags } from './about.ts'
import {
  collectExamples,
  collectResponses,
  type ExampleCollector,
  errorResponses,
  headersOf,
  type ResponseCollector,
} from './error-responses.ts'
import type { Operation, Parameter } from './operation.ts'
import { collectSchemas, type JsonSchema, type SchemaCollector } from './schemas.ts'
import { webhooksOf } from './webhooks.ts'

export interface OpenApiDocument {
  openapi: '3.1.1'
  info: JsonSchema
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  /** By path, then by method in lower case. */
  paths: Record<string, Record<string, Operation>>
  /** By the type of the event. */
  webhooks: Record<string, { post: Operation }>
  components: Record<string, Record<string, JsonSchema>>
}

export const formType = 'application/x-www-form-urlencoded'

interface Collectors {
  schemas: SchemaCollector
  examples: ExampleCollector
  responses: ResponseCollector
}

export function openApiDocument(
  endpoints: readonly Endpoint[],
  { version, serverUrl, docsUrl = null }: { version: string; serverUrl: string; docsUrl?: string | null },
): OpenApiDocument {
  const examples = collectExamples(errorUrls({ publicUrl: serverUrl, docsUrl }))
  const collectors = { schemas: collectSchemas(), examples, responses: collectResponses() }
  const paths: OpenApiDocument['paths'] = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method]: operationOf(endpoint, collectors) }
  }
  const webhooks = webhooksOf(collectors.schemas)
  collectors.schemas.add(z.tuple([ErrorEnvelope, PreviewError, ExecuteError, Problem]), 'output')
  return {
    openapi: '3.1.1',
    info: { ...about, version },
    servers: [{ url: serverUrl }],
    tags,
    paths,
    webhooks,
    components: {
      schemas: collectors.schemas.components(),
      responses: collectors.responses.components(),
      examples: collectors.examples.components(),
      headers: sharedHeaders,
      securitySchemes,
    },
  }
}

const requirements: Record<Endpoint['security'], Record<string, string[]>[]> = {
  client: [{ clientId: [], clientSecret: [] }],
  session: [{ linkSession: [] }],
  none: [],
}

function operationOf(endpoint: Endpoint, collectors: Collectors): Operation {
  const { id, tag, summary, description, security, body, responses } = endpoint
  const parameters = parametersOf(endpoint, collectors.schemas)
  const successes = Object.entries(responses).map(([status, response]) => [
    status,
    responseObject(response, endpoint, collectors.schemas),
  ])
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: requirements[security],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: requestBodyOf(body, collectors.schemas) }),
    responses: {
      ...Object.fromEntries(successes),
      ...errorResponses(endpoint, collectors.examples, collectors.responses),
    },
  }
}

function parametersOf({ path, params = {}, query, headers = {} }: Endpoint, schemas: SchemaCollector): Parameter[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(
    ([, name = '']): Parameter => ({
      name,
      in: 'path',
      required: true,
      description: params[name] ?? '',
      schema: { type: 'string' },
    }),
  )
  const inHeaders = Object.entries(headers).map(
    ([name, description]): Parameter => ({
      name,
      in: 'header',
      required: false,
      description,
      schema: { type: 'string' },
    }),
  )
  return [...inPath, ...(query === undefined ? [] : queryParameters(query, schemas)), ...inHeaders]
}

function queryParameters(query: z.ZodObject, schemas: SchemaCollector): Parameter[] {
  const { properties, required = [] } = schemas.add(query, 'input') as {
    properties: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, isRequired = false, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name) || isRequired === true,
    ...(description === undefined ? {} : { description: String(description) }),
    schema,
  }))
}

function requestBodyOf(body: NonNullable<Endpoint['body']>, schemas: SchemaCollector) {
  const schema = schemas.add(body.schema, 'input')
  const type = body.isForm ? formType : 'application/json'
  return { required: body.required ?? true, content: { [type]: { schema, example: body.example } } }
}

function responseObject(response: EndpointResponse, endpoint: Endpoint, schemas: SchemaCollector) {
  const own = Object.entries(response.headers).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ])
  const headers = { ...headersOf(endpoint), ...Object.fromEntries(own) }
  if (response.schema === null) return { description: response.description, headers }
  const examples = Object.entries(response.examples).map(([name, value]) => [name, { value }])
  const media = { schema: schemas.add(response.schema, 'output'), examples: Object.fromEntries(examples) }
  return { description: response.description, headers, content: { [response.contentType]: media } }
}
