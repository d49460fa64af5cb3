// What must hold of every answer.
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

/** What is wrong with the answer, as sentences. */
export function problemsOf({ method, target, secrets }: Judged, answer: Received, canary: string): string[] {
  const found: string[] = []
  if (answer.status >= 500) found.push(`answered ${answer.status}`)
  if (answer.bytes.includes(canary)) found.push('the answer carries the canary')
  for (const secret of secrets)
    if (answer.bytes.includes(secret)) found.push('the answer repeats a secret of its request')
  // The document and its pages show examples, not answers.
  if (stack.test(answer.bytes) && !/^\/(openapi|reference)/.test(target)) found.push('the answer carries a stack')
  if (!answer.headers.has('x-request-id')) found.push('the answer has no X-Request-Id')
  const address = target.startsWith('/') ? `http://localhost${target}` : target === '*' ? 'http://localhost/*' : target
  const problem = againstDocument(method, address, answer)
  if (problem !== null) found.push(problem)
  return found
}

/** What is no endpoint has no operation in the document; then the request itself may be refused like any other's. */
function againstDocument(method: string, address: string, answer: Received): string | null {
  const problem = checked(method, address, answer)
  const isRefusedAtOnce = problem?.includes('for a method that the path has not') && refusedAtOnce.has(answer.status)
  return isRefusedAtOnce ? checked('GET', '/api/v1/status', answer) : problem
}

function checked(method: string, address: string, answer: Received): string | null {
  try {
    checkResponse(method, address, answer)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
