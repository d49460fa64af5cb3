// Gate and Bitget list the amount with the fee in it. A fee that is provisional or missing settles nothing.
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { Amount } from '../../../../server/contract/amount.ts'
import { bitget } from '../../../../server/exchanges/bitget/bitget.ts'
import { gateIo } from '../../../../server/exchanges/gate-io/gate-io.ts'
import type { Preview } from '../../../../server/transfers/preview-store.ts'
import { paymentFor, recipient } from '../../../support/engine.ts'
import { shareOf } from '../../../support/length.ts'
import { type RelayedExchange, startRelayedExchange } from '../../../support/relayed-exchange.ts'

const exchanges = [
  { name: 'Gate', emulator: 'gateIo', adapter: gateIo, path: '/wallet/withdrawals', pending: 'REQUEST' },
  { name: 'Bitget', emulator: 'bitget', adapter: bitget, path: 'withdrawal-records', pending: 'pending' },
] as const

const hash = `0x${'ab'.repeat(32)}`

let relayed: RelayedExchange
let row: { isPending: boolean; fee: string | null; hasHash: boolean }
afterEach(() => relayed.close())

/** The responses of an exchange with what the test's row states. */
function restated(text: string, pending: string): string {
  const stated = row.fee === null ? text : text.replace(/"fee":\s*"?-?[\d.]+"?/g, `"fee":${row.fee}`)
  const hashed = row.hasHash ? stated.replace(/"(txid|tradeId|recordId)":\s*"[^"]*"/g, `"$1":"${hash}"`) : stated
  return row.isPending ? hashed.replace(/"status":\s*"[^"]*"/g, `"status":"${pending}"`) : hashed
}

async function execute({ emulator, adapter, path, pending }: (typeof exchanges)[number]): Promise<Preview> {
  relayed = await startRelayedExchange(emulator, adapter, 'user_good', (url, text) =>
    url.includes(path) ? restated(text, pending) : text,
  )
  const address = { login: 'user_good', label: 'mine', network: 'base', address: recipient }
  await relayed.bank.sandbox.call('POST', '/console/addresses', address)
  const preview = await relayed.engine.preview('21.41')
  await relayed.engine.execute(preview)
  return preview
}

async function poll(preview: Preview) {
  const { engine } = relayed
  for (let polls = 0; polls < 5; polls++) {
    engine.wait(240_000)
    await engine.poll()
  }
  const { state, terms, attention } = await engine.transferOf(preview)
  return { state, amount: terms.amount.toString(), attention }
}

async function mine(preview: Preview) {
  const transfer = await relayed.engine.transferOf(preview)
  relayed.engine.mined.set(hash, paymentFor({ ...transfer, terms: preview.terms }, 12))
}

const asQuoted = { state: 'Succeeded', amount: '21.41', attention: null }

const fees = [
  ['no fee', 'null'],
  ['a fee of zero', '"0"'],
  ['a higher fee', '"3"'],
] as const

for (const exchange of shareOf(exchanges, 1)) {
  for (const [what, fee] of shareOf(fees, 1)) {
    for (const isPending of [true, false]) {
      test(`${exchange.name}: ${what} of a ${isPending ? 'pending' : 'completed'} row is corrected later`, async () => {
        row = { isPending, fee, hasHash: false }
        const preview = await execute(exchange)
        const before = await poll(preview)
        assert.equal(before.state, 'Submitted')
        if (isPending) assert.equal(before.amount, '21.41')
        row = { isPending: false, fee: null, hasHash: true }
        await mine(preview)
        assert.deepEqual(await poll(preview), asQuoted)
      })
    }
  }

  test(`${exchange.name}: a lower fee of a pending row counts once the chain shows its amount`, async () => {
    row = { isPending: true, fee: '"0.01"', hasHash: true }
    const preview = await execute(exchange)
    assert.equal((await poll(preview)).amount, '21.41')
    const baseUnits = Amount.parse('21.44').toBaseUnits(6)
    relayed.engine.mined.set(hash, { ...paymentFor(await relayed.engine.transferOf(preview), 12), baseUnits })
    assert.deepEqual(await poll(preview), { ...asQuoted, amount: '21.44' })
  })

  test(`${exchange.name}: a fee that is never stated is the quoted one where no chain is read`, async () => {
    row = { isPending: false, fee: 'null', hasHash: false }
    const preview = await execute(exchange)
    relayed.engine.deps.chains = new Map()
    assert.deepEqual(await poll(preview), asQuoted)
  })
}
