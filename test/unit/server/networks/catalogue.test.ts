import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkCatalogue } from '../../../../server/networks/catalogue.ts'

// Ids that clients have stored. Lines may be added here, none may change or go.
const published: [string, string][] = [
  ['Ethereum', 'e3c7fdd8-b1fc-4e51-85ae-bb276e075611'],
  ['Arbitrum', '9d1dc4c5-f9a1-4b54-aa63-fd9acb142b8a'],
  ['Optimism', '6395b362-c8e7-4a7a-ab7b-e80e98281da3'],
  ['Base', 'aa883b03-120d-477c-a588-37c2afd3ca71'],
  ['Polygon', '7436e9d0-ba42-4d2b-b4c0-8e4e606b2c12'],
  ['BNB Smart Chain', '1787d704-351e-43af-a6e8-be3e9221bc22'],
  ['Avalanche', 'dcca8c6a-566d-4681-95ad-4cce64e15b5d'],
  ['Solana', '0291810a-5947-424d-9a59-e88bb33e999d'],
  ['Bitcoin', '0880db06-7c7c-4738-898f-cf74efc03c47'],
  ['Tron', '37eb3ad5-075a-4c9e-b520-00d673fa1fd6'],
  ['XRP Ledger', '49e6c4d3-a5c9-4710-ac1d-e3b024ce3005'],
  ['Litecoin', '76ad3151-0e95-46c4-bc0e-bdfb702548a6'],
  ['Dogecoin', 'd70adae9-2435-4476-9cf2-04ea04173709'],
  ['Stellar', '5c099e8c-e9a4-43eb-948d-390cf7e639ab'],
  ['TON', '649c3eb5-5a32-40eb-9391-bd7dd4437094'],
]

for (const environment of ['sandbox', 'production'] as const) {
  test(`the ids of networks never change (${environment})`, () => {
    const { all } = networkCatalogue(environment)
    for (const [name, id] of published) assert.equal(all.find((network) => network.id === id)?.name, name)
    assert.equal(all.length, published.length)
    assert.equal(new Set(all.map((network) => network.id)).size, all.length)
  })
}

test('the token that exists for tests alone is absent in production', () => {
  for (const network of networkCatalogue('production').all)
    assert.ok(network.tokens.every((token) => token.symbol !== 'TEST'))
})
