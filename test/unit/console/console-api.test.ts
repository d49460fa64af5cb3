import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsoleApi } from '../../../host/console/api/console-api.ts'
import { ConsoleApiError } from '../../../host/console/api/console-api-error.ts'

interface Sent {
  path: string
  init: RequestInit
}

function apiWith(respond: () => Response | Promise<Response>) {
  const sent: Sent[] = []
  let signIns = 0
  const api = createConsoleApi({
    fetch: async (path, init = {}) => {
      sent.push({ path: String(path), init })
      return respond()
    },
    onSignInRequired: () => signIns++,
  })
  return { api, sent, signIns: () => signIns }
}

const errorOf = async (promise: Promise<unknown>): Promise<ConsoleApiError> => {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof ConsoleApiError, `${error}`)
  return error
}

test('a GET returns the body, and says when the page refreshes itself', async () => {
  const { api, sent } = apiWith(() => Response.json({ rows: [] }))
  assert.deepEqual(await api.get('/api/audit'), { rows: [] })
  await api.get('/api/audit', { isRefresh: true })
  assert.deepEqual(
    sent.map(({ init }) => new Headers(init.headers).get('x-console-refresh')),
    [null, '1'],
  )
  assert.deepEqual(
    sent.map(({ init }) => [init.cache, init.redirect]),
    [
      ['no-store', 'error'],
      ['no-store', 'error'],
    ],
  )
})

test('POST and DELETE send JSON', async () => {
  const { api, sent } = apiWith(() => Response.json({}))
  await api.post('/api/sign-out')
  await api.delete('/api/clients/1/keys/2', { reason: 'It leaked' })
  assert.deepEqual(
    sent.map(({ init: { method, body, headers } }) => [method, body, new Headers(headers).get('content-type')]),
    [
      ['POST', '{}', 'application/json'],
      ['DELETE', '{"reason":"It leaked"}', 'application/json'],
    ],
  )
})

test('an error has the type, the message and the field of the response', async () => {
  const body = { errorType: 'invalidField', message: 'since must be a UTC time.', field: 'since' }
  const { api, signIns } = apiWith(() => Response.json(body, { status: 400 }))
  const error = await errorOf(api.get('/api/audit'))
  assert.deepEqual(
    [error.errorType, error.message, error.field, error.status],
    ['invalidField', body.message, 'since', 400],
  )
  assert.equal(error.isTemporary, false)
  assert.equal(signIns(), 0)
})

test('an ended session is reported, and the request also fails', async () => {
  const { api, signIns } = apiWith(() =>
    Response.json({ errorType: 'signInRequired', message: 'Sign in to continue.' }, { status: 401 }),
  )
  assert.equal((await errorOf(api.get('/api/audit'))).errorType, 'signInRequired')
  assert.equal(signIns(), 1)
})

test('a wrong one-time code is not an ended session', async () => {
  const { api, signIns } = apiWith(() => Response.json({ errorType: 'codeInvalid', message: 'Used.' }, { status: 401 }))
  assert.equal((await errorOf(api.post('/api/sign-in/once'))).errorType, 'codeInvalid')
  assert.equal(signIns(), 0)
})

test('a response that is not the console’s is an error with its status', async () => {
  for (const [body, status] of [
    ['<html>Bad gateway</html>', 502],
    ['{"error":"no"}', 500],
    ['null', 503],
    ['', 200],
  ] as const) {
    const error = await errorOf(apiWith(() => new Response(body, { status })).api.get('/api/audit'))
    assert.deepEqual([error.errorType, error.status], ['unreadable', status], body)
    assert.match(error.message, new RegExp(`HTTP ${status}`))
  }
})

test('without a response the error is temporary', async () => {
  const { api } = apiWith(() => Promise.reject(new TypeError('Failed to fetch')))
  const error = await errorOf(api.get('/api/audit'))
  assert.deepEqual([error.errorType, error.status, error.isTemporary], ['offline', 0, true])
})

test('an aborted request fails as aborted', async () => {
  const aborter = new AbortController()
  const { api, sent } = apiWith(() => Promise.reject(new DOMException('Aborted', 'AbortError')))
  await assert.rejects(api.get('/api/audit', { signal: aborter.signal }), { name: 'AbortError' })
  assert.equal(sent[0]?.init.signal, aborter.signal)
})

test('an error is temporary if the server may answer later', () => {
  const isTemporary = (status: number) => new ConsoleApiError({ errorType: 'any', message: '' }, status).isTemporary
  assert.deepEqual([0, 400, 401, 403, 404, 409, 429, 500, 503].filter(isTemporary), [0, 429, 500, 503])
})
