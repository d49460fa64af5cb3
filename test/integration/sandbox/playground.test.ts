// Links for the playground of the documentation site: for its page only, and without the client secret in it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Hono } from 'hono'
import { mountPlayground } from '../../../sandbox/playground.ts'
import { createApp } from '../../../server/app.ts'
import { callbackUrlsOf } from '../../../server/clients/clients.ts'
import type { AppEnv } from '../../../server/http/request-context.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

const origin = 'http://localhost:4321'
let server: TestServer
let app: Hono<AppEnv>
before(async () => {
  server = await startTestServer()
  app = createApp(server.deps)
  await mountPlayground(app, server.deps, origin)
})
after(() => server.stop())

const requestLink = (from?: string) =>
  app.request('/sandbox/playground/link', { method: 'POST', headers: from === undefined ? {} : { origin: from } })

test('the page of the site gets a link that opens on its origin', async () => {
  const response = await requestLink(origin)
  assert.deepEqual([response.status, response.headers.get('access-control-allow-origin')], [200, origin])
  const { iFrameUrl } = (await response.json()) as { iFrameUrl: string }
  assert.match(iFrameUrl, /\?auth_code=/)
  const links = await server.deps.database.query.selectFrom('link').select('callback_url').execute()
  assert.deepEqual(links, [{ callback_url: `${origin}/` }])
})

test('no other page gets a link, nor does a request without an origin', async () => {
  for (const other of ['http://localhost:4322', 'http://127.0.0.1:4321', 'https://docs.example', 'null', undefined]) {
    const response = await requestLink(other)
    assert.deepEqual([response.status, response.headers.get('access-control-allow-origin')], [404, null], other)
  }
})

test('every page of this machine may read where the playground works, and no other page', async () => {
  const read = (from: string) => app.request('/sandbox/playground', { headers: { origin: from } })
  for (const from of [origin, 'http://127.0.0.1:8080', 'https://[::1]']) {
    const response = await read(from)
    assert.equal(response.headers.get('access-control-allow-origin'), from)
    assert.deepEqual(await response.json(), { origin })
  }
  for (const from of ['https://docs.example', 'http://localhost.docs.example', 'null'])
    assert.equal((await read(from)).headers.get('access-control-allow-origin'), null, from)
})

test('after a change of the port, links open on the new origin only', async () => {
  const moved = createApp(server.deps)
  await mountPlayground(moved, server.deps, 'http://localhost:5000')
  const [playground] = await server.deps.database.query
    .selectFrom('client')
    .select('id')
    .where('name', '=', 'Playground')
    .execute()
  assert.deepEqual(await callbackUrlsOf(server.deps.database.query, playground?.id ?? ''), ['http://localhost:5000/'])
})
