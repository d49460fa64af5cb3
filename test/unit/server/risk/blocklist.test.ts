import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../../../server/config.ts'
import { networkCatalogue } from '../../../../server/networks/catalogue.ts'
import { readBlocklist } from '../../../../server/risk/blocklist.ts'

const networks = networkCatalogue('production')
const network = (key: string) => networks.byKey(key) ?? assert.fail()
const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

test('an address is refused on every network that has it, however it is written', () => {
  const refused = readBlocklist(networks, `# a list\n${evm.toLowerCase()}   # and why\r\n\n${bitcoin.toUpperCase()}\n`)
  for (const key of ['ethereum', 'base', 'bsc']) assert.equal(refused.has(network(key), evm), true)
  assert.equal(refused.has(network('bitcoin'), bitcoin), true)
  assert.equal(refused.has(network('bitcoin'), '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'), false)
})

test('on TON an account is refused in each of its spellings', () => {
  const refused = readBlocklist(networks, '0:ba60bfbd527c0cd2d70c6396630c50a498af015b987adaad1d4a9e287f604536')
  assert.equal(refused.has(network('ton'), 'EQC6YL-9UnwM0tcMY5ZjDFCkmK8BW5h62q0dSp4of2BFNvnA'), true)
  assert.equal(refused.has(network('ton'), 'UQC6YL-9UnwM0tcMY5ZjDFCkmK8BW5h62q0dSp4of2BFNqQF'), true)
  assert.equal(refused.has(network('ton'), 'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF'), false)
})

test('without a list nothing is refused', () => {
  assert.equal(readBlocklist(networks, '').size, 0)
})

test('a line that is no address is reported by its number', () => {
  assert.throws(() => readBlocklist(networks, `${evm}\nnobody\n\n${evm.slice(0, -1)}`), { lines: [2, 4] })
})

test('a list that cannot be read stops the server from starting', () => {
  assert.throws(() => readConfig({ REFUSED_ADDRESSES: 'no/such/file.txt' }), /REFUSED_ADDRESSES .*no\/such\/file\.txt/)
})
