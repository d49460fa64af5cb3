import { listClients } from '../clients/key-sets.ts'
import { Amount } from '../contract/amount.ts'
import { pageSize } from '../contract/console/page.ts'
import {
  type TransferChoices,
  type TransferList,
  type TransferView,
  transfersQuery,
} from '../contract/console/transfers.ts'
import { isUuid } from '../contract/ids.ts'
import { readCursor, writeCursor } from '../http/time-cursor.ts'
import type { TransferTable } from '../storage/transfer-tables.ts'
import { searchTransfers } from '../transfers/search-transfers.ts'
import { type TransferState, transferStates } from '../transfers/transfer-status.ts'
import { transferOf } from '../transfers/transfer-store.ts'
import { clientNames } from './client-names.ts'
import type { ConsoleDeps } from './console-deps.ts'
import { readEndpoint } from './console-endpoint.ts'
import { ConsoleError } from './console-error.ts'
import { pageOf } from './page-of.ts'
import { pageOfSearch } from './page-of-search.ts'
import { stateViews } from './state-words.ts'
import { transferRow } from './transfer-row.ts'
import { transferView } from './transfer-view.ts'

export const listTransfers = readEndpoint({
  path: '/api/transfers',
  role: 'viewer',
  query: transfersQuery,
  async respond({ deps, input }) {
    const text = input.search === '' ? undefined : input.search
    const { rows: found, searchedTo: end } = await searchTransfers(searchDeps(deps), {
      text,
      clientId: input.client || undefined,
      exchangeType: exchangeOf(deps, input.exchange),
      state: stateOf(input.state),
      status: input.status,
      amount: amountOf(input.amount),
      from: input.since === undefined ? undefined : new Date(input.since),
      to: input.until === undefined ? undefined : new Date(input.until),
      before: readCursor(input.after, 'after'),
      limit: pageSize + 1,
    })
    const { rows: page, next } = pageOf(found.map(transferOf))
    const names = await clientNames(deps.database.query, page)
    const searchedTo = end === null ? null : { createdAt: new Date(end.createdAt), id: end.id }
    const isAlone = text !== undefined && Object.keys(input).length === 1
    const list: TransferList = {
      rows: page.map((transfer) => transferRow(deps, transfer, names)),
      next: searchedTo === null ? next : writeCursor(searchedTo),
      searchedTo: searchedTo?.createdAt.toISOString() ?? null,
      opens: isAlone ? await pageOfSearch(deps, text, page) : null,
    }
    return list
  },
})

export const readTransferChoices = readEndpoint({
  path: '/api/transfers/choices',
  role: 'viewer',
  async respond({ deps }) {
    const clients = await listClients(deps.database.query)
    const choices: TransferChoices = {
      clients: clients.map(({ id, name }) => ({ id, name })),
      exchanges: deps.exchanges.all.map(({ type, name }) => ({ type, name })),
      states: [...stateViews],
    }
    return choices
  },
})

export const readTransfer = readEndpoint({
  path: '/api/transfers/:id',
  role: 'viewer',
  async respond({ deps, params, session }) {
    const view: TransferView = await transferView(deps, await rowOf(deps, params.id), {
      operatorId: session.operator.id,
    })
    return view
  },
})

async function rowOf({ database: { query } }: ConsoleDeps, id = ''): Promise<TransferTable> {
  const select = query.selectFrom('transfer').selectAll().where('id', '=', id.toLowerCase())
  const row = isUuid(id) ? await select.executeTakeFirst() : undefined
  if (row === undefined) throw new ConsoleError('notFound', { message: 'There is no transfer with this id.' })
  return row
}

function searchDeps({ database: { query }, networks, exchanges }: ConsoleDeps) {
  return { query, networks, exchanges }
}

/** In any casing. An exchange that this server no longer offers is searched for as it is spelled. */
function exchangeOf({ exchanges }: ConsoleDeps, type: string | undefined): string | undefined {
  return type === undefined || type === '' ? undefined : (exchanges.byType(type)?.type ?? type)
}

function amountOf(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  const amount = Amount.tryParse(text)
  if (amount !== null) return amount.toString()
  throw new ConsoleError('invalidField', { field: 'amount', message: 'amount must be a decimal number, such as 25.9.' })
}

function stateOf(name: string | undefined): TransferState | undefined {
  if (name === undefined || name === '') return undefined
  const state = transferStates.find((each) => each === name)
  if (state !== undefined) return state
  throw new ConsoleError('invalidField', {
    field: 'state',
    message: `state must be one of ${transferStates.join(', ')}.`,
  })
}
