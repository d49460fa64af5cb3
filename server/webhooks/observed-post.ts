// Measures webhook requests and adds `traceparent`. All attempts of an event belong to one trace.

import { createHash, randomBytes } from 'node:crypto'
import { currentTrace, inSpan } from '../log/spans.ts'
import { type TraceContext, traceparentOf } from '../log/trace-context.ts'
import { isSuccess } from './endpoint-health.ts'
import type { PostResult, PostWebhook } from './post-webhook.ts'

export function observedPost(post: PostWebhook, observe: (seconds: number, outcome: string) => void): PostWebhook {
  return (request, signal) =>
    inSpan({ name: 'webhook', kind: 'PRODUCER' }, async (span) => {
      const trace = currentTrace() ?? traceOfEvent(request.headers['webhook-id'] ?? '')
      const headers = { ...request.headers, traceparent: traceparentOf(trace) }
      const result = await post({ ...request, headers }, signal)
      const outcome = outcomeOf(result)
      observe(result.durationMs / 1_000, outcome)
      span.set('outcome', outcome)
      if (outcome !== 'delivered') span.fail()
      return result
    })
}

function outcomeOf(result: PostResult): string {
  if (result.kind === 'failed') return result.reason
  return isSuccess(result) ? 'delivered' : 'status'
}

/** Without a tracer. The flag says that it is recorded: without the flag, receivers would record none of their own spans. */
function traceOfEvent(eventId: string): TraceContext {
  const traceId = createHash('sha256').update(eventId).digest('hex').slice(0, 32)
  return { traceId, spanId: randomBytes(8).toString('hex'), flags: 1 }
}
