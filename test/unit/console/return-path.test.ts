import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeReturnPath, signInPath } from '../../../host/console/return-path.ts'

const origin = 'http://127.0.0.1:4700'

test('a sign-in returns to a page of the console', () => {
  for (const path of ['/transfers?state=Pending&user=a%20b', '/clients/1', '/attention'])
    assert.equal(safeReturnPath(path, origin), path)
})

test('a sign-in never returns to another site, to the API or to itself', () => {
  for (const path of [
    null,
    '',
    'transfers',
    'https://evil.example/',
    '//evil.example/',
    '//evil.example/transfers',
    '/\\evil.example',
    '/\t/evil.example',
    '/..//evil.example',
    'javascript:alert(1)',
    '/sign-in?return=/sign-in',
    '/api/sign-in/oidc',
  ]) {
    const returned = safeReturnPath(path, origin)
    assert.equal(new URL(returned, origin).origin, origin, String(path))
    assert.equal(returned, '/', String(path))
  }
})

test('the sign-in page knows the page to return to', () => {
  assert.equal(signInPath({ pathname: '/', search: '' }), '/sign-in')
  const path = signInPath({ pathname: '/transfers', search: '?user=a&state=Failed' })
  assert.equal(new URL(path, origin).searchParams.get('return'), '/transfers?user=a&state=Failed')
})
