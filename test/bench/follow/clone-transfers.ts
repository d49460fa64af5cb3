// Inserts pending transfers as copies of one, with statements that both databases run.
import { sql } from 'kysely'
import { pollTier } from '../../../server/transfers/poll-schedule.ts'
import type { TransferDeps } from '../../../server/transfers/transfer-deps.ts'
import type { TransferState } from '../../../server/transfers/transfer-status.ts'

export interface TransfersToClone {
  count: number
  /** Transfer number i belongs to account i modulo their number. */
  accountIds: readonly string[]
  /** The ages are spread evenly. All of one tier. */
  youngestMs: number
  oldestMs: number
  /** Over how much time ahead the next polls are spread. 0: all are due. */
  dueWithinMs: number
  state?: TransferState
  networkKey?: string
  hash?: string
}

const perStatement = 5_000

interface Cloned {
  accountId: string
  withdrawalId: string
}

export async function cloneTransfers(deps: TransferDeps, modelPreviewId: string, to: TransfersToClone) {
  const { query } = deps.database
  const preview = await query
    .selectFrom('preview')
    .selectAll()
    .where('id', '=', modelPreviewId)
    .executeTakeFirstOrThrow()
  const model = await query
    .selectFrom('transfer')
    .selectAll()
    .where('preview_id', '=', modelPreviewId)
    .executeTakeFirstOrThrow()
  const prefix = deps.newId().slice(0, 8)
  const at = deps.now().getTime()
  const idOf = sql`${sql.lit(`${prefix}-`)} || i`
  const step = (from: number, span: number) =>
    sql`${sql.lit(from)} + (cast(i as bigint) * 7919 % ${sql.lit(to.count)}) * ${sql.lit(span)} / ${sql.lit(to.count)}`
  const ofTransfer: Record<string, unknown> = {
    ...model,
    id: idOf,
    preview_id: idOf,
    account_id: sql`account_id`,
    withdrawal_id: sql`${sql.lit(`w-${prefix}-`)} || i`,
    state: to.state ?? 'Submitted',
    status: 'Pending',
    network_key: to.networkKey ?? model.network_key,
    terms: model.terms.replace(
      `"networkKey":"${model.network_key}"`,
      `"networkKey":"${to.networkKey ?? model.network_key}"`,
    ),
    hash: to.hash ?? '',
    confirmations: to.state === 'Confirming' ? 1 : 0,
    created_at: step(at - to.oldestMs, to.oldestMs - to.youngestMs),
    updated_at: at,
    next_poll_at: step(at - 1, to.dueWithinMs),
    poll_tier: pollTier(to.youngestMs),
    lease: null,
    leased_until: null,
  }
  const ofPreview: Record<string, unknown> = { ...preview, id: idOf, account_id: sql`account_id`, spent_at: at }
  for (let from = 0; from < to.count; from += perStatement) {
    const until = Math.min(from + perStatement, to.count)
    await insertCopies(deps, 'preview', { values: ofPreview, from, until, accountIds: to.accountIds })
    await insertCopies(deps, 'transfer', { values: ofTransfer, from, until, accountIds: to.accountIds })
  }
  return Array.from({ length: to.count }, (_, i): Cloned => {
    return { accountId: to.accountIds[i % to.accountIds.length] ?? '', withdrawalId: `w-${prefix}-${i}` }
  })
}

interface Copies {
  values: Record<string, unknown>
  from: number
  until: number
  accountIds: readonly string[]
}

/** The values of a copy, in which `i` is its number and `account_id` its account. */
async function insertCopies({ database }: TransferDeps, table: string, { values, from, until, accountIds }: Copies) {
  const columns = Object.keys(values)
  const rows = Array.from({ length: until - from }, (_, at) => {
    return sql`(${sql.lit(from + at)}, ${sql.lit(accountIds[(from + at) % accountIds.length] ?? '')})`
  })
  const cells = columns.map((column) => {
    const value = values[column]
    const isText = typeof value === 'string' || typeof value === 'number' || value === null
    return isText ? sql.lit(value) : sql`${value}`
  })
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    select ${sql.join(cells)} from (select column1 as i, column2 as account_id from (values ${sql.join(rows)}) as v) as n`.execute(
    database.query,
  )
}
