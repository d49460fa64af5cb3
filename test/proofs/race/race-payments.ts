// Several users request the same payment by link at once, over all server processes. One watch may exist, marked as ambiguous: it is
// unknown which user pays, so the payment must be credited to none.
import { selfCustodyType } from '../../../server/exchanges/registry.ts'
import { termsFromText } from '../../../server/transfers/terms.ts'
import { type ApiClient, networkIds, openSession } from '../chaos/api-client.ts'
import { toText } from '../chaos/orders.ts'
import type { Stage } from '../chaos/stage.ts'
import { inLanes, type Progress } from './in-lanes.ts'

export interface PaymentFigures {
  payments: number
  requests: number
  watched: number
  unwatched: number
  milliseconds: number[]
  seconds: number
  breaches: string[]
}

const paymentsAtOnce = 3
const recipient = `0x${'a7'.repeat(20)}`
const destination = { NetworkId: networkIds.base, Symbol: 'USDC', Address: recipient }

export async function racePayments(
  stage: Stage,
  client: ApiClient,
  { payments, users }: { payments: number; users: number },
  progress: Progress,
): Promise<PaymentFigures> {
  const { apiUrls } = stage
  const urlOf = (at: number) => apiUrls[at % apiUrls.length] ?? ''
  const breaches: string[] = []
  const milliseconds: number[] = []
  const sessions = await Promise.all(
    Array.from({ length: users }, (_, at) => openSession(client, urlOf(at), destination, `payer-${at}`)),
  )
  let [watched, unwatched] = [0, 0]
  const begun = performance.now()

  async function raceOne(index: number): Promise<void> {
    const body = { networkId: networkIds.base, symbol: 'USDC', amount: amountAt(index) }
    const request = async (session: string, at: number) => {
      const sentAt = performance.now()
      const headers = { authorization: `Bearer ${session}` }
      const sent = client.call('POST', `${urlOf(at + index)}/api/v1/link/payment`, body, headers)
      const response = await sent.catch((error: Error) => ({ status: error.message, body: null }))
      milliseconds.push(performance.now() - sentAt)
      const isWatched = response.body?.content?.watched
      if (typeof isWatched !== 'boolean') {
        breaches.push(`a request of payment ${index} returned ${response.status} ${response.body?.errorType ?? ''}`)
      }
      return isWatched === true
    }
    const outcomes = await Promise.all(sessions.map(request))
    const count = outcomes.filter(Boolean).length
    watched += count
    unwatched += users - count
    if (count !== 1) breaches.push(`payment ${index} is watched for ${count} users`)
    progress.step()
  }

  await inLanes(payments, paymentsAtOnce, raceOne)
  const seconds = (performance.now() - begun) / 1000
  breaches.push(...(await creditable(stage, payments, users)))
  return { payments, requests: payments * users, watched, unwatched, milliseconds, seconds, breaches }
}

/** Reads the watches of each payment: one holds it, and where several users requested it none may be credited with it. */
async function creditable(stage: Stage, payments: number, users: number): Promise<string[]> {
  const database = await stage.openDatabase()
  const rows = await database.query
    .selectFrom('transfer')
    .innerJoin('wallet_watch', 'wallet_watch.transfer_id', 'transfer.id')
    .select(['transfer.terms', 'transfer.fingerprint', 'wallet_watch.shared_at'])
    .where('transfer.exchange_type', '=', selfCustodyType)
    .execute()
  await database.close()
  const watches = Map.groupBy(rows, ({ terms }) => termsFromText(terms).amount.toString())
  const breaches = [...watches].flatMap(([amount, all]) => {
    const open = all.filter(({ shared_at }) => shared_at === null).length
    const holders = all.filter(({ fingerprint }) => fingerprint !== null).length
    return [
      ...(open > 0 && users > 1
        ? [`the payment of ${amount} USDC would be credited to ${open} of ${users} users`]
        : []),
      ...(holders === 1 ? [] : [`the payment of ${amount} USDC is held by ${holders} watches`]),
    ]
  })
  if (watches.size !== payments) breaches.push(`of ${payments} payments ${watches.size} are watched`)
  return breaches
}

/** Two USDC and a unique number of millionths. */
function amountAt(index: number): string {
  return toText(2_000_000n + BigInt(index) * 10n + 1n, 6)
}
