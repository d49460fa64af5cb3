import { type Kysely, sql } from 'kysely'

export const servesPreviousVersion = false

const pageSize = 500

interface Row {
  id: string
  terms: string
  exchange_type: string
}

/**
 * Renames two keys of the terms, in previews too: a user may execute a preview of the earlier version. What a wallet's
 * transaction needs gets a key of its own; it was stored as the quote's id.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await rewrite(database, 'preview')
  await rewrite(database, 'transfer')
}

async function rewrite(database: Kysely<unknown>, table: 'preview' | 'transfer'): Promise<void> {
  for (let last = ''; ; ) {
    const { rows } = await sql<Row>`select t.id, t.terms, account.exchange_type
      from ${sql.table(table)} as t join account on account.id = t.account_id
      where t.id > ${last} order by t.id limit ${sql.lit(pageSize)}`.execute(database)
    if (rows.length === 0) return
    const values = rows.map((row) => sql`(${row.id}, ${newTerms(row)})`)
    await sql`update ${sql.table(table)} set terms = v.column2
      from (values ${sql.join(values)}) as v where ${sql.table(table)}.id = v.column1`.execute(database)
    last = rows[rows.length - 1]?.id ?? ''
  }
}

function newTerms({ terms: text, exchange_type }: Row): string {
  const { quoteId, userStep, ...terms } = JSON.parse(text) as Record<string, unknown>
  const requiredAction = userStep === undefined ? {} : { requiredAction: userStep }
  if (exchange_type !== 'DeFiWallet') return JSON.stringify({ ...terms, ...requiredAction, adapterState: quoteId })
  const walletCall = walletCallOf(String(terms.fromAddress), quoteId)
  return JSON.stringify({ ...terms, ...requiredAction, adapterState: '', ...(walletCall && { walletCall }) })
}

/** Null for a payment by link, which no wallet is requested to send. */
function walletCallOf(fromAddress: string, quoteId: unknown): object | null {
  if (fromAddress === '') return null
  if (fromAddress.startsWith('0x')) return { chainType: 'evm', gasLimit: quoteId }
  return { chainType: 'solana', createsAccount: quoteId === 'makesAccount' }
}
