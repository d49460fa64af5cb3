import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchRoute, type Route } from '../../../host/console/router.ts'
import { routes } from '../../../host/console/routes.ts'

const placeOf = (pathname: string) => {
  const matched = matchRoute(routes, pathname)
  return matched && [matched.route.screen, matched.parameters]
}

test('each address has its screen and its parameters', () => {
  assert.deepEqual(placeOf('/transfers'), ['transfers-screen', {}])
  assert.deepEqual(placeOf('/transfers/'), ['transfers-screen', {}])
  assert.deepEqual(placeOf('/transfers/3f9c'), ['transfer-screen', { id: '3f9c' }])
  assert.deepEqual(placeOf('/clients/a%2Fb%20c'), ['client-screen', { id: 'a/b c' }])
})

test('an unknown, longer or unreadable address has no screen', () => {
  for (const path of ['/nothing', '/transfers/1/2', '//transfers', '/transfers//', '/Transfers', '/clients/%E0%A4%A'])
    assert.equal(placeOf(path), null, path)
})

test('the first route that matches is used', () => {
  const [any] = routes as [Route, ...Route[]]
  const table = ['/a/new', '/a/:id'].map((path) => ({ ...any, path }))
  assert.equal(matchRoute(table, '/a/new')?.route.path, '/a/new')
  assert.equal(matchRoute(table, '/a/old')?.route.path, '/a/:id')
})

test('only the sign-in page is shown without a session', () => {
  assert.deepEqual(
    routes.filter(({ isPublic }) => isPublic).map(({ path }) => path),
    ['/sign-in'],
  )
})
