// Bybit knows no reference of ours: a row that states the recipient differently, or not at all, is never another's.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { base64urlnopad } from '@scure/base'
import { loadAccount } from '../../../../server/accounts/accounts.ts'
import { Amount } from '../../../../server/contract/amount.ts'
import { bybit } from '../../../../server/exchanges/bybit/bybit.ts'
import { crc16 } from '../../../../server/networks/crc16.ts'
import { ton } from '../../../../server/networks/ton.ts'
import { previewTransfer } from '../../../../server/transfers/preview.ts'
import { proofTest, shareOf } from '../../../support/length.ts'
import { type RelayedExchange, startRelayedExchange } from '../../../support/relayed-exchange.ts'

function tonAddress(flags: number): string {
  const body = Uint8Array.of(flags, 0, ...Array.from({ length: 32 }, (_, index) => (index * 7) & 255))
  const crc = crc16(body)
  return base64urlnopad.encode(Uint8Array.of(...body, crc >> 8, crc & 255))
}
const [bounceable, ordered] = [tonAddress(0x11), tonAddress(0x51)]

let relayed: RelayedExchange
let change = (row: Record<string, unknown>) => row
before(async () => {
  relayed = await startRelayedExchange('bybit', bybit, 'user_networks', (url, text) => {
    if (url === '/v5/asset/withdraw/create') return null
    if (!url.startsWith('/v5/asset/withdraw/query-record')) return text
    const response = JSON.parse(text)
    response.result.rows = response.result.rows.map(change)
    return JSON.stringify(response)
  })
  const address = { login: 'user_networks', label: 'ton', network: 'ton', address: ordered, tag: '7' }
  await relayed.bank.sandbox.call('POST', '/console/addresses', address)
})
after(() => relayed.close())

/** The state of an order whose response was lost, hours later. */
async function lostOrder(amount: string) {
  const { engine } = relayed
  const account = await loadAccount(engine.deps, engine.clientId, engine.accountId)
  const terms = { networkId: ton.id, symbol: 'TON', toAddress: ordered, addressTag: '7', amount: Amount.parse(amount) }
  const preview = await previewTransfer(engine.deps, { account, ...terms, session: null })
  await engine.execute(preview)
  for (let poll = 0; poll < 15; poll++) {
    engine.wait(480_000)
    await engine.poll()
  }
  // The emulated network confirms in real time, whatever the engine's clock shows.
  while (['Submitted', 'Confirming'].includes((await engine.transferOf(preview)).state)) {
    await pause(20)
    engine.wait(60_000)
    await engine.poll()
  }
  return engine.transferOf(preview)
}

test('a row with another spelling of the same account is the order', async () => {
  change = (row) => ({ ...row, toAddress: bounceable })
  const { state, withdrawalId } = await lostOrder('10.5')
  assert.deepEqual([state, typeof withdrawalId], ['Succeeded', 'string'])
})

const unstated: [string, string, (row: Record<string, unknown>) => Record<string, unknown>][] = [
  ['10.6', 'no tag', ({ tag: _, ...row }) => row],
  ['10.7', 'no address', ({ toAddress: _, ...row }) => row],
  ['10.8', 'an empty address', (row) => ({ ...row, toAddress: '' })],
  ['10.9', 'an address that cannot be read', (row) => ({ ...row, toAddress: 'EQ…' })],
]
for (const [amount, what, changed] of shareOf(unstated, 1)) {
  test(`a row with ${what} leaves the order to an operator`, async () => {
    change = changed
    const { state, attention, emptyPolls } = await lostOrder(amount)
    assert.deepEqual([state, emptyPolls], ['Unknown', 0])
    assert.match(attention ?? '', /except for its network/)
  })
}

proofTest('a row to another account is not the order', async () => {
  change = (row) => ({ ...row, toAddress: ton.tokens[1]?.contract })
  assert.equal((await lostOrder('10.4')).state, 'NotSent')
})

test('the same recipient in another spelling is locked while an equal order is open', async () => {
  change = ({ tag: _, ...row }) => row
  await lostOrder('11.1')
  const { engine } = relayed
  const account = await loadAccount(engine.deps, engine.clientId, engine.accountId)
  const terms = { networkId: ton.id, symbol: 'TON', addressTag: '7', amount: Amount.parse('11.1') }
  const preview = await previewTransfer(engine.deps, { account, ...terms, toAddress: bounceable, session: null })
  await assert.rejects(engine.execute(preview), { type: 'duplicateTransferInProgress' })
})
