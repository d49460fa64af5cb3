import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { errorCatalogue } from '../../../../../server/contract/errors.ts'
import { eventTypes } from '../../../../../server/contract/event-types.ts'
import { endpoints } from '../../../../../server/routes/routes.ts'
import { startTestServer, type TestServer } from '../../../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.stop())

test('the document is returned without credentials, with the server’s own address', async () => {
  const { status, body } = await server.get('/openapi.json', {})
  assert.equal(status, 200)
  assert.equal(body.openapi, '3.1.1')
  assert.deepEqual(body.servers, [{ url: 'http://localhost:4000' }])
})

test('the reference shows every endpoint, runs no script and loads nothing from elsewhere', async () => {
  const { status, headers, text } = await server.get('/reference', {})
  assert.equal(status, 200)
  assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin')
  assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'self'; base-uri 'none'/)
  for (const { id, path } of endpoints) {
    assert.ok(text.includes(`id="${id}"`), id)
    assert.ok(text.includes(path.replace(/:(\w+)/g, '{$1}')), path)
  }
  assert.doesNotMatch(text, /<script|<img|<iframe|\son\w+=|style=/)
  const loaded = [...text.matchAll(/<link [^>]*href="([^"]+)"|\ssrc="([^"]+)"/g)].map(([, href, src]) => href ?? src)
  assert.deepEqual(loaded, ['/reference/style.css'])
  const style = await server.get('/reference/style.css', {})
  assert.equal(style.headers.get('content-type'), 'text/css; charset=utf-8')
  assert.doesNotMatch(style.text, /url\(|@import|https?:/)
})

test('the reference shows the event of every type with its body, also in the format `mesh`', async () => {
  const { text } = await server.get('/reference', {})
  for (const type of eventTypes) {
    const [, article = ''] = text.split(`<article id="receive.${type}">`)
    assert.match(
      article.split('</article>')[0] ?? '',
      /webhook-signature[\s\S]*<code>timestamp<\/code>[\s\S]*&quot;data&quot;/,
      type,
    )
  }
  assert.match(text, /<code>TransferStatus<\/code>/)
})

test('the reference shows every errorType under its name, and no name twice', async () => {
  const { text } = await server.get('/reference', {})
  const anchors = [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
  for (const type of Object.keys(errorCatalogue)) assert.equal(anchors.filter((id) => id === type).length, 1, type)
  assert.equal(new Set(anchors).size, anchors.length)
})

test('every link of the reference leads somewhere on it', async () => {
  const { text } = await server.get('/reference', {})
  const anchors = new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))
  const links = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  assert.ok(links.length > 100)
  assert.deepEqual(
    links.filter((link) => !anchors.has(link)),
    [],
  )
})

test('every route of the API is described, and everything described is a route', async () => {
  const described = new Set(endpoints.map(({ method, path }) => `${method.toUpperCase()} ${path}`))
  for (const { method, path } of endpoints) {
    const response = await server.get(path.replace(/:\w+/g, 'x'), {})
    assert.notEqual(response.body?.errorType, 'routeNotFound', `${method} ${path}`)
  }
  const pages = /^\/(logos|b2b-iframe|:clientId|link-assets|v1|v\d+\.\d+\.\d+)\/|^\/reference\/style\.css$/
  const routes = server
    .routes()
    .filter(({ method, path }) => method !== 'ALL' && !pages.test(path))
    .map(({ method, path }) => `${method} ${path}`)
    // A GET of a path that takes POST is there to be refused.
    .filter((route) => !described.has(route.replace('GET', 'POST')) || described.has(route))
  assert.deepEqual(
    routes.filter((route) => !described.has(route)),
    [],
  )
})
