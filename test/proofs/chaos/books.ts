// Reads the four books that must agree: what the clients were told, what the service says, what the exchange says, and what
// the chain shows.
import { type ApiClient, type Body, networkIds } from './api-client.ts'
import { toldOf } from './clients.ts'
import type { Entry, Told } from './journal.ts'
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

export interface ServiceTransfer extends Told {
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
  /** How many withdrawal requests ever arrived, by the reference they carried. */
  requests: Map<string, number>
  ledger: { problems: string[]; sums: Record<string, string>[] }
  /** Units by `network symbol address`, of every address that an order named. */
  balances: Map<string, bigint>
}

export async function readBooks(stage: Stage, client: ApiClient, entries: Entry[], seed: number): Promise<Books> {
  const indices = entries.flatMap((entry) => (entry.kind === 'previewed' ? [entry.order] : []))
  const orders = new Map(indices.map((index) => [index, orderAt(index, seed)]))
  const ask = async (path: string) => (await client.call('GET', stage.exchangeUrl + path, undefined, {})).body
  const { withdrawals } = await ask('/console/withdrawals')
  const requests = new Map<string, number>()
  for (const { body } of (await ask('/console/requests')).requests as Body[]) {
    requests.set(body.clientId, (requests.get(body.clientId) ?? 0) + 1)
  }
  return {
    entries,
    orders,
    transfers: await readTransfers(stage, client),
    withdrawals,
    requests,
    ledger: (await ask('/console/state')).ledger,
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
  const told = toldOf(body.content)
  if (told === null) throw new Error(`transfer ${id} could not be read`)
  return { ...told, previewId, hash, timeline }
}

async function readBalances(stage: Stage, client: ApiClient, orders: Order[]): Promise<Map<string, bigint>> {
  const wanted = new Map(orders.map((order) => [`${order.network} ${order.symbol} ${order.address}`, order]))
  const read = await inParallel([...wanted], async ([key, order]): Promise<[string, bigint]> => {
    const { method, params } = balanceCall(order)
    const body = { jsonrpc: '2.0', id: 1, method, params }
    const answer = await client.call('POST', stage.rpcUrls[order.network], body, {})
    return [key, BigInt(answer.body.result)]
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
