// The limits that an operator has set, for all clients or for one client. Nothing is limited unless a limit is set.

import { type ExpressionBuilder, sql } from 'kysely'
import { Amount } from '../contract/amount.ts'
import type { LimitName } from '../contract/limit-names.ts'
import { preparedStatement } from '../storage/prepared-statement.ts'
import type { Query } from '../storage/storage.ts'
import type { Tables } from '../storage/tables.ts'

/** The value of a client's limit that replaces the one of all clients by none. */
export const limitOff = 'off'

export interface OperatorLimit {
  name: LimitName
  /** Null for all clients. */
  clientId: string | null
  /** A number of transfers, US dollars, the seconds of the cool-down, or `on` for the allow-list. `off` for no limit. */
  value: string
  setAt: Date
}

/** Of one UTC day. Null means no limit. */
export interface DailyLimit {
  transfers: number | null
  fiat: Amount | null
}

/** The limits of one client. */
export interface ClientLimits {
  client: DailyLimit
  /** Of each of its users. */
  user: DailyLimit
  /** Seconds until a new destination may be used outside of a link. */
  coolDown: number | null
  usesAllowList: boolean
}

const ofAllClients = ''

export async function setLimit(query: Query, limit: OperatorLimit): Promise<void> {
  const { name, clientId, value, setAt } = limit
  const changed = { value, set_at: setAt.getTime() }
  await query
    .insertInto('operator_limit')
    .values({ client_id: clientId ?? ofAllClients, name, ...changed })
    .onConflict((conflict) => conflict.columns(['client_id', 'name']).doUpdateSet(changed))
    .execute()
}

/** Returns whether it was set before. */
export async function removeLimit(
  query: Query,
  { name, clientId }: Pick<OperatorLimit, 'name' | 'clientId'>,
): Promise<boolean> {
  const ofOne = query.deleteFrom('operator_limit').where('name', '=', name)
  const [result] = await ofOne.where('client_id', '=', clientId ?? ofAllClients).execute()
  return result?.numDeletedRows === 1n
}

/** Those of all clients first. `ofClient`: only those of all clients, and its own. */
export async function listLimits(query: Query, ofClient?: string): Promise<OperatorLimit[]> {
  const all = query.selectFrom('operator_limit').selectAll()
  const select = ofClient === undefined ? all : all.where('client_id', 'in', [ofAllClients, ofClient])
  const rows = await select.orderBy('client_id').orderBy('name').execute()
  return rows.map(({ client_id, name, value, set_at }) => {
    const clientId = client_id === ofAllClients ? null : client_id
    return { name: name as LimitName, clientId, value, setAt: new Date(set_at) }
  })
}

/** Whether a limit of `all` applies to the client. Its limit replaces the one of all clients. */
export function appliesTo(clientId: string, limit: OperatorLimit, all: readonly OperatorLimit[]): boolean {
  if (limit.clientId === clientId) return true
  return limit.clientId === null && !all.some((other) => other.name === limit.name && other.clientId === clientId)
}

const rowsOf = preparedStatement((query, { everyClient, clientId }: { everyClient: string; clientId: string }) =>
  query
    .selectFrom('operator_limit')
    .select(['client_id', 'name', 'value'])
    .where('client_id', 'in', [everyClient, clientId]),
)

/** Null if no limit is set for the client or for all clients. */
export async function limitsOf(query: Query, clientId: string): Promise<ClientLimits | null> {
  const { rows } = await rowsOf(query, { everyClient: ofAllClients, clientId })
  if (rows.length === 0) return null
  const setValue = (name: LimitName): string | null => {
    const ofName = rows.filter((row) => row.name === name)
    const { value } = ofName.find((row) => row.client_id === clientId) ?? ofName[0] ?? {}
    return value === undefined || value === limitOff ? null : value
  }
  const daily = (per: 'client' | 'user'): DailyLimit => {
    const [transfers, fiat] = [setValue(`transfers-per-${per}`), setValue(`usd-per-${per}`)]
    return {
      transfers: transfers === null ? null : Number(transfers),
      fiat: fiat === null ? null : Amount.parse(fiat),
    }
  }
  const coolDown = setValue('cool-down')
  return {
    client: daily('client'),
    user: daily('user'),
    coolDown: coolDown === null ? null : Number(coolDown),
    usesAllowList: setValue('allow-list') !== null,
  }
}

/** For a statement that runs anyway: null as `limit` if no limit is set for the client or for all clients. */
export function anyLimit(clientId: string) {
  return ({ selectFrom }: ExpressionBuilder<Tables, keyof Tables>) =>
    selectFrom('operator_limit')
      .select('name')
      .where('client_id', 'in', [ofAllClients, clientId])
      // Not a parameter: SQLite would plan the statement again on every run.
      .limit(sql.lit(1))
      .as('limit')
}
