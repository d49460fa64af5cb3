import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLinkApi, LinkUnreachable, parseLinkResponse } from '../../../../components/flow/link-api.ts'

test('what turns the direction of writing, or cannot be seen, does not get past the door', () => {
  const hostile = 'a\u202eb\u2066c\u200fd\u0000e\u{e0041}f\ufeffg\nh'
  assert.deepEqual(parseLinkResponse(JSON.stringify({ content: [{ name: hostile }] })), {
    content: [{ name: 'abcdefgh' }],
  })
})

test('every other text stays as it is, to the last digit and letter', () => {
  const texts = [
    '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
    '20000.500000000000000001',
    'بنك الرمال',
    'Zürich 🏦',
    '<b>',
  ]
  assert.deepEqual(parseLinkResponse(JSON.stringify(texts)), texts)
})

test('a request ends with its screen, also in Firefox before version 124, which lacks AbortSignal.any', async (t) => {
  t.mock.method(AbortSignal, 'any', () => assert.fail('AbortSignal.any is not a function'))
  const screen = new AbortController()
  const sent: (AbortSignal | null | undefined)[] = []
  t.mock.method(globalThis, 'fetch', async (_: string, { signal }: RequestInit) => {
    sent.push(signal)
    signal?.throwIfAborted()
    return Response.json({ content: 'found', status: 'ok', message: '' })
  })
  const api = createLinkApi('token')
  assert.equal(await api.get('holdings', screen.signal), 'found')
  assert.equal(sent[0]?.aborted, false)
  screen.abort()
  assert.equal(sent[0]?.aborted, true)
  await assert.rejects(api.get('holdings', screen.signal), LinkUnreachable)
})
