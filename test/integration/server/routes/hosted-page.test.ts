// What of a link and its client comes into the hosted page and its content security policy, for stored rows of any kind.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { HostedFiles } from '../../../../server/routes/hosted-files.ts'
import { newLink } from '../../../support/native-flow.ts'
import { type Requests, startTestServer, type TestServer } from '../../../support/test-server.ts'

const hosted: HostedFiles = {
  page: async () =>
    '<html lang="en" dir="ltr"><meta name="origin" content="{{origin}}"><title>Link</title><style></style><b></b><!--first-look--><!--texts-->',
  languages: async () => ['en'],
  texts: async () => '',
  words: async () => ({ heading: "Add $' funds", wallet: 'Wallet' }),
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

async function openPage(callbackUrl: string) {
  const { iFrameUrl, linkId } = await newLink(server)
  const { query } = server.deps.database
  await query.updateTable('link').set({ callback_url: callbackUrl }).where('id', '=', linkId).execute()
  const { pathname, search } = new URL(iFrameUrl)
  const { text, headers } = await withPage.get(pathname + search, {})
  return { text, policy: headers.get('content-security-policy') ?? '' }
}

test('the origin of the link may embed the page, and stands in it', async () => {
  const { text, policy } = await openPage('https://shop.example:8443/done?x=1')
  assert.match(policy, /; frame-ancestors https:\/\/shop\.example:8443;/)
  assert.match(text, /content="https:\/\/shop\.example:8443"/)
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

test('the name of a client stands in the page as text, whatever it is', async () => {
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
