// The values of a link and its client in the hosted page and its content security policy, for stored rows of any kind.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type HostedFiles, hostedFiles } from '../../../../server/routes/hosted-files.ts'
import { newLink } from '../../../support/native-flow.ts'
import { type Requests, startTestServer, type TestServer } from '../../../support/test-server.ts'

const hosted: HostedFiles = {
  page: async () =>
    '<html lang="en" dir="ltr"><meta name="origin" content="{{origin}}"><title>Link</title>' +
    '<style>b{margin:0}</style><script>early()</script><transfer-link></transfer-link><!--initial-data--><!--scripts-->',
  manifest: async () =>
    JSON.stringify({
      'start.ts': { file: 'assets/start.js', imports: ['_session.js'] },
      'main.ts': { file: 'assets/main.js', imports: ['_session.js', '_lit.js'] },
      '_session.js': { file: 'assets/session.js' },
      'later.ts': { file: 'assets/later.js', imports: ['_lit.js'] },
      '../components/texts/de.ts': { file: 'assets/de.js', imports: ['_plural.js'] },
      '../components/texts/en.ts': { file: 'assets/en.js', imports: ['_plural.js'] },
      '../components/texts/pt-BR.ts': { file: 'assets/pt-BR.js', imports: ['_plural.js'] },
      '_lit.js': { file: 'assets/lit.js' },
      '_plural.js': { file: 'assets/plural.js' },
    }),
  renderer: async () => ({
    styles: ['i{margin:0}'],
    renderFirstScreen: async ({ locale }) => `<style>i{margin:0}</style><p>Add $' funds: ${locale}</p>`,
  }),
  asset: async () => null,
  script: async () => null,
  scripts: async () => [],
}

let server: TestServer
let withPage: Requests
before(async () => {
  server = await startTestServer()
  withPage = server.over({ hosted })
})
after(() => server.stop())

async function openPage(callbackUrl: string, theme = '') {
  const { iFrameUrl, linkId } = await newLink(server)
  const { query } = server.deps.database
  await query.updateTable('link').set({ callback_url: callbackUrl }).where('id', '=', linkId).execute()
  const { pathname, search } = new URL(iFrameUrl)
  const { text, headers } = await withPage.get(pathname + search + theme, {})
  return { text, policy: headers.get('content-security-policy') ?? '' }
}

test('the origin of the link may embed the page, and appears in it', async () => {
  const { text, policy } = await openPage('https://shop.example:8443/done?x=1')
  assert.match(policy, /; frame-ancestors https:\/\/shop\.example:8443;/)
  assert.match(text, /content="https:\/\/shop\.example:8443"/)
})

test('a page at the address of another client contains nothing of the link’s first screen', async () => {
  const { iFrameUrl } = await newLink(server)
  const { pathname, search } = new URL(iFrameUrl)
  const initialData = async (path: string) =>
    JSON.parse(/id="initial-data">(.*?)<\/script>/.exec((await withPage.get(path + search, {})).text)?.[1] ?? '')
  assert.notEqual(await initialData(pathname), null)
  assert.equal(await initialData(pathname.replace(/[^/]+(?=\/broker-connect)/, 'another')), null)
})

for (const url of [
  'https://*/',
  'https://*.example.com/',
  'https://a;script-src.example/',
  'https://a,b.example/',
  "https://a'b.example/",
  "https://a$'b.example/",
  'https://{{origin}}.example/',
  'javascript:alert(1)',
  'not a url',
]) {
  test(`a stored callback URL ${url} reaches neither the policy nor the page`, async () => {
    const [text, policy] = await openPage(url).then((page) => [page.text, page.policy])
    assert.match(policy ?? '', /; frame-ancestors 'none';/)
    assert.doesNotMatch(policy ?? '', /example|\*/)
    assert.match(text ?? '', /<meta name="origin" content="">/)
  })
}

test('the operator’s logo of an integration is in the data of the first screen, and at its path', async () => {
  const bytes = new TextEncoder().encode('<svg/>')
  const path = '/logos/sandbox-0123456789abcdef.svg'
  const brandLogos = new Map([['sandbox', { path, contentType: 'image/svg+xml', bytes }]])
  const { iFrameUrl } = await newLink(server)
  const { pathname, search } = new URL(iFrameUrl)
  const withLogos = server.over({ hosted, brandLogos })
  const [, json = ''] =
    /id="initial-data">(.*?)<\/script>/.exec((await withLogos.get(pathname + search, {})).text) ?? []
  const logos = JSON.parse(json).integrations.map(({ type, logo }: { type: string; logo?: string }) => [type, logo])
  assert.deepEqual(Object.fromEntries(logos), { sandbox: path, sandboxBroker: undefined, DeFiWallet: undefined })
  assert.equal((await withLogos.get(path, {})).headers.get('content-type'), 'image/svg+xml')
  assert.equal((await withLogos.get('/logos/other.svg', {})).status, 404)
})

test('an icon is cached for a week, and a file with a hash in its name forever', async () => {
  const served = server.over({ hosted: { ...hosted, asset: async (path) => Buffer.from(path) } })
  const icon = await served.get('/link-assets/icons/usdc.svg', {})
  assert.equal(icon.headers.get('content-type'), 'image/svg+xml')
  assert.equal(icon.headers.get('cache-control'), 'public, max-age=604800')
  assert.match(icon.headers.get('content-security-policy') ?? '', /^default-src 'none'; sandbox;/)
  const script = await served.get('/link-assets/assets/main-1234.js', {})
  assert.match(script.headers.get('cache-control') ?? '', /immutable/)
})

test('the provider appears in the data of the first screen and of the session', async () => {
  const provider = { name: 'Example </script>', termsUrl: 'https://example.com/terms', privacyUrl: null }
  const { iFrameUrl, authCode } = await newLink(server)
  const { pathname, search } = new URL(iFrameUrl)
  const { text } = await server.over({ hosted, provider }).get(pathname + search, {})
  const [, json = ''] = /id="initial-data">(.*?)<\/script>/.exec(text) ?? []
  assert.deepEqual(JSON.parse(json).provider, provider)
  const session = await server.over({ provider }).post('/api/v1/link/session', { authCode }, {})
  assert.deepEqual(session.body.content.provider, provider)
})

test('the name of a client appears in the page as text, whatever it is', async () => {
  const { iFrameUrl, authCode } = await newLink(server)
  const { query } = server.deps.database
  const [client] = await query.selectFrom('client').selectAll().execute()
  const name = `$'"><script>alert(1)</script>$\``
  await query.updateTable('client').set({ name }).execute()
  assert.equal((await server.post('/api/v1/link/session', { authCode }, {})).status, 200)
  const { pathname, search } = new URL(iFrameUrl)
  const { text } = await withPage.get(pathname + search, {})
  await query
    .updateTable('client')
    .set({ name: client?.name ?? '' })
    .execute()
  const escaped = '$&#39;&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;$`'
  assert.ok(text.includes(`<meta name="application-name" content="${escaped}"><title>Link</title>`), text)
})

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

for (const theme of ['', '&look=radius-m:4px'])
  test(`the policy names the hash of each script and style in the page${theme && ', its theme included'}`, async () => {
    const { text, policy } = await openPage('https://shop.example/', theme)
    const inline = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, content = '']) => sha256(content))
    const scripts = inline(/<script>(.*?)<\/script>/gs)
    assert.equal(scripts.length, 1)
    const [, sources = ''] = /; script-src 'self' (.*?);/.exec(policy) ?? []
    assert.deepEqual(sources.split(' ').toSorted(), scripts.toSorted())
    assert.match(text, theme === '' ? /b\{margin:0\}<\/style>/ : /--tl-radius-m:4px/)
    assert.ok(policy.includes(`; style-src ${inline(/<style>(.*?)<\/style>/gs).join(' ')};`))
  })

test('the page contains the rendered first screen', async () => {
  const { text } = await openPage('https://shop.example/', '&lng=pt-PT')
  assert.ok(text.includes('<p>Add $\' funds: pt-PT</p><script type="application/json"'), text)
})

test('the page names its scripts, what they import, and the files of its language', async () => {
  const { text } = await openPage('https://shop.example/', '&lng=pt-PT')
  const files = [...text.matchAll(/<(script|link)[^>]* (?:src|href)="\/link-assets\/assets\/([\w-]+\.js)"/g)]
  assert.deepEqual(
    files.map(([, tag, file]) => `${tag} ${file}`),
    ['script start.js', ...['session', 'main', 'lit', 'pt-BR', 'plural', 'en'].map((name) => `link ${name}.js`)],
  )
})

test('the page fills a window or a frame, as the browser requests it, and as its URL says without that header', async () => {
  const { url, iFrameUrl } = await newLink(server)
  const isFullPage = async (link: string, destination?: string) => {
    const { pathname, search } = new URL(link)
    const { text } = await withPage.get(
      pathname + search,
      destination === undefined ? {} : { 'Sec-Fetch-Dest': destination },
    )
    return text.includes('<html class="page" ')
  }
  assert.equal(await isFullPage(iFrameUrl, 'document'), true)
  assert.equal(await isFullPage(url, 'iframe'), false)
  assert.equal(await isFullPage(url), true)
  assert.equal(await isFullPage(iFrameUrl), false)
})

test('a script that the build did not write is not in the policy', async () => {
  const injected: HostedFiles = {
    ...hosted,
    page: async () => (await hosted.page()).replace(/<meta.*?>/, '<script>{{origin}}</script>'),
  }
  const { iFrameUrl } = await newLink(server)
  const { pathname, search } = new URL(iFrameUrl)
  const { text, headers } = await server.over({ hosted: injected }).get(pathname + search, {})
  const [, script = ''] = /<script>(http.*?)<\/script>/.exec(text) ?? []
  assert.ok(script.startsWith('http'))
  assert.ok(!headers.get('content-security-policy')?.includes(sha256(script)))
})

test('pages beyond four at a time are sent uncompressed, and the next one is compressed again', async () => {
  const large = { ...hosted, page: async () => `${await hosted.page()}${'<p>text</p>'.repeat(500)}` }
  const over = server.over({ hosted: large })
  const { iFrameUrl } = await newLink(server)
  const { pathname, search } = new URL(iFrameUrl)
  const encodingOf = async () => {
    const { headers } = await over.get(pathname + search, { 'Accept-Encoding': 'br' })
    assert.equal(headers.get('vary'), 'Accept-Encoding')
    return headers.get('content-encoding')
  }
  const encodings = await Promise.all(Array.from({ length: 40 }, encodingOf))
  assert.ok(encodings.includes('br') && encodings.includes(null), String(encodings))
  assert.equal(await encodingOf(), 'br')
})

test('a page that is not built is an error whose log names the missing file and the fix', async () => {
  const { iFrameUrl } = await newLink(server)
  const { pathname, search } = new URL(iFrameUrl)
  for (const [part, file] of [
    ['page', 'index.html'],
    ['renderer', 'renderer.js'],
  ] as const) {
    const missing = { ...hosted, [part]: hostedFiles('/nowhere')[part] }
    assert.equal((await server.over({ hosted: missing }).get(pathname + search, {})).status, 500)
    const sentence = `/nowhere/hosted/${file} is missing. In a clone run \\"npm run build\\".`
    assert.ok(server.logged().includes(sentence), file)
  }
})
