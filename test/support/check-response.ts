// Checks every response that a test receives against the OpenAPI document: a documented path and status, a documented content type, a
// body of its schema, and for an error a documented errorType.
import { openApiDocument } from '../../server/http/openapi/document.ts'
import { endpoints } from '../../server/routes/routes.ts'
import { type JsonSchema, problemsOf } from './json-schema.ts'
import { recordErrors } from './returned-errors.ts'

interface ResponseToCheck {
  status: number
  headers: Headers
  text: string
}

type Responses = Record<string, { $ref?: string; content?: Record<string, { schema: JsonSchema }> }>

export const document = openApiDocument(endpoints, { version: '0.1.0', serverUrl: 'http://localhost:4000' })
const schemas = document.components.schemas ?? {}
const sharedResponses = (document.components.responses ?? {}) as Responses
const paths = Object.entries(document.paths).map(([path, operations]) => ({
  pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  // A path without parameters takes precedence over one with parameters.
  rank: path.split('{').length,
  operations,
}))
paths.sort((first, second) => first.rank - second.rank)

/** The API document and its page contain an example of nearly every error. */
function describesErrors(pathname: string): boolean {
  return pathname === '/openapi.json' || pathname.startsWith('/reference')
}

/** Throws an Error that lists what the document does not describe. */
export function checkResponse(method: string, address: string, response: ResponseToCheck): void {
  const pathname = decoded(new URL(address, 'http://localhost').pathname)
  if (!describesErrors(pathname)) recordErrors(response.text)
  const operations = paths.find(({ pattern }) => pattern.test(pathname))?.operations
  const operation = operations?.[method === 'HEAD' ? 'get' : method.toLowerCase()]
  const problems = operation
    ? ofOperation(operation.responses as Responses, method, response)
    : isPage(pathname)
      ? []
      : ofNoOperation(response)
  if (problems.length > 0) {
    throw new Error(
      `${method} ${pathname} returned ${response.status}, which does not match the document:\n  ${problems.join('\n  ')}`,
    )
  }
}

function ofOperation(responses: Responses, method: string, response: ResponseToCheck): string[] {
  const named = responses[String(response.status)]
  if (named === undefined) return [`the status ${response.status} is not documented: ${response.text.slice(0, 300)}`]
  const documented =
    named.$ref === undefined ? named : sharedResponses[named.$ref.replace('#/components/responses/', '')]
  if (documented?.content === undefined) return response.text === '' ? [] : ['a body is not documented']
  if (method === 'HEAD') return response.text === '' ? [] : ['a HEAD has no body']
  const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? ''
  const media = documented.content[type]
  if (media === undefined) return [`the content type ${type} is not documented`]
  return problemsOf(/json/.test(type) ? JSON.parse(response.text) : response.text, media.schema, schemas)
}

function decoded(pathname: string): string {
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}

/** The hosted page, its files and the sandbox's explorer are for browsers and not part of the API. */
function isPage(pathname: string): boolean {
  return /^\/(sandbox|link-assets|logos|v1|reference)\/|\/broker-connect$/.test(pathname)
}

/** For a path without an endpoint, or a method that the path does not support. */
function ofNoOperation({ status, headers, text }: ResponseToCheck): string[] {
  const type = headers.get('content-type') ?? ''
  if (status !== 404 && status !== 405) return [`${status} for a method that the path has not`]
  if (status === 405 && !headers.get('allow')) return ['405 without Allow']
  if (text === '') return []
  const names = /problem/.test(type) ? ['Problem'] : ['ErrorEnvelope', 'PreviewError', 'ExecuteError']
  const problems = names.map((name) => problemsOf(JSON.parse(text), { $ref: `#/components/schemas/${name}` }, schemas))
  return problems.some((found) => found.length === 0) ? [] : (problems[0] ?? [])
}
