// The sandbox's Solana stores its transactions in a file, and resumes from it however the process ended.
import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startProcess } from '../../../../sandbox/processes.ts'
import { type Ledger, openLedger } from '../../../../sandbox/solana/ledger.ts'
import { hasLitesvm, loadLitesvm } from '../../../../sandbox/solana/litesvm.ts'
import { startSolanaProxy } from '../../../../sandbox/solana/proxy.ts'
import { paymentMessage, transactionOf } from '../../../../server/chains/solana-message.ts'
import { proofSuite } from '../../../support/length.ts'
import { newSolanaKey } from '../../../support/solana-node.ts'

const skip = hasLitesvm() ? false : 'no litesvm for this machine'
const folder = mkdtempSync(join(tmpdir(), 'test-solana-ledger-'))
after(() => rmSync(folder, { recursive: true }))

const [payer, to] = [newSolanaKey(), newSolanaKey().address]
const purses = [{ address: payer.address, coin: 5, tokens: {} }]
let clock = Date.parse('2026-11-20T12:00:00Z')

function open(name: string): Ledger {
  clock += 1_000
  return openLedger({ vm: loadLitesvm(), file: join(folder, name), purses, now: () => clock })
}

function payOneCoin(ledger: Ledger): void {
  const { value } = ledger.respond('getLatestBlockhash', [{ commitment: 'confirmed' }]) as {
    value: { blockhash: string }
  }
  const payment = { from: payer.address, to, mint: '', decimals: 9, units: 1_000_000_000n, makesAccount: false }
  const message = paymentMessage({ ...payment, reference: newSolanaKey().address }, value.blockhash)
  ledger.respond('sendTransaction', [payer.sign(Buffer.from(transactionOf(message)).toString('base64')), {}])
}

function paid(ledger: Ledger): number {
  return (ledger.respond('getBalance', [to]) as { value: number }).value
}

test('a line that a crash cut off is ignored, and later transactions are there at the next start, too', {
  skip,
}, () => {
  payOneCoin(open('cut.jsonl'))
  appendFileSync(join(folder, 'cut.jsonl'), '{"slot":12,"transa')
  const second = open('cut.jsonl')
  assert.equal(paid(second), 1_000_000_000)
  payOneCoin(second)
  assert.equal(paid(open('cut.jsonl')), 2_000_000_000)
})

test('a file that a crash left empty begins anew, for good', { skip }, () => {
  writeFileSync(join(folder, 'empty.jsonl'), '')
  const first = open('empty.jsonl')
  const genesis = first.respond('getGenesisHash', [])
  payOneCoin(first)
  const again = open('empty.jsonl')
  assert.deepEqual([again.respond('getGenesisHash', []), paid(again)], [genesis, 1_000_000_000])
})

proofSuite('the process of Solana', () => {
  test('nothing that comes to its port ends the process', { skip }, async () => {
    const data = mkdtempSync(join(folder, 'data-'))
    const file = fileURLToPath(new URL('../../../../sandbox/solana/main.ts', import.meta.url))
    const running = await startProcess({ name: 'Solana', file, env: { DATA_DIR: data }, output: 'ignore' })
    const post = async (body: string) => {
      const response = await fetch(String(running.ready.url), { method: 'POST', body })
      return JSON.stringify(await response.json())
    }
    try {
      assert.match(await post('{{'), /-32700/)
      for (const odd of ['null', '[null,7]', '"x"']) assert.match(await post(odd), /-32601/, odd)
      assert.match(await post('{"id":4,"method":"getHealth"}'), /"ok"/)
    } finally {
      await running.stop()
    }
  })

  test('a process that cannot start is logged once, and not retried with every call', { skip }, async (t) => {
    const data = mkdtempSync(join(folder, 'data-'))
    mkdirSync(join(data, 'chain'))
    writeFileSync(join(data, 'chain', 'solana.jsonl'), 'nonsense\n')
    const before = process.env.DATA_DIR
    process.env.DATA_DIR = data
    const logged = t.mock.method(console, 'error', () => {})
    const door = await startSolanaProxy()
    try {
      const call = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"method":"getHealth"}' }
      const post = () => fetch(door?.url ?? '', call)
      for (let calls = 0; calls < 3; calls++) assert.equal((await post()).status, 502)
      assert.deepEqual(
        [logged.mock.callCount(), String(logged.mock.calls[0]?.arguments[0]).slice(0, 33)],
        [1, "The sandbox's Solana cannot start"],
      )
    } finally {
      await door?.stop()
      if (before === undefined) delete process.env.DATA_DIR
      else process.env.DATA_DIR = before
    }
  })
})
