import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkCallbackUrl } from '../../../../server/clients/callback-url.ts'
import { chooseCallbackUrl, createClient } from '../../../../server/clients/clients.ts'
import type { ApiError } from '../../../../server/contract/errors.ts'
import { openSqlite } from '../../../../server/storage/sqlite.ts'
import type { Database } from '../../../../server/storage/storage.ts'

for (const url of [
  'https://shop.example/done',
  'https://shop.example',
  'http://localhost:4001/',
  'http://127.0.0.1:3000/a?b=c',
  'http://[::1]:3000/',
  'https://192.168.0.1/',
  'https://[2001:db8::1]:8443/done',
  'https://xn--bcher-kva.example/done;x',
]) {
  test(`${url} may be registered in the sandbox`, () => assert.ok(checkCallbackUrl(url, 'sandbox')))
}

// One page is registered, https://shop.example/done: these are spellings that look like it, lead to it, or hide another
// address behind it. None may be registered, and none is taken for it.
const refused = [
  // Another scheme
  'http://shop.example/done',
  'HTTPS://shop.example/done',
  'ftp://shop.example/done',
  'file:///done',
  'javascript:alert(1)',
  'javascript://shop.example/done%0Aalert(1)',
  'data:text/html,x',
  'blob:https://shop.example/done',
  'myapp://shop.example/done',
  'https:shop.example/done',
  'https:/shop.example/done',
  'https:///shop.example/done',
  '//shop.example/done',
  'shop.example/done',
  '/done',
  '',
  // Another spelling of the host
  'https://SHOP.example/done',
  'https://shop.example./done',
  'https://shop.example:443/done',
  'https://shop.example:0443/done',
  'https://shop.example:/done',
  'https://shop%2Eexample/done',
  'https://shop。example/done',
  'https://ｓhop.example/done',
  'https://ſhop.example/done',
  'https://shop.exam\u00ADple/done',
  'https://shop.exa\u200Bmple/done',
  'https://bücher.example/done',
  // A foreign host
  'https://shop.example@evil.example/done',
  'https://user:secret@shop.example/done',
  'https://@shop.example/done',
  'https://:@shop.example/done',
  'https://shop.example\\@evil.example/done',
  'https://evil.example\\.shop.example/done',
  'https:\\\\shop.example\\done',
  'https://shop.example%2F@evil.example/done',
  'http://localhost.evil.example/done',
  'http://localhost@evil.example/done',
  // Loopback in disguise
  'http://127.1/',
  'http://127.0.0.01/',
  'http://2130706433/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://0.0.0.0/',
  'http://127.0.0.2/',
  'http://[::]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://LOCALHOST/',
  'http://localhost./',
  // Wildcards and policy syntax in the host
  'https://*/',
  'https://*.example.com/',
  'https://shop.*/',
  'https://a;script-src.example/',
  'https://a;b/',
  'https://a,b.example/',
  "https://a'b.example/",
  'https://a"b.example/',
  'https://a`b.example/',
  'https://$host.example/',
  "https://a$'b.example/",
  'https://(x).example/',
  'https://{{origin}}.example/',
  'https://a_b.example/',
  'https://a!b.example/',
  'https://a&b.example/',
  'https://a=b.example/',
  'https://a+b.example/',
  'https://a~b.example/',
  'https://shop..example/',
  'https://.shop.example/',
  // Another path
  'https://shop.example/a/../done',
  'https://shop.example/./done',
  'https://shop.example/done/..',
  'https://shop.example/%2e%2e/done',
  'https://shop.example/.%2E/done',
  'https://shop.example\\done',
  'https://shop.example/do ne',
  'https://shop.example/dö',
  // Something behind it, or around it
  'https://shop.example/done#part',
  'https://shop.example/done#',
  ' https://shop.example/done',
  'https://shop.example/done ',
  'https://shop.example/done\n',
  'https://shop.example/do\tne',
  '\u0000https://shop.example/done',
  `https://shop.example/${'x'.repeat(2_000)}`,
]
for (const url of refused) {
  test(`${JSON.stringify(url.slice(0, 60))} may not be registered`, () => assert.ok(!checkCallbackUrl(url, 'sandbox')))
}

for (const url of ['http://localhost:4001/', 'http://127.0.0.1:3000/', 'http://[::1]:3000/']) {
  test(`${url} may not be registered in production`, () => assert.ok(!checkCallbackUrl(url, 'production')))
}

test('https may be registered in production', () =>
  assert.ok(checkCallbackUrl('https://shop.example/done', 'production')))

test('sixty spellings at least are refused', () => assert.ok(new Set(refused).size >= 60))

const registered = 'https://shop.example/done'
let database: Database
let clientId: string
before(async () => {
  database = await openSqlite(':memory:')
  const deps = { database, environment: 'sandbox', now: () => new Date() } as const
  clientId = (await createClient(deps, { name: 'Shop', callbackUrls: [registered] })).id
})
after(() => database.close())

for (const url of [
  ...refused.filter((url) => url !== ''),
  'https://shop.example/done?',
  'https://shop.example/done;x',
  'https://shop.example/%64one',
  'https://shop.example//done',
  'https://www.shop.example/done',
  'https://shopexample/done',
  'https://shop.example.evil.example/done',
  'https://xn--shp-example-n5a/done',
  'https://shop.example/done/',
  'https://shop.example/Done',
  'https://shop.example/done?x=1',
  'https://shop.example/',
  'https://evil.example/https://shop.example/done',
  'https://shop.example:8443/done',
  'https://xn--shop-example/done',
]) {
  test(`${JSON.stringify(url.slice(0, 60))} is not taken for the one registered`, async () => {
    const isRefused = (error: ApiError) => ['callbackUrlNotRegistered', 'callbackUrlInvalid'].includes(error.type)
    await assert.rejects(chooseCallbackUrl({ database, environment: 'sandbox' }, clientId, url), isRefused)
  })
}

test('the only registered URL is taken when none is named', async () => {
  assert.equal(await chooseCallbackUrl({ database, environment: 'sandbox' }, clientId, undefined), registered)
})

test('a URL that was registered before the rules counts as not registered', async () => {
  const deps = { database, environment: 'sandbox', now: () => new Date() } as const
  const old = (await createClient(deps, { name: 'Old', callbackUrls: ['https://*/', 'http://localhost:4001/'] })).id
  const refusedAs = (type: string) => (error: ApiError) => error.type === type
  assert.equal(await chooseCallbackUrl(deps, old, undefined), 'http://localhost:4001/')
  await assert.rejects(chooseCallbackUrl(deps, old, 'https://*/'), refusedAs('callbackUrlInvalid'))
  const production = { database, environment: 'production' } as const
  await assert.rejects(chooseCallbackUrl(production, old, undefined), refusedAs('callbackUrlMissing'))
  await assert.rejects(chooseCallbackUrl(production, old, 'http://localhost:4001/'), refusedAs('callbackUrlInvalid'))
})
