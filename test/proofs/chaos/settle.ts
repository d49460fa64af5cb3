// After the kills: starts every process, switches all faults off, and waits for a limited time until no transfer is pending.
import { type ApiClient, type Body, until } from './api-client.ts'
import type { Stage } from './stage.ts'

export interface Settled {
  seconds: number
  /** Sentences about the transfers that were still open at the limit. */
  problems: string[]
}

export async function settle(stage: Stage, client: ApiClient, limitMs: number): Promise<Settled> {
  const begun = performance.now()
  stage.exchangeProxy.faultRate = 0
  for (const server of stage.servers) server.thaw()
  await stage.startChain()
  // A killed chain may have lost its last second. The exchange sends the missing transactions again when it starts.
  await stage.exchange.kill()
  await Promise.all([stage.exchange, ...stage.servers].map((each) => each.start()))
  let open: string[] = ['no server could be reached']
  const isOver = async () => {
    open = await pendingTransfers(stage, client)
    // Only now, because the exchange lists all withdrawals.
    if (open.length === 0) open = await openWithdrawals(stage, client)
    return open.length === 0 ? true : undefined
  }
  try {
    await until(limitMs, isOver, 300)
    open = []
  } catch {
    // The open transfers are reported below.
  }
  const problems = open.slice(0, 5)
  if (open.length > 5) problems.push(`${open.length - 5} more are open`)
  return { seconds: (performance.now() - begun) / 1000, problems }
}

async function pendingTransfers({ apiUrls }: Stage, client: ApiClient): Promise<string[]> {
  const response = await client.call('GET', `${apiUrls[0]}/api/v1/transfers?status=Pending&limit=100`)
  const transfers = response.body.content.transfers as Body[]
  return transfers.map((each) => `transfer ${each.transferId} is still ${each.statusDetail} since ${each.createdAt}`)
}

async function openWithdrawals({ exchangeUrl }: Stage, client: ApiClient): Promise<string[]> {
  const { body } = await client.call('GET', `${exchangeUrl}/console/withdrawals`, undefined, {})
  return (body.withdrawals as Body[])
    .filter(({ status }) => status === 'pending' || status === 'sent')
    .map(({ id, status }) => `withdrawal ${id} is still ${status}`)
}
