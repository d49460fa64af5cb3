// Each exchange's sign-in fields carry the names that its own page for API keys has.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { texts } from '../../../../components/texts/en.ts'
import { exchangeRegistry } from '../../../../server/exchanges/registry.ts'
import { networkCatalogue } from '../../../../server/networks/catalogue.ts'

const partsOfKey = ['apiKey', 'apiSecret', 'passphrase', 'otp']
const labels: Record<string, string[]> = {
  coinbase: [],
  kraken: ['API key', 'Private key', '2FA password (if set for the key)'],
  binanceInternational: ['API key', 'Secret key'],
  okx: ['API key', 'Secret key', 'Passphrase'],
  bybit: ['API key', 'API secret'],
  kuCoin: ['API key', 'API secret', 'API passphrase'],
  gateIo: ['API key', 'Secret key'],
  bitget: ['API key', 'Secret key', 'Passphrase'],
}

test('each exchange calls the parts of a key as its own page does, in words that are translated', () => {
  const tools = {
    now: () => new Date(),
    networks: networkCatalogue('sandbox'),
    acquire: async () => true,
    withKeyLock: async () => null,
  }
  const application = { clientId: 'client', clientSecret: 'secret' }
  const { all } = exchangeRegistry({ sandboxUrl: null, coinbase: application }, tools)
  for (const [type, expected] of Object.entries(labels)) {
    const exchange = all.find((each) => each.type === type)
    const fields = exchange?.signIn.fields.filter(({ name }) => partsOfKey.includes(name))
    assert.deepEqual(
      fields?.map(({ label }) => label),
      expected,
      type,
    )
    for (const label of expected) assert.ok(Object.hasOwn(texts.keyFields, label), `${type}: ${label}`)
  }
})
