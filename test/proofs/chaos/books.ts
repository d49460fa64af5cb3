// Reads the four records that must agree: the client journal, the server's transfers, the exchange's ledger and the chain's balances.
import { type ApiClient, type Body, networkIds } from './api-client.ts'
import { reportedTransfer } from './clients.ts'
import type { Entry, ReportedTransfer } from './journal.ts'
import { type Order, orderAt } from './orders.ts'
import type { Stage } from './stage.ts'

export interface TimelineEvent {
  n: number
  at: string
  kind: string
  detail: Record<string, string | number>
  previousHash: string
  hash: string
}

export interface ServiceTransfer extends ReportedTransfer {
  previewId: string
  hash: string
  timeline: TimelineEvent[]
}

export interface ExchangeWithdrawal {
  id: string
  clientId: string
  asset: string
  network: string
  address: string
  amount: string
  fee: string
  exchangeFee: string
  status: string
  hash: string
}

export interface Books {
  entries: Entry[]
  orders: Map<number, Order>
  transfers: ServiceTransfer[]
  withdrawals: ExchangeWithdrawal[]
  /** How many withdrawal requests arrived, by their reference. */
  requests: Map<string, number>
  ledger: { problems: string[]; sums: Record<string, string>[] }
  /** Units by `network symbol address`, for every address of an order. */
  balances: Map<string, bigint>
}

export async function readBooks(stage: Stage, client: ApiClient, entries: Entry[], seed: number): Promise<Books> {
  const indices = entries.flatMap((entry) => (entry.kind === 'previewed' ? [entry.order] : []))
  const orders = new Map(indices.map((index) => [index, orderAt(index, seed)]))
  const read = async (path: string) => (await client.call('GET', stage.exchangeUrl + path, undefined, {})).body
  const { withdrawals } = await read('/console/withdrawals')
  const requests = new Map<string, number>()
  for (const { body } of (await read('/console/requests')).requests as Body[]) {
    requests.set(body.clientId, (requests.get(body.clientId) ?? 0) + 1)
  }
  return {
    entries,
    orders,
    transfers: await readTransfers(stage, client),
    withdrawals,
    requests,
    ledger: (await read('/console/state')).ledger,
    balances: await readBalances(stage, client, [...orders.values()]),
  }
}

async function readTransfers({ apiUrls }: Stage, client: ApiClient): Promise<ServiceTransfer[]> {
  const found: ServiceTransfer[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await client.call(
      'GET',
      `${apiUrls[0]}/api/v1/transfers?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`,
    )
    const { transfers, nextCursor } = page.body.content as { transfers: Body[]; nextCursor: string | null }
    found.push(...(await inParallel(transfers, (each) => readTransfer(apiUrls.at(-1) ?? '', client, each.transferId))))
    cursor = nextCursor
  }
  return found
}

async function readTransfer(apiUrl: string, client: ApiClient, id: string): Promise<ServiceTransfer> {
  const { body } = await client.call('GET', `${apiUrl}/api/v1/transfers/${id}`)
  const { previewId, hash, timeline } = body.content
  const reported = reportedTransfer(body.content)
  if (reported === null) throw new Error(`transfer ${id} could not be read`)
  return { ...reported, previewId, hash, timeline }
}

async function readBalances(stage: Stage, client: ApiClient, orders: Order[]): Promise<Map<string, bigint>> {
  const expected = new Map(orders.map((order) => [`${order.network} ${order.symbol} ${order.address}`, order]))
  const read = await inParallel([...expected], async ([key, order]): Promise<[string, bigint]> => {
    const { method, params } = balanceCall(order)
    const body = { jsonrpc: '2.0', id: 1, method, params }
    const response = await client.call('POST', stage.rpcUrls[order.network], body, {})
    return [key, BigInt(response.body.result)]
  })
  return new Map(read)
}

function balanceCall({ contract, address }: Order): { method: string; params: unknown[] } {
  if (contract === '') return { method: 'eth_getBalance', params: [address, 'latest'] }
  const data = `0x70a08231${address.slice(2).padStart(64, '0')}`
  return { method: 'eth_call', params: [{ to: contract, data }, 'latest'] }
}

async function inParallel<T, R>(list: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const lane = async () => {
    for (let at = next++; at < list.length; at = next++) results[at] = await work(list[at] as T)
  }
  await Promise.all(Array.from({ length: 16 }, lane))
  return results
}

export function networkOfId(id: string): string {
  return Object.entries(networkIds).find(([, known]) => known === id)?.[0] ?? id
}
