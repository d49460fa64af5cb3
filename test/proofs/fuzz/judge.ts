// The checks of every response.
import { checkResponse } from '../../support/check-response.ts'
import type { Received } from './connection.ts'

export interface Judged {
  method: string
  target: string
  secrets: readonly string[]
}

const refusedAtOnce = new Set([400, 406, 414])
// A line of a stack: `at name (file:1:2)`, or a path into the code.
const stack = /\bat .{0,80}\(?(?:file:\/\/|node:|\/)[^\s)]{0,200}:\d+:\d+\)?|node_modules\/|node:internal|\.ts:\d+/

/** The problems of the response, as sentences. */
export function problemsOf({ method, target, secrets }: Judged, response: Received, canary: string): string[] {
  const found: string[] = []
  if (response.status >= 500) found.push(`returned ${response.status}`)
  if (response.bytes.includes(canary)) found.push('the response contains the canary')
  for (const secret of secrets)
    if (response.bytes.includes(secret)) found.push('the response repeats a secret of its request')
  // The document and its pages show examples, not responses.
  if (stack.test(response.bytes) && !/^\/(openapi|reference)/.test(target)) found.push('the response contains a stack')
  if (!response.headers.has('x-request-id')) found.push('the response has no X-Request-Id')
  const address = target.startsWith('/') ? `http://localhost${target}` : target === '*' ? 'http://localhost/*' : target
  const problem = againstDocument(method, address, response)
  if (problem !== null) found.push(problem)
  return found
}

/** A path without an endpoint has no operation in the document. Its request may be refused like that of any endpoint. */
function againstDocument(method: string, address: string, response: Received): string | null {
  const problem = checked(method, address, response)
  const isRefusedAtOnce = problem?.includes('for a method that the path has not') && refusedAtOnce.has(response.status)
  return isRefusedAtOnce ? checked('GET', '/api/v1/status', response) : problem
}

function checked(method: string, address: string, response: Received): string | null {
  try {
    checkResponse(method, address, response)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
