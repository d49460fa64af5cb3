import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createApprovals } from '../../../../sandbox/exchange/approvals.ts'
import { assets } from '../../../../sandbox/exchange/assets.ts'
import { openDatabase } from '../../../../sandbox/exchange/database.ts'
import { ExchangeError } from '../../../../sandbox/exchange/exchange-error.ts'
import { createLedger } from '../../../../sandbox/exchange/ledger.ts'
import { findLogin, type Login } from '../../../../sandbox/exchange/logins.ts'
import { orderWithdrawal } from '../../../../sandbox/exchange/order-withdrawal.ts'
import { createOutbox } from '../../../../sandbox/exchange/outbox.ts'
import { createQuotes } from '../../../../sandbox/exchange/quotes.ts'
import { createRestrictions } from '../../../../sandbox/exchange/restrictions.ts'
import { seedLedger } from '../../../../sandbox/exchange/seed-ledger.ts'
import { formatUnits, parseUnits } from '../../../../sandbox/exchange/units.ts'
import { createWithdrawalCodes } from '../../../../sandbox/exchange/withdrawal-codes.ts'
import { createWithdrawals, type WithdrawalRow } from '../../../../sandbox/exchange/withdrawals.ts'
import { isShortRun } from '../../../support/length.ts'
import { address } from '../../../support/test-exchange.ts'

const now = () => Date.parse('2026-11-20T12:00:00Z')
const settled = new Set(['ethereum', 'base'])

function books() {
  const database = openDatabase(null)
  const ledger = createLedger(database, now)
  seedLedger(database, ledger)
  const withdrawals = createWithdrawals(database, ledger, now)
  const quotes = createQuotes({ database, ledger, now, settled, fromAddress: address })
  const pageUrl = () => 'http://localhost:4002'
  const outbox = createOutbox(database, now)
  const approvals = createApprovals(database, { outbox, now, pageUrl })
  const restrictions = createRestrictions(database, now, pageUrl)
  const codes = createWithdrawalCodes(database, outbox)
  return { database, ledger, withdrawals, quotes, approvals, restrictions, codes, now, settled }
}

const step = fc.record({
  kind: fc.constantFrom('order', 'order', 'order', 'complete', 'fail', 'release'),
  pick: fc.nat(20),
  login: fc.constantFrom(
    'user_good',
    'user_mfa_transfer',
    'user_dust',
    'user_readonly',
    'user_whitelist',
    'user_device',
  ),
  asset: fc.constantFrom('USDC', 'ETH', 'TEST', 'XMR', 'NONE'),
  network: fc.constantFrom('ethereum', 'base', 'monero'),
  amount: fc.oneof(
    fc.constantFrom(
      '1.01',
      '2.02',
      '3.03',
      '4.04',
      '5.05',
      '6.06',
      '7.07',
      '0.001',
      '20000.5',
      '19999.3',
      '0',
      '-1',
      '1e3',
    ),
    fc.tuple(fc.nat(9000), fc.nat(10 ** 9)).map(([whole, fraction]) => `${whole}.${fraction}`),
  ),
  clientId: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'),
  code: fc.constantFrom(null, '123456', '000000', '111111'),
  isLate: fc.boolean(),
})

test('whatever is ordered, refused, paid or failed, the pots of every asset add up to its deposits', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
      const deps = books()
      const deposited = deps.ledger.sums().map((sum) => sum.deposited)
      for (const { kind, pick, login, clientId, code, isLate, ...terms } of steps) {
        const rows = deps.withdrawals.all()
        const row = rows[pick % Math.max(rows.length, 1)]
        try {
          if (kind === 'order') {
            const person = findLogin(login) as Login
            const accountId = person.accounts[0]?.id ?? ''
            const validUntil = isLate ? now() - 1 : now()
            orderWithdrawal(deps, person, {
              ...terms,
              accountId,
              address,
              tag: '',
              recipient: null,
              clientId,
              code,
              quoteId: null,
              validUntil,
            })
          } else if (row !== undefined) {
            if (kind === 'complete') deps.withdrawals.complete(row)
            if (kind === 'fail') deps.withdrawals.fail(row, 'because')
            if (kind === 'release') deps.withdrawals.release(row.id)
          }
        } catch (error) {
          if (!(error instanceof ExchangeError)) throw error
        }
      }
      assert.deepEqual(deps.ledger.check(), [])
      assert.deepEqual(
        deps.ledger.sums().map((sum) => sum.deposited),
        deposited,
      )
      deps.database.close()
    }),
    { numRuns: isShortRun ? 40 : 150 },
  )
})

test('a withdrawal is settled or given back once, however often it is tried', () => {
  const deps = books()
  const good = findLogin('user_good') as Login
  const terms = { accountId: 'good-main', asset: 'USDC', network: 'ethereum', address, amount: '100.5' }
  const { row } = orderWithdrawal(deps, good, {
    ...terms,
    tag: '',
    recipient: null,
    clientId: 'x',
    code: null,
    quoteId: null,
    validUntil: now(),
  })
  for (let time = 0; time < 3; time++) deps.withdrawals.complete(row as WithdrawalRow)
  deps.withdrawals.fail(row, 'too late')
  const { available, held, withdrawn, fees } = deps.ledger.balance('good-main', 'USDC')
  assert.deepEqual([available, held, withdrawn, fees], [19_898_800_000n, 0n, 100_500_000n, 1_200_000n])
  assert.deepEqual(deps.ledger.check(), [])
})

test('the check reports a balance that was changed behind the ledger’s back', () => {
  const deps = books()
  deps.database.prepare("update balance set available = '1' where account_id = 'good-main' and asset = 'ETH'").run()
  assert.equal(deps.ledger.check().length, 2)
})

test('amounts go from text to base units and back without loss', () => {
  const decimals = fc.constantFrom(...assets.map((asset) => asset.decimals))
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 38n }), decimals, (units, places) => {
      assert.equal(parseUnits(formatUnits(units, places), places), units)
    }),
  )
  for (const text of ['', '.5', '5.', '01', '1e5', '-1', '+1', ' 1', '1,5', '0x10', 'NaN', '1.0000001']) {
    assert.equal(parseUnits(text, 6), null, text)
  }
  assert.equal(parseUnits('1.0000000', 6), 1_000_000n)
})
