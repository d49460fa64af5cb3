// The payments at an address that no transfer has, as an operator sees them.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { EvmReads } from '../../../../server/chains/evm-reads.ts'
import { Amount } from '../../../../server/contract/amount.ts'
import type { SeenPayments } from '../../../../server/contract/console/seen-payments.ts'
import { noAddress } from '../../../../server/transfers/erase-transfers.ts'
import type { Transfer } from '../../../../server/transfers/transfer-store.ts'
import { tokenTransferData } from '../../../../server/wallets/calldata.ts'
import { requestPayment } from '../../../../server/wallets/request-payment.ts'
import { seenPayments } from '../../../../server/wallets/seen-payments.ts'
import { consoleOver, type TestConsole } from '../../../support/console.ts'
import { recipient } from '../../../support/engine.ts'
import { baseId } from '../../../support/native-flow.ts'
import { startWalletEngine, type WalletEngine } from '../../../support/wallet-engine.ts'

const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

let engine: WalletEngine
let tested: TestConsole
let session: string
before(async () => {
  engine = await startWalletEngine()
  const explorerUrl = (_networkId: string, hash: string) => `https://explorer.example/tx/${hash}`
  tested = consoleOver({ ...engine.deps, explorerUrl })
  session = await tested.signedIn('viewer')
})
after(() => engine.close())

let links = 0
async function watched(amount: string, symbol = 'USDC'): Promise<Transfer> {
  const destination = { networkId: baseId, symbol, address: recipient, addressTag: '' }
  const linkId = `link-${++links}`
  const owner = { clientId: engine.clientId, userId: 'user-1', linkId, transactionId: null, allowed: [destination] }
  const { transfer } = await requestPayment(engine.deps, owner, { destination, amount: Amount.parse(amount) })
  assert.ok(transfer)
  return transfer
}

function pay(units: bigint) {
  const [chainId, gas, value] = ['0x0', '0x186a0', '0x0']
  return engine.send(
    { chainId, from: engine.stranger.address, to: usdc, data: tokenTransferData(recipient, units), value, gas },
    { from: engine.stranger },
  )
}

async function seen({ id }: Transfer, query = ''): Promise<SeenPayments> {
  const { status, body } = await tested.request('GET', `/api/transfers/${id}/seen-payments${query}`, { session })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

test('a payment of another amount is listed, the nearest first, and none of another transfer or from before', async () => {
  await pay(25_800_000n)
  const transfer = await watched('26')
  const other = await watched('27')
  assert.deepEqual((await seen(transfer)).payments, [])
  const far = await pay(20_000_000n)
  const near = await pay(25_900_000n)
  const ofOther = await pay(27_000_000n)
  assert.equal((await engine.poll(other)).hash, ofOther)
  const { payments, text, next } = await seen(transfer)
  assert.deepEqual(
    payments.map(({ hash, amount, symbol, from }) => [hash, amount, symbol, from?.toLowerCase()]),
    [
      [near, '25.9', 'USDC', engine.stranger.address.toLowerCase()],
      [far, '20', 'USDC', engine.stranger.address.toLowerCase()],
    ],
  )
  assert.deepEqual([payments[0]?.explorerUrl, next], [`https://explorer.example/tx/${near}`, null])
  assert.match(text, /^Payments in USDC to the address that belong to no transfer, in blocks \d+ to \d+ since the /)
  // The user of the other transfer is erased.
  const { query } = engine.deps.database
  await query.updateTable('transfer').set({ to_address: noAddress }).where('id', '=', other.id).execute()
  assert.equal((await seen(transfer)).payments.length, 2)
})

test('a long watch is searched in parts', async () => {
  const transfer = await watched('31')
  const at = engine.deps.wallets.get('base')
  assert.ok(at)
  const firstBlock = await at.reads.head()
  const ranges: number[][] = []
  const late = {
    hash: `0x${'ab'.repeat(32)}`,
    from: engine.stranger.address,
    units: 30_500_000n,
    block: firstBlock + 12_000,
  }
  const reads: EvmReads = {
    ...at.reads,
    head: async () => firstBlock + 12_500,
    tokenTransfers: async ({ fromBlock, toBlock }) => {
      ranges.push([fromBlock - firstBlock, toBlock - firstBlock])
      return fromBlock <= late.block && late.block <= toBlock ? [late] : []
    },
  }
  const deps = { ...engine.deps, wallets: new Map([['base', { ...at, reads }]]) }
  const first = await seenPayments(deps, transfer)
  assert.ok(first.kind === 'searched' && first.next !== null)
  assert.deepEqual([first.payments, first.next - firstBlock, ranges.length], [[], 10_000, 10])
  const rest = await seenPayments(deps, transfer, first.next)
  assert.ok(rest.kind === 'searched')
  assert.deepEqual([rest.payments.map(({ hash }) => hash), rest.next], [[late.hash], null])
  // Each block once.
  const starts = ranges.map(([from]) => from)
  const ends = ranges.map(([, to = 0]) => to + 1)
  assert.deepEqual(starts, [1, ...ends.slice(0, -1)])
  assert.equal(ends.at(-1), 12_501)
  const wrong = await tested.request('GET', `/api/transfers/${transfer.id}/seen-payments?after=x`, { session })
  assert.deepEqual([wrong.status, wrong.body.field], [400, 'after'])
})

test('why nothing was searched is said: coins, no node, and a node that does not respond', async () => {
  const [coins, tokens] = [await watched('0.25', 'ETH'), await watched('33')]
  assert.match((await seen(coins)).text, /^Payments in ETH leave no log on Base/)
  const at = engine.deps.wallets.get('base')
  assert.ok(at)
  assert.equal((await seenPayments({ ...engine.deps, wallets: new Map() }, tokens)).kind, 'noNode')
  const head = () => Promise.reject(new Error('no response'))
  const silent = new Map([['base', { ...at, reads: { ...at.reads, head } }]])
  assert.equal((await seenPayments({ ...engine.deps, wallets: silent }, tokens)).kind, 'unreachable')
})
