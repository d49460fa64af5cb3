// Accounts at exchanges that could have made a withdrawal in a span of time. A user who connects an account again makes a new
// row here: rows of one account at its exchange belong together.

import { type ExchangeRegistry, isSelfCustody } from '../exchanges/registry.ts'
import type { Query } from '../storage/storage.ts'

export interface Span {
  since: Date
  /** Not included. */
  until: Date
}

export interface AccountFilter {
  /** The exchange's type. */
  exchangeType?: string
  clientId?: string
}

interface ExchangeAccountRow {
  accountId: string
  clientId: string
  userId: string
}

export interface ExchangeAccountGroup {
  exchangeType: string
  externalId: string
  /** In the order in which to sign in. */
  rows: ExchangeAccountRow[]
}

export async function exchangeAccounts(
  query: Query,
  exchanges: ExchangeRegistry,
  {
    since,
    connectedBefore,
    filter: { exchangeType, clientId },
  }: { since: Date; connectedBefore: Date; filter: AccountFilter },
): Promise<ExchangeAccountGroup[]> {
  let select = query
    .selectFrom('account')
    .innerJoin('sign_in', 'sign_in.id', 'account.sign_in_id')
    .select(['account.id', 'account.client_id', 'account.user_id', 'account.exchange_type', 'account.external_id'])
    .select('sign_in.ended_at')
    .where('account.created_at', '<', connectedBefore.getTime())
  if (exchangeType !== undefined) select = select.where('account.exchange_type', '=', exchangeType)
  const rows = await select.orderBy('account.created_at', 'desc').orderBy('account.id').execute()
  const groups = new Map<string, { group: ExchangeAccountGroup; isInSpan: boolean }>()
  const alive = rows.filter((row) => row.ended_at === null)
  const ended = rows.filter((row) => row.ended_at !== null)
  for (const row of [...alive, ...ended]) {
    if (isSelfCustody(row.exchange_type) || exchanges.byType(row.exchange_type)?.transfers === false) continue
    const key = JSON.stringify([row.exchange_type, row.external_id])
    const group = { exchangeType: row.exchange_type, externalId: row.external_id, rows: [] }
    const found = groups.get(key) ?? { group, isInSpan: false }
    groups.set(key, found)
    found.group.rows.push({ accountId: row.id, clientId: row.client_id, userId: row.user_id })
    found.isInSpan ||= row.ended_at === null || row.ended_at >= since.getTime()
  }
  const isOfClient = ({ rows: own }: ExchangeAccountGroup) =>
    clientId === undefined || own.some((row) => row.clientId === clientId)
  return [...groups.values()].flatMap(({ group, isInSpan }) => (isInSpan && isOfClient(group) ? [group] : []))
}
