import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import { type Kysely, sql } from 'kysely'

export const servesPreviousVersion = false

const columns = [
  // Copied from the terms, so that equal payments are found by an index.
  `alter table transfer add column network_key text not null default ''`,
  `alter table transfer add column contract text not null default ''`,
  `alter table transfer add column from_address text not null default ''`,
  `alter table transfer add column to_address text not null default ''`,
  `alter table transfer add column amount text not null default ''`,
  `alter table wallet_watch add column reference text`,
]

const indexes = [
  // Open transfers of an equal payment.
  `create index transfer_open_payment on transfer(to_address, amount, contract, network_key) where next_poll_at is not null`,
  // Ambiguous payments stay in the comparison after their polls have ended.
  `create index transfer_ambiguous on transfer(to_address, amount) where state = 'Ambiguous'`,
  // A wallet's own transfers.
  `create index transfer_wallet on transfer(from_address, network_key, to_address, updated_at) where exchange_type = 'DeFiWallet'`,
  `create unique index wallet_watch_reference on wallet_watch(reference) where reference is not null`,
]

const pageSize = 1_000

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of columns) await sql.raw(statement).execute(database)
  await fillPayments(database)
  await fillReferences(database)
  for (const statement of indexes) await sql.raw(statement).execute(database)
}

async function fillPayments(database: Kysely<unknown>): Promise<void> {
  for (let last = ''; ; ) {
    const page = sql<{ id: string; terms: string }>`select id, terms from transfer
      where id > ${last} order by id limit ${sql.lit(pageSize)}`
    const { rows } = await page.execute(database)
    if (rows.length === 0) return
    const values = rows.map(({ id, terms }) => {
      const { networkKey, contract, fromAddress, toAddress, amount } = JSON.parse(terms) as Record<string, string>
      return sql`(${sql.join([id, networkKey, contract, fromAddress, toAddress, amount])})`
    })
    await sql`update transfer
      set network_key = v.column2, contract = v.column3, from_address = v.column4, to_address = v.column5, amount = v.column6
      from (values ${sql.join(values)}) as v where transfer.id = v.column1`.execute(database)
    last = rows[rows.length - 1]?.id ?? ''
  }
}

async function fillReferences(database: Kysely<unknown>): Promise<void> {
  for (let last = ''; ; ) {
    const page = sql<{ transfer_id: string }>`select transfer_id from wallet_watch
      where transfer_id > ${last} order by transfer_id limit ${sql.lit(pageSize)}`
    const { rows } = await page.execute(database)
    if (rows.length === 0) return
    const values = rows.map(({ transfer_id: id }) => sql`(${id}, ${referenceOf(id)})`)
    await sql`update wallet_watch set reference = v.column2
      from (values ${sql.join(values)}) as v where wallet_watch.transfer_id = v.column1`.execute(database)
    last = rows[rows.length - 1]?.transfer_id ?? ''
  }
}

/** referenceOf of this version. */
function referenceOf(transferId: string): string {
  return base58.encode(createHash('sha256').update(`transfer ${transferId}`).digest())
}
