// Every limit has a source, and every limit that a call names exists.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { defaultLimits } from '../../../../server/exchanges/default-limits.ts'
import { exchangeRegistry } from '../../../../server/exchanges/registry.ts'
import { networkCatalogue } from '../../../../server/networks/catalogue.ts'

const folders: Readonly<Record<string, string>> = {
  binanceInternational: 'binance',
  kuCoin: 'ku-coin',
  gateIo: 'gate-io',
}
const tools = {
  ...{ now: () => new Date(), networks: networkCatalogue('sandbox') },
  ...{ acquire: async () => true, withKeyLock: async () => null },
}

function sourcesOf(type: string): string {
  const folder = join('server/exchanges', folders[type] ?? type)
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
}

test('every exchange exposes the limits of its table', () => {
  const { all } = exchangeRegistry({ sandboxUrl: 'http://127.0.0.1:1' }, tools)
  assert.deepEqual(all.map(({ type }) => type).sort(), Object.keys(defaultLimits).sort())
  for (const { type, limits } of all) {
    const expected = Object.entries(defaultLimits[type] ?? {}).map(([name, { quota, windowSeconds }]) => [
      name,
      { quota, windowSeconds },
    ])
    assert.deepEqual(limits, Object.fromEntries(expected), type)
  }
})

test('every default states its source', () => {
  for (const [type, limits] of Object.entries(defaultLimits)) {
    for (const [name, { source, quota, windowSeconds }] of Object.entries(limits)) {
      assert.match(source, /\S{3,}.*\.$/, `${type}.${name}`)
      assert.ok(Number.isSafeInteger(quota) && quota > 0 && Number.isSafeInteger(windowSeconds) && windowSeconds > 0)
    }
  }
})

test('calls name exactly the additional limits of the table', () => {
  for (const [type, limits] of Object.entries(defaultLimits).filter(([name]) => !name.startsWith('sandbox'))) {
    const named = [...sourcesOf(type).matchAll(/limit: \{ name: '(\w+)'/g)].map(([, name]) => name)
    const additional = Object.keys(limits).filter((name) => !['key', 'address', 'public'].includes(name))
    assert.deepEqual([...new Set(named)].sort(), additional.sort(), type)
  }
})
