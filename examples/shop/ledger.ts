// What the shop owes its customers, and the webhooks that it received. Both are stored in one transaction, before the webhook is
// acknowledged: after a crash neither is without the other.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { type Asset, assets, solanaAssets } from './assets.ts'
import type { Balance } from './balances.ts'
import { parseUnits, printUnits } from './units.ts'

export type Credit = { userId: string; asset: Asset; amount: string }
export type ReceivedWebhook = { id: string; type: string; transferId: string | null; outcome: string }
export type LoggedWebhook = ReceivedWebhook & { receivedAt: string; requests: number }

export type Ledger = {
  /** Credits nothing if the webhook was recorded before, or the transfer was credited. */
  record(webhook: ReceivedWebhook, credit: Credit | null): void
  /** What was credited to the customer. */
  balances(userId: string): Balance[]
  /** Newest first. */
  log(): LoggedWebhook[]
  close(): void
}

const tables = `
  create table if not exists webhook (
    id text primary key, type text not null, transfer_id text, outcome text not null,
    received_at text not null, requests integer not null
  );
  create table if not exists credit (
    transfer_id text primary key, user_id text not null, network_id text not null, symbol text not null, amount text not null
  );`

export function openLedger(folder: string): Ledger {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const database = new Database(join(folder, 'ledger.db'))
  database.exec(tables)
  const countAgain = database.prepare('update webhook set requests = requests + 1 where id = ?')
  const addWebhook = database.prepare('insert into webhook values (:id, :type, :transferId, :outcome, :receivedAt, 1)')
  const addCredit = database.prepare(
    'insert or ignore into credit values (:transferId, :userId, :networkId, :symbol, :amount)',
  )
  const creditsOf = database.prepare<[string, string, string], { amount: string }>(
    'select amount from credit where user_id = ? and network_id = ? and symbol = ?',
  )
  const latest = database.prepare<[], LoggedWebhook>(
    `select id, type, transfer_id as transferId, outcome, received_at as receivedAt, requests
     from webhook order by rowid desc limit 50`,
  )
  return {
    record: database.transaction((webhook: ReceivedWebhook, credit: Credit | null) => {
      if (countAgain.run(webhook.id).changes === 1) return
      const isCredited = credit === null || addCredit.run(creditRow(webhook, credit)).changes === 1
      const outcome = isCredited ? webhook.outcome : 'Not credited: the transfer was credited before'
      addWebhook.run({ ...webhook, outcome, receivedAt: new Date().toISOString() })
    }),
    balances: (userId) =>
      [...assets, ...solanaAssets].map(({ network, networkId, symbol, decimals }) => {
        const amounts = creditsOf.all(userId, networkId, symbol).map(({ amount }) => parseUnits(amount, decimals))
        const sum = amounts.reduce((total, units) => total + units, 0n)
        return { network, networkId, symbol, amount: printUnits(sum, decimals) }
      }),
    log: () => latest.all(),
    close: () => database.close(),
  }
}

function creditRow({ transferId }: ReceivedWebhook, { userId, asset, amount }: Credit): object {
  return { transferId, userId, networkId: asset.networkId, symbol: asset.symbol, amount }
}
