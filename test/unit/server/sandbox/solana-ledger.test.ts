// The sandbox's Solana keeps what was sent in a file, and goes on with it whatever its last moment was.
import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { paymentMessage, transactionOf } from '../../../../server/chains/solana-message.ts'
import { type Ledger, openLedger } from '../../../../server/sandbox/solana/ledger.ts'
import { hasLitesvm, loadLitesvm } from '../../../../server/sandbox/solana/litesvm.ts'
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
  const { value } = ledger.answer('getLatestBlockhash', [{ commitment: 'confirmed' }]) as {
    value: { blockhash: string }
  }
  const payment = { from: payer.address, to, mint: '', decimals: 9, units: 1_000_000_000n, makesAccount: false }
  const message = paymentMessage({ ...payment, reference: newSolanaKey().address }, value.blockhash)
  ledger.answer('sendTransaction', [payer.sign(Buffer.from(transactionOf(message)).toString('base64')), {}])
}

function paid(ledger: Ledger): number {
  return (ledger.answer('getBalance', [to]) as { value: number }).value
}

test('a line that a crash cut off is no line, and what is sent after it is there at the next start, too', {
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
  const genesis = first.answer('getGenesisHash', [])
  payOneCoin(first)
  const again = open('empty.jsonl')
  assert.deepEqual([again.answer('getGenesisHash', []), paid(again)], [genesis, 1_000_000_000])
})
