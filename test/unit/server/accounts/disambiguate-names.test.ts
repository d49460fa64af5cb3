import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disambiguateNames } from '../../../../server/accounts/disambiguate-names.ts'

const named = (...accounts: [externalId: string, name: string][]) =>
  disambiguateNames(accounts.map(([externalId, name]) => ({ externalId, name }))).map(({ name }) => name)

test('accounts with the same name get the end of their ids, and others stay as they are', () => {
  const names = named(['acc-7001', 'Main'], ['acc-8002', 'Main'], ['acc-9003', 'Savings'])
  assert.deepEqual(names, ['Main (…7001)', 'Main (…8002)', 'Savings'])
})

test('the shortest unique end of the id is shown, or all of it', () => {
  assert.deepEqual(named(['a-12345', 'Main'], ['b-12345', 'Main']), ['Main (…a-12345)', 'Main (…b-12345)'])
  assert.deepEqual(named(['12', 'Main'], ['x12', 'Main']), ['Main (…12)', 'Main (…x12)'])
})
