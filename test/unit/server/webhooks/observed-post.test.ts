import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTraceparent } from '../../../../server/log/trace-context.ts'
import { observedPost } from '../../../../server/webhooks/observed-post.ts'
import type { PostResult, WebhookRequest } from '../../../../server/webhooks/post-webhook.ts'

const response = (status: number): PostResult => {
  return { kind: 'response', status, retryAfterSeconds: undefined, bodyStart: '', durationMs: 250 }
}
const failed = (reason: 'refused' | 'timeout' | 'tls'): PostResult => ({ kind: 'failed', reason, durationMs: 250 })

async function post(result: PostResult, id = 'event-1') {
  const sent: WebhookRequest[] = []
  const observed: [number, string][] = []
  const send = async (request: WebhookRequest) => {
    sent.push(request)
    return result
  }
  const request = {
    url: 'https://shop.example',
    headers: { 'webhook-id': id },
    body: '{}',
    clientCertificate: undefined,
  }
  const returned = await observedPost(send, (...each) => observed.push(each))(request, new AbortController().signal)
  return { returned, observed, headers: sent[0]?.headers ?? {} }
}

test('each outcome is measured, and returned unchanged', async () => {
  const outcomes: [PostResult, string][] = [
    [response(204), 'delivered'],
    [response(500), 'status'],
    [response(302), 'status'],
    [failed('refused'), 'refused'],
    [failed('timeout'), 'timeout'],
    [failed('tls'), 'tls'],
  ]
  for (const [result, outcome] of outcomes) {
    const { returned, observed } = await post(result)
    assert.equal(returned, result)
    assert.deepEqual(observed, [[0.25, outcome]])
  }
})

test('all attempts of an event belong to one trace, which is recorded, and other events to others', async () => {
  const traceOf = async (id: string) => parseTraceparent((await post(response(200), id)).headers.traceparent)
  const [first, again, other] = [await traceOf('event-1'), await traceOf('event-1'), await traceOf('event-2')]
  assert.ok(first && again && other)
  assert.equal(first.flags, 1)
  assert.equal(again.traceId, first.traceId)
  assert.notEqual(again.spanId, first.spanId)
  assert.notEqual(other.traceId, first.traceId)
})

test('the signed headers stay as they are', async () => {
  const { headers } = await post(response(200))
  assert.deepEqual(Object.keys(headers), ['webhook-id', 'traceparent'])
  assert.equal(headers['webhook-id'], 'event-1')
})
