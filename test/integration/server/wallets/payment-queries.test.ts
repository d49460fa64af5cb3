// Matching a payment reads as many rows with 4,000 open transfers as with 1,000.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { isPostgres } from '../../../../server/storage/dialect.ts'
import type { Query } from '../../../../server/storage/storage.ts'
import type { Transfer } from '../../../../server/transfers/transfer-store.ts'
import {
  equalAttempts,
  equalExchangeHashes,
  equalUnsettledHashes,
  paidSince,
  polledNonces,
  recentAttempts,
} from '../../../../server/wallets/payment-queries.ts'
import { referenceOf } from '../../../../server/wallets/payment-reference.ts'
import { namesAnother } from '../../../../server/wallets/solana-arrivals.ts'
import type { SolanaNetwork } from '../../../../server/wallets/solana-networks.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { rowsRead } from '../../../support/rows-read.ts'

/** Below about a thousand rows PostgreSQL rightly prefers to read a whole table. */
const sizes = [1_000, 4_000]
const payer = '0x00000000000000000000000000000000000000AA'

let engine: Engine
let own: Transfer
before(async () => {
  engine = await startEngine()
  const preview = await engine.preview()
  await engine.execute(preview)
  const stored = await engine.transferOf(preview)
  own = { ...stored, id: 'own', terms: { ...stored.terms, fromAddress: payer } }
})
after(() => engine.close())

type Changed = Record<string, string | number | null>

const nothing = { sent_nonce: null, declined_at: null, claim: null, shared_at: null, last_search_at: null }
const unread = { receiver_state: null, payer_balance: null, receiver_balance: null, first_state: null }
const blocks = { nonce: 0, mined_nonce: 0, first_block: 1, searched_block: 1 }
const watch = { ...nothing, ...unread, ...blocks, hints: '[]' }

/** Copies the engine's transfer with other columns, and a watch for it. */
async function insertCopies(copies: readonly (Changed & { id: string })[]): Promise<void> {
  const { query } = engine.deps.database
  const model = await query.selectFrom('transfer').selectAll().where('state', '=', 'Submitted').limit(1).execute()
  const previews = await query.selectFrom('preview').selectAll().limit(1).execute()
  const preview = { ...previews[0], id: '' } as (typeof previews)[number]
  const transfer = { ...model[0], withdrawal_id: null, fingerprint: null } as (typeof model)[number]
  for (let from = 0; from < copies.length; from += 200) {
    const page = copies.slice(from, from + 200)
    await query
      .insertInto('preview')
      .values(page.map(({ id }) => ({ ...preview, id: `preview-${id}` })))
      .execute()
    await query
      .insertInto('transfer')
      .values(page.map((changed) => ({ ...transfer, preview_id: `preview-${changed.id}`, ...changed })))
      .execute()
    await query
      .insertInto('wallet_watch')
      .values(page.map(({ id }) => ({ ...watch, transfer_id: id, reference: referenceOf(id) })))
      .execute()
  }
}

const wallet = { exchange_type: 'DeFiWallet', status: 'Pending', from_address: payer }

/** Each is matched by one or two of the statements below. */
const matching = [
  { ...wallet, id: 'waiting', status: 'Hidden', state: 'AwaitingWallet' },
  { ...wallet, id: 'ambiguous', state: 'Ambiguous', next_poll_at: null },
  { ...wallet, id: 'unsettled', state: 'Broadcast', from_address: '', hash: '0xAB' },
  { ...wallet, id: 'paid', state: 'Broadcast', amount: '7.25', next_poll_at: null },
  { ...wallet, id: 'sent', state: 'Broadcast', to_address: '0x01' },
  { id: 'exchange', exchange_type: 'sandbox', state: 'Submitted', status: 'Pending', hash: '0xCD' },
]

const others = ['AwaitingWallet', 'Broadcast', 'Submitted'].map((state) => ({
  exchange_type: state === 'Submitted' ? 'sandbox' : 'DeFiWallet',
  state,
  status: state === 'AwaitingWallet' ? 'Hidden' : 'Pending',
}))

const solana = (named: string[]) =>
  ({ reads: { namedIn: async () => named }, network: { key: own.terms.networkKey } }) as unknown as SolanaNetwork

test('the rows read to match a payment do not grow with the number of open transfers', async () => {
  const { database } = engine.deps
  await insertCopies(matching)
  await database.query.updateTable('wallet_watch').set({ sent_nonce: 9 }).where('transfer_id', '=', 'sent').execute()
  const attempts = {
    ...{ clientId: own.clientId, userId: own.userId, terms: own.terms, since: new Date(0) },
    states: ['AwaitingWallet', 'Broadcast'] as const,
  }
  const ids = (rows: readonly Transfer[]) => rows.map(({ id }) => id).sort()
  type Statement = [index: string, run: (query: Query) => Promise<unknown>, expected: unknown]
  const statements: Statement[] = [
    [
      'transfer_wallet_payment',
      async (query) => ids(await equalAttempts(query, own.terms, null)),
      ['ambiguous', 'waiting'],
    ],
    ['transfer_wallet_payment', (query) => equalUnsettledHashes(query, own), ['0xAB']],
    ['transfer_exchange_payment', (query) => equalExchangeHashes(query, own.terms), ['', '0xcd']],
    ['transfer_wallet', (query) => polledNonces(query, own.terms), new Set([9])],
    ['transfer_wallet', async (query) => ids(await recentAttempts(query, attempts)), ['paid', 'waiting']],
    ['transfer_wallet', (query) => paidSince(query, own), 32_250_000n],
    [
      'wallet_watch_reference',
      (query) => namesAnother(query, solana([referenceOf('sent')]), { id: own.id, hash: '' }),
      true,
    ],
  ]
  const counts: number[][] = []
  let stored = 0
  for (const size of sizes) {
    const copies = Array.from({ length: size - stored }, (_, index) => {
      const n = String(stored + index)
      return { ...others[index % others.length], id: `other-${n}`, to_address: `0xto${n}`, from_address: `0xfrom${n}` }
    })
    await insertCopies(copies)
    stored = size
    if (isPostgres(database.query)) for (const table of ['transfer', 'wallet_watch']) await analyze(table)
    const row: number[] = []
    for (const [index, run, expected] of statements) {
      assert.deepEqual(await run(database.query), expected)
      const read = await rowsRead(database, run)
      // PostgreSQL chooses by its statistics, and SQLite by the indexes alone.
      const isChosen = isPostgres(database.query) || read.indexes.includes(index)
      assert.ok(isChosen, `${size} open: ${index} is not in ${read.indexes}`)
      assert.deepEqual(read.scanned, [])
      row.push(read.rows)
    }
    counts.push(row)
  }
  assert.deepEqual(counts[1], counts[0])
})

test('a payment is compared by its canonical amount', async () => {
  const { query } = engine.deps.database
  const equal = { ...own.terms, amount: own.terms.amount.add(own.terms.amount).subtract(own.terms.amount) }
  assert.equal((await equalAttempts(query, equal, null)).length, 2)
  const other = { ...own.terms, amount: own.terms.amount.add(own.terms.networkFee) }
  assert.deepEqual(await equalAttempts(query, other, null), [])
})

const analyze = (table: string) => sql`analyze ${sql.table(table)}`.execute(engine.deps.database.query)
