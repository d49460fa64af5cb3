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
]) {
  test(`${url} may be registered`, () => assert.ok(checkCallbackUrl(url)))
}

for (const url of [
  'http://shop.example/',
  'shop.example',
  '//shop.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://user:secret@shop.example/',
  'https://shop.example/#part',
  'https://shop.example/a/../b',
  'https://SHOP.example/',
  'https://shop.example./',
  'https://shop.example:443/',
  'https:\\\\shop.example\\',
  ' https://shop.example/',
  'https://shop.example/\n',
  'http://localhost.evil.example/',
  'http://127.1/',
]) {
  test(`${JSON.stringify(url)} may not be registered`, () => assert.ok(!checkCallbackUrl(url)))
}

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
  'https://shop.example/done/',
  'https://shop.example/Done',
  'https://shop.example/done?x=1',
  'https://shop.example/',
  'https://shop.example.evil.example/done',
  'https://evil.example/https://shop.example/done',
  'https://shop.example:8443/done',
  'https://xn--shop-example/done',
]) {
  test(`${url} is not taken for the one registered`, async () => {
    const refused = (error: ApiError) => ['callbackUrlNotRegistered', 'callbackUrlInvalid'].includes(error.type)
    await assert.rejects(chooseCallbackUrl(database.query, clientId, url), refused)
  })
}

test('the only registered URL is taken when none is named', async () => {
  assert.equal(await chooseCallbackUrl(database.query, clientId, undefined), registered)
})
