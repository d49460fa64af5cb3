import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTrace, parseTraceparent, receivedTrace, traceparentOf } from '../../../../server/log/trace-context.ts'

const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']

const valid: [string, number][] = [
  [`00-${traceId}-${spanId}-01`, 1],
  [`00-${traceId}-${spanId}-00`, 0],
  [`00-${traceId}-${spanId}-ff`, 1],
  [`cc-${traceId}-${spanId}-01`, 1],
  [`cc-${traceId}-${spanId}-01-what-the-future-holds`, 1],
]
for (const [header, flags] of valid) {
  test(`the trace of ${header} is read`, () => {
    assert.deepEqual(parseTraceparent(header), { traceId, spanId, flags })
  })
}

const invalid = [
  '',
  'no trace',
  `ff-${traceId}-${spanId}-01`,
  `00-${traceId}-${spanId}-01-more`,
  `00-${traceId}-${spanId}-01-`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${traceId.slice(1)}-${spanId}-01`,
  `00-${traceId}-${spanId}-1`,
  `00-${traceId}-${spanId}`,
  `cc-${traceId}-${spanId}-01.more`,
  ` 00-${traceId}-${spanId}-01`,
  `00-${traceId}-${spanId}-01\n`,
  `00-${traceId}-${spanId}-0g`,
  `cc-${traceId}-${spanId}-01-${'x'.repeat(500)}`,
]
for (const header of invalid) {
  test(`${JSON.stringify(header).slice(0, 80)} is no trace`, () => {
    assert.equal(parseTraceparent(header), null)
  })
}

test('a missing header is no trace', () => {
  assert.equal(parseTraceparent(undefined), null)
})

test('a trace is written as it is read', () => {
  const header = `00-${traceId}-${spanId}-01`
  assert.equal(traceparentOf(parseTraceparent(header) ?? assert.fail()), header)
})

test('only work inside a trace belongs to it, also after a wait', async () => {
  const trace = { traceId, spanId, flags: 1 }
  const inside = inTrace(trace, async () => {
    await Promise.resolve()
    return receivedTrace()
  })
  assert.equal(receivedTrace(), null)
  assert.deepEqual(await inside, trace)
  assert.equal(
    inTrace(null, () => receivedTrace()),
    null,
  )
})
