import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

export const servesPreviousVersion = false

interface OpenPayment {
  id: string
  terms: string
}

/** Payments by link that are watched already get their fingerprint. Of several equal ones none can be told from another. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<OpenPayment>`select id, terms from transfer
    where exchange_type = 'DeFiWallet' and (state = 'Unclear' or (state = 'AwaitingWallet' and look_at is not null))
    order by created_at, id`.execute(database)
  const holders = new Map<string, string>()
  for (const { id, terms } of rows) {
    const fingerprint = fingerprintOf(terms)
    if (fingerprint === null) continue
    const holder = holders.get(fingerprint)
    if (holder === undefined) {
      holders.set(fingerprint, id)
      await sql`update transfer set fingerprint = ${fingerprint} where id = ${id}`.execute(database)
    } else {
      await sql`update wallet_watch set shared_at = coalesce(shared_at, ${Date.now()})
        where transfer_id in (${id}, ${holder})`.execute(database)
    }
  }
}

/** fingerprintOfPayment of this version. Null for payments of a connected wallet. */
function fingerprintOf(text: string): string | null {
  const { networkKey, contract, toAddress, addressTag, fromAddress, amount } = JSON.parse(text) as Record<
    string,
    string
  >
  if (fromAddress !== '') return null
  const fields = ['payment', networkKey, contract, toAddress, addressTag, fromAddress, amount]
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
}
