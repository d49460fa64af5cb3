// Binance's two histories of withdrawals: the usual one, and that of local entities whose law requires a questionnaire. An order with
// a questionnaire is identified by its travel-rule record.

import * as z from 'zod'
import type { Exchange } from '../exchange.ts'
import { ExchangeFailure } from '../exchange-failure.ts'
import { chainHash, statedTag, stateGivenHash } from '../kit/catalogue-tokens.ts'
import type { ExchangeCall, ExchangeCalls } from '../kit/exchange-calls.ts'
import { AmountText, AnyText, ShortText } from '../kit/response-parts.ts'
import { compactReference, entryOf } from '../kit/tables.ts'
import type { ExchangeTools } from '../kit/tools.ts'
import type { Credentials } from '../sign-in.ts'
import type { Withdrawal } from '../withdrawal.ts'
import { isTravelRuleRequired, type TravelRuleReads } from './requirement.ts'
import { binanceNetworkKey, isInside, stateOf, travelRuleStates } from './tables.ts'

const common = {
  amount: AmountText,
  coin: ShortText,
  address: ShortText,
  addressTag: AnyText.nullish(),
  txId: AnyText.nullish(),
  applyTime: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  network: AnyText.nullish(),
  withdrawOrderId: AnyText.nullish(),
  transferType: AnyText.nullish(),
}
const UsualRow = z.object({ ...common, id: ShortText, status: ShortText })
const LocalRow = z.object({
  ...common,
  trId: ShortText,
  id: AnyText.nullish(),
  withdrawalStatus: AnyText.nullish(),
  travelRuleStatus: ShortText,
})
type Common = Omit<z.infer<typeof UsualRow>, 'id' | 'status'>
type LocalRow = z.infer<typeof LocalRow>

const pageSize = 1_000
const mostPages = 50
const dayMs = 86_400_000
/** The longest time window of a request by our reference. Seven days are refused. */
const referenceWindowMs = 7 * dayMs - 1
const listWindowMs = 90 * dayMs - 1

const localId = 'tr:'
export const idOfTravelRule = (trId: string) => `${localId}${trId}`

type Lookups = Pick<Exchange, 'getWithdrawal' | 'findWithdrawal' | 'listWithdrawals'>

export function binanceRecords(
  tools: ExchangeTools,
  calls: ExchangeCalls,
  { requirement }: Pick<TravelRuleReads, 'requirement'>,
): Lookups {
  const read = <T>(
    schema: z.ZodType<T>,
    {
      endpoint,
      credentials,
      params,
    }: { endpoint: ExchangeCall['endpoint']; credentials: Credentials; params: Record<string, string> },
  ) => calls.read(z.array(schema), { endpoint, params, credentials, limit: { name: 'history' } } satisfies ExchangeCall)
  const usual = async (credentials: Credentials, params: Record<string, string>) =>
    (await read(UsualRow, { endpoint: 'GET /sapi/v1/capital/withdraw/history', credentials, params })).map((row) =>
      binanceWithdrawal(tools, row, { id: row.id, state: stateOf(row.status) }),
    )
  const local = async (credentials: Credentials, params: Record<string, string>) =>
    (await read(LocalRow, { endpoint: 'GET /sapi/v2/localentity/withdraw/history', credentials, params })).map((row) =>
      binanceWithdrawal(tools, row, { id: idOfTravelRule(row.trId), state: stateOfLocal(row) }),
    )
  type Read = typeof usual

  /** Looks in one history. Throws an ExchangeFailure for a response with other rows: Binance ignored the filter. */
  async function only(found: Promise<Withdrawal[]>, isRequested: (withdrawal: Withdrawal) => boolean) {
    const rows = await found
    if (rows.length > 1 || !rows.every(isRequested)) throw new ExchangeFailure('unavailable')
    return rows[0]
  }

  async function pagesOf(readPage: Read, credentials: Credentials, since: Date): Promise<Withdrawal[]> {
    const startTime = since.getTime()
    const endTime = Math.min(startTime + listWindowMs, tools.now().getTime() + dayMs)
    const rows: Withdrawal[] = []
    for (let page = 0; page < mostPages; page++) {
      const window = { startTime: String(startTime), endTime: String(endTime) }
      const next = await readPage(credentials, { ...window, offset: String(rows.length), limit: String(pageSize) })
      rows.push(...next)
      if (next.length < pageSize) return rows
    }
    throw new ExchangeFailure('unavailable')
  }

  /** Only accounts of a local entity have the second history. */
  const hasLocal = async (credentials: Credentials) => isTravelRuleRequired(await requirement(credentials))

  return {
    async getWithdrawal(credentials, _accountId, withdrawalId) {
      const isRequested = ({ id }: Withdrawal) => id === withdrawalId
      if (withdrawalId.startsWith(localId)) {
        return only(local(credentials, { trId: withdrawalId.slice(localId.length) }), isRequested)
      }
      const rows = await usual(credentials, { idList: withdrawalId })
      const row = rows.find(isRequested)
      if (row === undefined && rows.length > 0) throw new ExchangeFailure('unavailable')
      return row
    },
    async findWithdrawal(credentials, _accountId, { clientReference, since }) {
      const startTime = since.getTime()
      const endTime = Math.min(startTime + referenceWindowMs, Math.max(startTime + dayMs, tools.now().getTime()))
      const withdrawOrderId = compactReference(clientReference)
      const params = { withdrawOrderId, startTime: String(startTime), endTime: String(endTime) }
      const isRequested = (withdrawal: Withdrawal) => withdrawal.clientReference === withdrawOrderId
      const found =
        (await only(usual(credentials, params), isRequested)) ??
        ((await hasLocal(credentials)) ? await only(local(credentials, params), isRequested) : undefined)
      return found && { ...found, clientReference }
    },
    async listWithdrawals(credentials, _accountId, since) {
      const listed = await pagesOf(usual, credentials, since)
      if (!(await hasLocal(credentials))) return listed
      const known = new Set(
        listed.map(({ clientReference }) => clientReference).filter((reference) => reference !== ''),
      )
      const others = await pagesOf(local, credentials, since)
      return [...listed, ...others.filter(({ clientReference }) => !known.has(clientReference))]
    },
  }
}

function binanceWithdrawal(
  tools: ExchangeTools,
  row: Common,
  { id, state }: { id: string; state: Withdrawal['state'] },
): Withdrawal {
  const networkKey = binanceNetworkKey(row.network ?? '')
  const hash = chainHash(tools, networkKey, row.txId)
  // A row with a hash counts as sent on the chain, whatever else it states.
  const isInternal = hash === '' && (row.transferType === '1' || isInside(row.txId ?? ''))
  return {
    id,
    clientReference: row.withdrawOrderId ?? '',
    symbol: row.coin,
    networkKey,
    address: row.address,
    addressTag: statedTag(tools, networkKey, row.addressTag),
    amount: row.amount,
    ...(isInternal ? { isInternal } : {}),
    state: stateGivenHash(row.txId, state),
    hash,
    createdAt: new Date(`${row.applyTime.replace(' ', 'T')}Z`),
  }
}

/**
 * The withdrawal continues once its questionnaire is accepted. A refused questionnaire ends it, unless the withdrawal continues
 * nevertheless: then the state is unknown.
 */
function stateOfLocal({ travelRuleStatus, withdrawalStatus }: LocalRow): Withdrawal['state'] {
  const state = entryOf(travelRuleStates, travelRuleStatus)
  const withdrawn = (withdrawalStatus ?? '') === '' ? null : stateOf(withdrawalStatus ?? '')
  if (state === 'completed') return withdrawn ?? 'pending'
  const isRunning = withdrawn !== null && !['failed', 'canceled'].includes(withdrawn)
  return state === 'failed' && isRunning ? 'unknown' : (state ?? 'unknown')
}
