// The sample request of an operation, made from the example of its body.

import { formType } from './document.ts'
import type { Operation } from './operation.ts'

export interface Call {
  serverUrl: string
  method: string
  /** With `{name}` for parameters. */
  path: string
  operation: Operation
}

export interface SampleRequest {
  method: string
  url: string
  /** By header: a variable of the environment in braces, or a value. */
  headers: Record<string, string>
  body: unknown
  isForm: boolean
}

const exampleId = 'c9a1f0d3-52b5-4e1c-9c0e-6f0a7a2b8d41'

export function sampleRequest({ serverUrl, method, path, operation }: Call): SampleRequest {
  const { parameters = [], requestBody, security } = operation
  const names = security.flatMap(Object.keys)
  const content = requestBody?.content ?? {}
  const body = Object.values(content)[0]?.example
  const isForm = formType in content
  const query = parameters
    .filter(({ in: place, required, name }) => place === 'query' && (required || isWanted(name, body)))
    .map(({ name }) => `${name}=${queryExamples[name] ?? 'example'}`)
  const url = `${serverUrl}${path.replace(/\{\w+\}/g, exampleId)}`
  return {
    method: method.toUpperCase(),
    url: query.length === 0 ? url : `${url}?${query.join('&')}`,
    headers: {
      ...(names.includes('clientId') ? { 'X-Client-Id': '{CLIENT_ID}', 'X-Client-Secret': '{CLIENT_SECRET}' } : {}),
      ...(names.includes('linkSession') ? { Authorization: 'Bearer {SESSION_TOKEN}' } : {}),
      ...(body === undefined ? {} : { 'Content-Type': isForm ? formType : 'application/json' }),
    },
    body,
    isForm,
  }
}

const queryExamples: Record<string, string> = { userId: 'user-1', enableTransfers: 'true' }
const isWanted = (name: string, body: unknown) => name === 'enableTransfers' && body !== undefined

export function curlSample({ method, url, headers, body, isForm }: SampleRequest): string {
  const quoted = (value: string) => `"${value.replace(/\{(\w+)\}/g, '$$$1')}"`
  const data = isForm
    ? String(new URLSearchParams(body as Record<string, string>))
    : JSON.stringify(body, null, 2)?.replaceAll("'", "'\\''")
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${url}'`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d '${data}'`]),
  ].join(' \\\n  ')
}
