import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSameAddress } from '../../../../server/networks/equal-addresses.ts'

test('EVM addresses are equal in any case', () => {
  const address = '0xDf979ae7B879210cD0c28acd5827F59d7c8Bc25d'
  assert.ok(isSameAddress(address, address.toLowerCase()))
  assert.ok(!isSameAddress(address, address.replace('25d', '25e')))
})

test('base58 addresses that differ in case are different addresses', () => {
  const address = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
  assert.ok(isSameAddress(address, address))
  assert.ok(!isSameAddress(address, address.toLowerCase()))
})
