// Cookies do not separate ports. If the API is opened under the console's host name, browsers send it the cookie of an operator.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { consoleOver } from '../../../support/console.ts'
import { execute, preview, signIn } from '../../../support/native-flow.ts'
import { clientHeaders, type Requests, startTestServer, type TestServer } from '../../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.stop())

test('the API does not return, log, store or forward the cookie of the console, and accepts it nowhere', async () => {
  const session = await consoleOver(server.deps).signedIn('admin')
  const answers: string[] = []
  const withCookie: Requests['request'] = async (method, path, headers, body) => {
    const cookie = `console-session=${session}; __Host-console-session=${session}; console-sign-in=${session}`
    const response = await server.request(method, path, { ...headers, Cookie: cookie }, body)
    answers.push(response.text, JSON.stringify([...response.headers]))
    return response
  }
  const requests: Requests = {
    request: withCookie,
    post: (path, body, headers = clientHeaders) => withCookie('POST', path, headers, body),
    get: (path, headers = clientHeaders) => withCookie('GET', path, headers),
    inSession: (token, method, path, body) => withCookie(method, path, { Authorization: `Bearer ${token}` }, body),
  }
  const { fetch } = globalThis
  const sent: string[] = []
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    sent.push(request.url, JSON.stringify([...request.headers]), await request.clone().text())
    return fetch(request)
  }
  try {
    for (const { method, path } of server.routes().filter((route) => route.method !== 'ALL')) {
      await withCookie(method, path.replace(/:\w+(\{[^}]*\})?/g, 'x'), {})
    }
    // Without the credentials of a client.
    assert.equal((await requests.get('/api/v1/events', {})).status, 401)
    const token = await signIn(requests, 'user_good')
    const { PreviewId } = (await preview(requests, token, '25')).body.PreviewResult
    assert.equal((await execute(requests, token, PreviewId)).status, 200)
  } finally {
    globalThis.fetch = fetch
  }
  assert.ok(sent.length > 10 && answers.length > 50, 'the exchange and the API were called')
  const files = ['transfer-link.db', 'transfer-link.db-wal'].map((name) => join(server.folder, 'server', name))
  const stored = files.map((file) => readFileSync(file, 'latin1'))
  for (const text of [...answers, ...sent, ...stored, server.logged()]) assert.ok(!text.includes(session))
})

test('one file of the API reads cookies: its own, of a sign-in at an exchange', () => {
  const reads = /header\(['"]cookie['"]\)|headers\.cookie|headers\.get\(['"]cookie|['"]hono\/cookie['"]/i
  const files = globSync('{server,sandbox}/**/*.ts', { exclude: (name) => /node_modules|dist/.test(name) })
  assert.ok(files.length > 500)
  assert.deepEqual(files.filter((file) => reads.test(readFileSync(file, 'utf8'))).sort(), [
    'server/console/session-cookie.ts',
    'server/routes/link/redirect.ts',
  ])
})
