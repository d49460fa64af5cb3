import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { networkCatalogue } from '../../../../server/networks/catalogue.ts'
import { publishedAddresses } from '../../../fixtures/addresses.ts'

const { all } = networkCatalogue('production')

test('every network has published addresses to be tried with', () => {
  assert.deepEqual(Object.keys(publishedAddresses).sort(), all.map(({ key }) => key).sort())
})

for (const network of all) {
  describe(network.name, () => {
    const { right, irrecoverable = {}, mistyped, wrong } = publishedAddresses[network.key] ?? assert.fail()

    test('a valid address is returned in its canonical spelling, which stays as it is', () => {
      for (const each of right) {
        const [given, canonical] = typeof each === 'string' ? [each, each] : each
        assert.deepEqual(network.checkAddress(given), { ok: true, address: canonical })
        assert.deepEqual(network.checkAddress(canonical), { ok: true, address: canonical })
        assert.equal(network.irrecoverableReason(canonical), null, canonical)
      }
    })

    test('an address that destroys what it receives is objected to', () => {
      for (const [rule, addresses] of Object.entries(irrecoverable)) {
        for (const address of addresses) {
          assert.deepEqual(network.checkAddress(address), { ok: true, address })
          const found = network.irrecoverableReason(address)
          assert.equal(found?.rule, rule, address)
          assert.match(found.reason, /^\S.{10,}[^.]$/, address)
        }
      }
    })

    test('a mistyped address has a wrong checksum', () => {
      for (const address of mistyped) {
        assert.deepEqual(network.checkAddress(address), { ok: false, problem: 'addressChecksumFailed' }, address)
      }
    })

    test('an invalid address of this network is refused', () => {
      for (const address of [...wrong, '', ' ', '0', 'x'.repeat(200), '1'.repeat(200), 'é', '\u0000']) {
        assert.deepEqual(network.checkAddress(address), { ok: false, problem: 'invalidAddress' }, address)
      }
    })

    test('nothing is trimmed or ignored around an address', () => {
      for (const address of right.flat()) {
        for (const odd of [` ${address}`, `${address} `, `${address}\n`, `${address}&amount=9`, `${address}?dt=1`]) {
          assert.equal(network.checkAddress(odd).ok, false, JSON.stringify(odd))
        }
      }
    })
  })
}
