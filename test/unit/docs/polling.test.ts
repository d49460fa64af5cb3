// The page about polling states the intervals of every adapter.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { projectRoot } from '../../../scripts/command.ts'
import type { PollDelay } from '../../../server/exchanges/recovery-policy.ts'
import { exchangeRegistry } from '../../../server/exchanges/registry.ts'
import { networkCatalogue } from '../../../server/networks/catalogue.ts'
import { walletAdapter } from '../../../server/wallets/wallet-adapter.ts'

const units: [name: string, ms: number][] = [
  ['day', 86_400_000],
  ['minute', 60_000],
]

test('every interval of the page is the one of its adapters, and no exchange is missing', () => {
  const networks = networkCatalogue('production')
  const tools = { now: () => new Date(), networks, acquire: async () => true, withKeyLock: async () => null }
  const coinbase = { clientId: 'client', clientSecret: 'secret' }
  const { all } = exchangeRegistry({ sandboxUrl: null, coinbase }, tools)
  const wallet = walletAdapter(new Map(), new Map(), async () => new Map())
  const expected = [
    ...all.filter(({ transfers }) => transfers).map(({ name, recovery }) => [name, intervalOf(recovery.pollDelays)]),
    ["Users' own wallets, and payments by link", intervalOf(wallet.recovery.pollDelays)],
  ]
  assert.deepEqual(statedIntervals().toSorted(), expected.toSorted())
})

function statedIntervals(): string[][] {
  return readFileSync(join(projectRoot, 'docs/src/content/docs/operate/polling.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .flatMap((line) => {
      const [from = '', interval = ''] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
      return (from.includes('wallets') ? [from] : from.split(', ')).map((name) => [name, interval])
    })
}

function intervalOf(delays: readonly PollDelay[]): string {
  return delays
    .map(({ fromAgeMs, ms }) => (fromAgeMs === 0 ? delayOf(ms) : `after ${inUnit(fromAgeMs)} ${delayOf(ms)}`))
    .join(', ')
}

function delayOf(ms: number): string {
  return ms <= 60_000 ? `${ms / 1000} s` : inUnit(ms)
}

function inUnit(ms: number): string {
  const [name, length] = units.find(([, unitMs]) => ms >= unitMs) ?? assert.fail(String(ms))
  const count = ms / length
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
