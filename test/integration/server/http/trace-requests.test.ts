// The trace of a request, in the log and in spans.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node'
import { inSpan } from '../../../../server/log/spans.ts'
import { execute, preview, signIn } from '../../../support/native-flow.ts'
import { clientHeaders, startTestServer, type TestServer } from '../../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.stop())

const traceId = (n: number) => `4bf92f3577b34da6a3ce929d0e0e47${String(n).padStart(2, '0')}`
const spanId = '00f067aa0ba902b7'
const networks = '/api/v1/transfers/managed/networks'

interface LogLine {
  msg: string
  requestId?: string
  trace_id?: string
  span_id?: string
}

const lineOf = (requestId: string | null): LogLine => {
  const lines = server.logged().trim().split('\n')
  const parsed = lines.map((line) => JSON.parse(line) as LogLine)
  return parsed.find((line) => line.msg === 'request' && line.requestId === requestId) ?? assert.fail()
}
const get = async (traceparent?: string) => {
  const headers = traceparent === undefined ? clientHeaders : { ...clientHeaders, traceparent }
  const response = await server.get(networks, headers)
  assert.equal(response.status, 200)
  return lineOf(response.headers.get('x-request-id'))
}

test('the log line of a request names the trace of its `traceparent`', async () => {
  const lines = await Promise.all([1, 2, 3].map((n) => get(`00-${traceId(n)}-${spanId}-01`)))
  assert.deepEqual(
    lines.map(({ trace_id, span_id }) => [trace_id, span_id]),
    [1, 2, 3].map((n) => [traceId(n), spanId]),
  )
})

test('a request without a valid `traceparent` has no trace, and nothing of the header is logged', async () => {
  for (const header of [undefined, '', `00-${traceId(4)}`, `00-${traceId(4)}-${spanId}-01-more`, '{"msg":"forged"}']) {
    const line = await get(header)
    assert.deepEqual([line.trace_id, line.span_id], [undefined, undefined])
  }
  assert.ok(!server.logged().includes(traceId(4)))
  assert.ok(!server.logged().includes('forged'))
})

test('requests, executes and calls to exchanges have spans in the trace of the request', async () => {
  const exporter = new InMemorySpanExporter()
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  provider.register()
  try {
    const token = await signIn(server, 'user_good')
    const { PreviewId } = (await preview(server, token, '5')).body.PreviewResult
    exporter.reset()
    const parent = `00-${traceId(5)}-${spanId}-01`
    const over = { ...server, post: withHeader(server, parent) }
    assert.equal((await execute(over, token, PreviewId)).status, 200)
    const spans = exporter.getFinishedSpans().filter((span) => span.spanContext().traceId === traceId(5))
    const byName = new Map(spans.map((span) => [span.name, span]))
    const request = byName.get('POST /api/v1/transfers/managed/execute') ?? assert.fail([...byName.keys()].join(', '))
    const executed = byName.get('execute transfer') ?? assert.fail()
    const withdrawn = byName.get('sandbox withdraw') ?? assert.fail()
    assert.equal(request.parentSpanContext?.spanId, spanId)
    assert.equal(executed.parentSpanContext?.spanId, request.spanContext().spanId)
    assert.equal(withdrawn.parentSpanContext?.spanId, executed.spanContext().spanId)
    assert.deepEqual([request.kind, withdrawn.kind], [SpanKind.SERVER, SpanKind.CLIENT])
    assert.equal(request.attributes['http.response.status_code'], 200)
    // The line is written in the span of the request.
    assert.ok(server.logged().includes(`"trace_id":"${traceId(5)}","span_id":"${request.spanContext().spanId}"`))
  } finally {
    await provider.shutdown()
    trace.disable()
    context.disable()
  }
})

test('a span fails with its work, without the message of the error', async () => {
  const exporter = new InMemorySpanExporter()
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  provider.register()
  try {
    const work = () => Promise.reject(new Error('a secret'))
    await assert.rejects(inSpan({ name: 'a call', kind: 'CLIENT' }, work), /a secret/)
    const [span] = exporter.getFinishedSpans()
    assert.deepEqual(span?.status, { code: SpanStatusCode.ERROR })
    assert.ok(!JSON.stringify([span?.events, span?.attributes]).includes('a secret'))
  } finally {
    await provider.shutdown()
    trace.disable()
    context.disable()
  }
})

function withHeader({ post }: TestServer, traceparent: string): TestServer['post'] {
  return (path, body, headers = clientHeaders) => post(path, body, { ...headers, traceparent })
}
