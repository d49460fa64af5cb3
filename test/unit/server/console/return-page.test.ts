import assert from 'node:assert/strict'
import { test } from 'node:test'
import { returnAddress } from '../../../../server/console/return-address.ts'
import { returnPage } from '../../../../server/console/return-page.ts'

const url = 'https://console.example.com'

test('the page after a sign-in continues by itself, and after a change of the role by a link', () => {
  const returnTo = `${url}/transfers?user=a&state=Failed`
  const same = returnPage({ returnTo, role: null })
  assert.match(
    same,
    /http-equiv="refresh" content="0; url=https:\/\/console\.example\.com\/transfers\?user=a&#38;state=Failed"/,
  )
  const changed = returnPage({ returnTo, role: { from: 'admin', to: 'viewer' } })
  assert.match(changed, /Your role has changed from admin to viewer\./)
  assert.ok(!changed.includes('http-equiv') && changed.includes('href='))
  for (const page of [same, changed]) assert.ok(!/<script|style/.test(page))
})

test('an address is never markup', () => {
  const page = returnPage({ returnTo: `${url}/"><script>alert('1')</script>`, role: null })
  assert.ok(!page.includes('<script') && !page.includes(`/">`))
})

test('a sign-in returns to a page of the console, and never to another site or the API', () => {
  assert.equal(returnAddress('/transfers?user=a', url), `${url}/transfers?user=a`)
  for (const path of [
    undefined,
    '',
    'transfers',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/api/sign-out',
  ])
    assert.equal(returnAddress(path, url), `${url}/`, path)
  assert.equal(new URL(returnAddress('/.//evil.example', url)).origin, url)
})
