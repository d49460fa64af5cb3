import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkCatalogue } from '../../../../server/networks/catalogue.ts'
import { accountAt, isSameAddress } from '../../../../server/networks/equal-addresses.ts'

const { byKey } = networkCatalogue('production')
const account = (key: string, text: string) => accountAt(byKey(key) ?? assert.fail(), text)

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

test('a text that only contains an EVM address counts in its case', () => {
  const address = '0xDf979ae7B879210cD0c28acd5827F59d7c8Bc25d'
  assert.ok(!isSameAddress(`x${address}`, `x${address.toLowerCase()}`))
  assert.ok(!isSameAddress(`${address}x`, `${address.toLowerCase()}x`))
})

test('all spellings of an address are one account', () => {
  const spellings = [
    '0:ba60bfbd527c0cd2d70c6396630c50a498af015b987adaad1d4a9e287f604536',
    'EQC6YL-9UnwM0tcMY5ZjDFCkmK8BW5h62q0dSp4of2BFNvnA',
    'UQC6YL-9UnwM0tcMY5ZjDFCkmK8BW5h62q0dSp4of2BFNqQF',
  ]
  assert.equal(new Set(spellings.map((text) => account('ton', text))).size, 1)
  assert.notEqual(account('ton', spellings[0] ?? ''), account('ton', `-1${spellings[0]?.slice(1)}`))
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  assert.deepEqual([account('base', address), account('base', address.toLowerCase())], [address, address])
})

test('an invalid address is no account', () => {
  assert.equal(account('base', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe'), null)
  assert.equal(account('ton', 'EQC6YL-9UnwM0tcMY5ZjDFCkmK8BW5h62q0dSp4of2BFNvnB'), null)
})
