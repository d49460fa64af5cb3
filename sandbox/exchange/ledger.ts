// The exchange's ledger. Every posting moves base units from one balance to another, so that for each asset
// available + held + withdrawn + fees = deposited. `check` verifies this from the postings.

import type { ExchangeDatabase } from './database.ts'
import { ExchangeError } from './exchange-error.ts'

const pots = ['deposited', 'available', 'held', 'withdrawn', 'fees'] as const
type Pot = (typeof pots)[number]
export type Balance = Record<Pot, bigint>

interface Movement {
  accountId: string
  asset: string
  units: bigint
  withdrawalId: string
}

export interface AssetSums extends Balance {
  asset: string
}

export interface Ledger {
  deposit(accountId: string, asset: string, units: bigint): void
  /** Throws insufficient_funds. */
  hold(movement: Movement): void
  release(movement: Movement): void
  settle(movement: Omit<Movement, 'units'> & { amount: bigint; fees: bigint }): void
  balance(accountId: string, asset: string): Balance
  balances(accountId: string): (Balance & { asset: string })[]
  sums(): AssetSums[]
  /** One sentence for each mismatch. Empty if the ledger is consistent. */
  check(): string[]
}

type Moved = Omit<Movement, 'withdrawalId'> & { withdrawalId?: string | null }
type PostingKind = 'deposit' | 'hold' | 'release' | 'settle' | 'fees'

/** Source and target of each kind of posting. */
const potsOf: Record<PostingKind, [source: Pot, target: Pot]> = {
  deposit: ['deposited', 'available'],
  hold: ['available', 'held'],
  release: ['held', 'available'],
  settle: ['held', 'withdrawn'],
  fees: ['held', 'fees'],
}

type BalanceRow = Record<Pot, string> & { asset: string }

export function createLedger(database: ExchangeDatabase, now: () => number): Ledger {
  const readBalance = database.prepare<[string, string], BalanceRow>(
    'select * from balance where account_id = ? and asset = ?',
  )
  const writeBalance = database.prepare(
    `insert into balance (account_id, asset, deposited, available, held, withdrawn, fees)
     values (@accountId, @asset, @deposited, @available, @held, @withdrawn, @fees)
     on conflict (account_id, asset) do update set deposited = excluded.deposited, available = excluded.available,
       held = excluded.held, withdrawn = excluded.withdrawn, fees = excluded.fees`,
  )
  const writePosting = database.prepare(
    `insert into posting (at, account_id, asset, source, target, units, kind, withdrawal_id)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const readAccount = database.prepare<[string], BalanceRow>(
    'select * from balance where account_id = ? order by rowid',
  )

  const balance = (accountId: string, asset: string): Balance => toBalance(readBalance.get(accountId, asset))

  // The unique (withdrawal, kind) of a posting prevents a second settlement or return of the same withdrawal.
  const move = database.transaction(({ accountId, asset, units, withdrawalId = null }: Moved, kind: PostingKind) => {
    const [source, target] = potsOf[kind]
    if (units < 0n) throw new RangeError('a movement cannot be negative')
    const after = balance(accountId, asset)
    // A deposit raises both the deposited and the available balance.
    after[source] += source === 'deposited' ? units : -units
    after[target] += units
    if (after[source] < 0n) throw new ExchangeError(422, 'insufficient_funds', `There is not enough ${asset}.`)
    writePosting.run(now(), accountId, asset, source, target, units.toString(), kind, withdrawalId)
    writeBalance.run({ accountId, asset, ...toTexts(after) })
  })

  return {
    deposit: (accountId, asset, units) => move({ accountId, asset, units }, 'deposit'),
    hold: (movement) => move(movement, 'hold'),
    release: (movement) => move(movement, 'release'),
    settle: database.transaction(({ accountId, asset, withdrawalId, amount, fees }) => {
      move({ accountId, asset, units: amount, withdrawalId }, 'settle')
      move({ accountId, asset, units: fees, withdrawalId }, 'fees')
    }),
    balance,
    balances: (accountId) => readAccount.all(accountId).map((row) => ({ asset: row.asset, ...toBalance(row) })),
    sums: () => sumByAsset(database),
    check: () => check(database),
  }
}

function toBalance(row: Record<Pot, string> | undefined): Balance {
  return mapPots((pot) => BigInt(row?.[pot] ?? '0'))
}

function toTexts(balance: Balance): Record<Pot, string> {
  return mapPots((pot) => balance[pot].toString())
}

function mapPots<Value>(value: (pot: Pot) => Value): Record<Pot, Value> {
  return Object.fromEntries(pots.map((pot) => [pot, value(pot)])) as Record<Pot, Value>
}

function sumByAsset(database: ExchangeDatabase): AssetSums[] {
  const sums = new Map<string, Balance>()
  for (const row of database.prepare<[], BalanceRow>('select * from balance order by rowid').all()) {
    const sum = sums.get(row.asset) ?? mapPots(() => 0n)
    sums.set(
      row.asset,
      mapPots((pot) => sum[pot] + BigInt(row[pot])),
    )
  }
  return [...sums].map(([asset, sum]) => ({ asset, ...sum }))
}

interface PostingRow {
  account_id: string
  asset: string
  source: Pot
  target: Pot
  units: string
}

function check(database: ExchangeDatabase): string[] {
  const counted = new Map<string, Balance>()
  for (const row of database.prepare<[], PostingRow>('select * from posting').iterate()) {
    const key = `${row.account_id} ${row.asset}`
    const balance = counted.get(key) ?? mapPots(() => 0n)
    const units = BigInt(row.units)
    balance[row.source] += row.source === 'deposited' ? units : -units
    balance[row.target] += units
    counted.set(key, balance)
  }
  const problems: string[] = []
  type Row = BalanceRow & { account_id: string }
  for (const row of database.prepare<[], Row>('select * from balance').all()) {
    const key = `${row.account_id} ${row.asset}`
    const balance = toBalance(row)
    const recount = counted.get(key) ?? mapPots(() => 0n)
    counted.delete(key)
    if (pots.some((pot) => balance[pot] !== recount[pot]))
      problems.push(`${key}: the balance is not the sum of its postings`)
    if (pots.some((pot) => balance[pot] < 0n)) problems.push(`${key}: a pot is below zero`)
    const { deposited, available, held, withdrawn, fees } = balance
    if (available + held + withdrawn + fees !== deposited)
      problems.push(`${key}: the pots do not add up to what was deposited`)
  }
  for (const key of counted.keys()) problems.push(`${key}: there are postings without a balance`)
  return [...problems, ...openHolds(database)]
}

// The held balance must equal the sum of the unfinished withdrawals.
function openHolds(database: ExchangeDatabase): string[] {
  const expected = new Map<string, bigint>()
  type Open = { account_id: string; asset: string; units: string; fee_units: string; exchange_fee_units: string }
  const open = database.prepare<[], Open>("select * from withdrawal where status in ('pending', 'sent')").all()
  for (const row of open) {
    const key = `${row.account_id} ${row.asset}`
    const total = BigInt(row.units) + BigInt(row.fee_units) + BigInt(row.exchange_fee_units)
    expected.set(key, (expected.get(key) ?? 0n) + total)
  }
  type Row = { account_id: string; asset: string; held: string }
  return database
    .prepare<[], Row>('select account_id, asset, held from balance')
    .all()
    .filter((row) => BigInt(row.held) !== (expected.get(`${row.account_id} ${row.asset}`) ?? 0n))
    .map((row) => `${row.account_id} ${row.asset}: held is not what the open withdrawals hold`)
}
