// Executes every preview many times at once, over all server processes. Each must make one transfer and one withdrawal.
import { type ApiClient, type Body, signIn } from '../chaos/api-client.ts'
import { type Order, previewBody, toText } from '../chaos/orders.ts'
import type { Stage } from '../chaos/stage.ts'
import { inLanes, type Progress } from './in-lanes.ts'

export interface ExecuteFigures {
  previews: number
  executes: number
  replayed: number
  transfers: number
  withdrawals: number
  requests: number
  milliseconds: number[]
  seconds: number
  breaches: string[]
}

const decimals = 6
const previewsAtOnce = 3

export async function raceExecutes(
  { apiUrls, exchangeUrl }: Stage,
  client: ApiClient,
  { previews, parallel }: { previews: number; parallel: number },
  progress: Progress,
): Promise<ExecuteFigures> {
  const [token = ''] = await signIn(client, apiUrls[0] ?? '', 'user_good')
  const breaches: string[] = []
  const milliseconds: number[] = []
  const transfers = new Set<string>()
  let replayed = 0
  const begun = performance.now()

  async function raceOne(index: number): Promise<void> {
    const path = '/api/v1/transfers/managed'
    const order = orderAt(index)
    const made = await client.call('POST', `${apiUrls[0]}${path}/preview`, previewBody(order, token))
    const previewId = made.body?.PreviewResult?.PreviewId
    if (previewId === undefined) throw new Error(`no preview: ${JSON.stringify(made)}`)
    const body = JSON.stringify({ fromAuthToken: token, fromType: 'sandbox', previewId })
    const ids = new Set<string>()
    const execute = async (at: number) => {
      const sentAt = performance.now()
      const sent = client.call('POST', `${apiUrls[at % apiUrls.length]}${path}/execute`, body)
      const response = await sent.catch((error: Error) => ({ status: error.message, replayed: false, body: null }))
      milliseconds.push(performance.now() - sentAt)
      const id = response.body?.TransferResult?.TransferId as string | undefined
      if (response.status !== 200 || id === undefined) {
        breaches.push(`an execute of preview ${index} returned ${response.status} ${response.body?.ErrorType ?? ''}`)
        return
      }
      if (response.replayed) replayed++
      ids.add(id)
    }
    await Promise.all(Array.from({ length: parallel }, (_, at) => execute(at + index)))
    if (ids.size !== 1) breaches.push(`preview ${index} became ${ids.size} transfers`)
    for (const id of ids) transfers.add(id)
    progress.step()
  }

  await inLanes(previews, previewsAtOnce, raceOne)
  const seconds = (performance.now() - begun) / 1000
  const books = await readExchange(client, exchangeUrl)
  breaches.push(...compare(books, previews))
  if (transfers.size !== previews) breaches.push(`${previews} previews became ${transfers.size} transfers`)
  const { withdrawals, requests } = { withdrawals: books.withdrawals.length, requests: books.requests.length }
  const executes = previews * parallel
  return {
    previews,
    executes,
    replayed,
    transfers: transfers.size,
    withdrawals,
    requests,
    milliseconds,
    seconds,
    breaches,
  }
}

interface ExchangeBooks {
  withdrawals: Body[]
  requests: Body[]
}

async function readExchange(client: ApiClient, exchangeUrl: string): Promise<ExchangeBooks> {
  const read = async (path: string) => (await client.call('GET', exchangeUrl + path, undefined, {})).body
  const { withdrawals } = await read('/console/withdrawals')
  const { requests } = await read('/console/requests')
  return { withdrawals, requests }
}

/** As many withdrawals as previews, each amount once, and no request that the exchange had to refuse. */
function compare({ withdrawals, requests }: ExchangeBooks, previews: number): string[] {
  const expected = new Set(Array.from({ length: previews }, (_, index) => orderAt(index).amount))
  const times = new Map<string, number>()
  for (const { amount } of withdrawals) times.set(amount, (times.get(amount) ?? 0) + 1)
  const breaches = [...times]
    .filter(([amount, count]) => count !== 1 || !expected.has(amount))
    .map(([amount, count]) => `the exchange shows ${count} withdrawals of ${amount} USDC`)
  const missing = [...expected].filter((amount) => !times.has(amount)).length
  if (missing > 0) breaches.push(`${missing} previews have no withdrawal`)
  if (requests.length !== previews)
    breaches.push(`${requests.length} withdrawal requests arrived for ${previews} previews`)
  return breaches
}

/** One USDC and a unique number of millionths, with a last digit that no magic amount has. */
function orderAt(index: number): Order {
  const units = 1_000_000n + BigInt(index) * 10n + 1n
  return {
    index,
    network: 'base',
    symbol: 'USDC',
    contract: '',
    decimals,
    address: `0x${'a7'.repeat(20)}`,
    amount: toText(units, decimals),
    units,
    kind: 'plain',
  }
}
