// Every wrong letter in the addresses that have a checksum.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkCatalogue } from '../../../../server/networks/catalogue.ts'
import { publishedAddresses } from '../../../fixtures/addresses.ts'

const { byKey } = networkCatalogue('production')

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_'
for (const key of ['bitcoin', 'litecoin', 'dogecoin', 'tron', 'xrp', 'stellar', 'ton']) {
  test(`no single wrong letter, and no two exchanged ones, pass on ${key}`, () => {
    const network = byKey(key) ?? assert.fail()
    for (const each of publishedAddresses[key]?.right ?? []) {
      const address = typeof each === 'string' ? each : each[1]
      for (let at = 0; at < address.length; at++) {
        for (const letter of alphabet) {
          const changed = address.slice(0, at) + letter + address.slice(at + 1)
          if (changed !== address) assert.equal(network.checkAddress(changed).ok, false, changed)
        }
        const swapped = address.slice(0, at) + (address[at + 1] ?? '') + (address[at] ?? '') + address.slice(at + 2)
        if (swapped !== address) assert.equal(network.checkAddress(swapped).ok, false, swapped)
      }
    }
  })
}
