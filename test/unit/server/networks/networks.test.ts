import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkCatalogue } from '../../../../server/networks/catalogue.ts'
import { checkEvmAddress, toChecksumAddress } from '../../../../server/networks/evm-address.ts'

// Ids that clients have stored. Lines may be added here, none may change or go.
const published: [string, string][] = [
  ['Ethereum', 'e3c7fdd8-b1fc-4e51-85ae-bb276e075611'],
  ['Base', 'aa883b03-120d-477c-a588-37c2afd3ca71'],
]

for (const environment of ['sandbox', 'production'] as const) {
  test(`the ids of networks never change (${environment})`, () => {
    const { all } = networkCatalogue(environment)
    for (const [name, id] of published) assert.equal(all.find((network) => network.id === id)?.name, name)
    assert.equal(new Set(all.map((network) => network.id)).size, all.length)
  })

  test(`every token contract is written with its checksum (${environment})`, () => {
    for (const network of networkCatalogue(environment).all) {
      for (const { contract } of network.tokens)
        if (contract !== '') assert.equal(toChecksumAddress(contract), contract)
    }
  })
}

test('the token that exists for tests alone is absent in production', () => {
  for (const network of networkCatalogue('production').all)
    assert.ok(network.tokens.every((token) => token.symbol !== 'TEST'))
})

// The vectors of EIP-55.
const checksummed = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]
for (const address of checksummed) {
  test(`${address} is accepted, and its lower-case form answered with the checksum`, () => {
    assert.equal(checkEvmAddress(address).ok, true)
    const lower = checkEvmAddress(address.toLowerCase())
    assert.deepEqual(lower, { ok: true, address: toChecksumAddress(address) })
  })
}

test('one letter in the wrong case is a broken checksum', () => {
  const check = checkEvmAddress('0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed')
  assert.deepEqual(check, { ok: false, problem: 'addressChecksumFailed' })
})

const foreign: [string, string | null][] = [
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'Bitcoin'],
  ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'Bitcoin'],
  ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'Tron'],
  ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'XRP Ledger'],
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', null],
  ['5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', null],
  ['', null],
]
for (const [address, network] of foreign) {
  test(`"${address}" is no EVM address${network === null ? '' : ` but one of ${network}`}`, () => {
    const check = checkEvmAddress(address)
    assert.ok(!check.ok)
    assert.equal(check.otherNetwork ?? null, network)
  })
}
