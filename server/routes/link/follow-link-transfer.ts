// GET /api/v1/link/transfer/{id}, and the same as an event stream.

import type { Hono } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import type * as z from 'zod'
import { ApiError } from '../../contract/errors.ts'
import { isUuid } from '../../contract/ids.ts'
import type { LinkTransfer } from '../../contract/wire/link-transfer.ts'
import { sessionOnly } from '../../http/authenticate.ts'
import { refuseOtherMethods } from '../../http/methods.ts'
import type { AppEnv } from '../../http/request-context.ts'
import { ok } from '../../http/responses.ts'
import { isSessionOpen, type LinkSession } from '../../links/sessions.ts'
import { errorFacts } from '../../log/log.ts'
import { eventsOf, type TransferEvent } from '../../transfers/timeline.ts'
import { clientTransfer } from '../../transfers/transfer-list.ts'
import { statusOf } from '../../transfers/transfer-status.ts'
import type { Transfer } from '../../transfers/transfer-store.ts'
import { mayBeDecidedByProof } from '../../wallets/match-payment.ts'
import type { RouteDeps } from '../route-deps.ts'
import { eventStreams } from './event-streams.ts'
import { followLinkTransferEndpoint, readLinkTransferEndpoint } from './follow-link-transfer-endpoints.ts'
import { transferToLink } from './link-wire.ts'
import { isRead, isSimulated } from './simulated.ts'

const pollMs = 500
const streamLimitMs = 120_000

export function mountFollowLinkTransfer(app: Hono<AppEnv>, deps: RouteDeps): void {
  const { path } = readLinkTransferEndpoint
  const streams = eventStreams()
  app.get(path, sessionOnly(deps), async (context) => {
    const transfer = await sessionTransfer(deps, context.get('session'), context.req.param('id'))
    return ok(context, { transfer: await transferContent(deps, transfer) })
  })
  refuseOtherMethods(app, path, ['GET'])

  app.get(followLinkTransferEndpoint.path, sessionOnly(deps), async (context) => {
    const session = context.get('session')
    const id = context.req.param('id')
    await sessionTransfer(deps, session, id)
    // The framework runs a HEAD as a GET. The stream would have no reader and continue for two minutes.
    if (context.req.method === 'HEAD') return context.body(null, 200, { 'Content-Type': 'text/event-stream' })
    const close = streams.open(session.id)
    return streamSSE(context, (stream) => sendEvents(deps, session, { id, stream }).finally(close))
  })
  refuseOtherMethods(app, followLinkTransferEndpoint.path, ['GET'])
}

async function sendEvents(
  deps: RouteDeps,
  session: LinkSession,
  { id, stream }: { id: string; stream: SSEStreamingApi },
): Promise<void> {
  const until = deps.now().getTime() + streamLimitMs
  let lastSent = -1
  while (!stream.aborted && deps.now().getTime() < until && (await isSessionOpen(deps, session.id))) {
    const transfer = await sessionTransfer(deps, session, id)
    if (transfer.lastEvent !== lastSent) {
      lastSent = transfer.lastEvent
      await stream.writeSSE({
        event: 'transfer',
        id: String(lastSent),
        data: JSON.stringify(await transferContent(deps, transfer)),
      })
    }
    if (!isUnderWay(transfer)) return
    await stream.sleep(pollMs)
  }
}

/** Includes a transfer that a wallet was requested to sign, which is not public yet. */
function isUnderWay({ state }: Transfer): boolean {
  return statusOf(state) === 'Pending' || state === 'AwaitingWallet'
}

/** Loads a transfer of the session's user. Throws `transferNotFound`. */
export async function sessionTransfer(deps: RouteDeps, { link }: LinkSession, id: string): Promise<Transfer> {
  if (!isUuid(id)) throw new ApiError('transferNotFound')
  const transfer = await clientTransfer(deps.database.query, link.clientId, id)
  if (transfer.userId !== link.userId && transfer.linkId !== link.id) throw new ApiError('transferNotFound')
  return transfer
}

export async function transferContent(deps: RouteDeps, transfer: Transfer): Promise<z.infer<typeof LinkTransfer>> {
  const { query } = deps.database
  return withTimeline(deps, transfer, {
    events: await eventsOf(query, transfer.id),
    isProvable: await mayBeDecidedByProof(query, transfer),
  })
}

/** After a send, no error may be returned. A timeline that cannot be read is returned as empty. */
export async function executedContent(deps: RouteDeps, transfer: Transfer): Promise<z.infer<typeof LinkTransfer>> {
  try {
    return await transferContent(deps, transfer)
  } catch (error) {
    deps.log.error(
      { transferId: transfer.id, ...errorFacts(error) },
      'the timeline of an executed transfer was not read',
    )
    return withTimeline(deps, transfer, { events: [] })
  }
}

function withTimeline(
  deps: RouteDeps,
  transfer: Transfer,
  { events, isProvable = false }: { events: TransferEvent[]; isProvable?: boolean },
): z.infer<typeof LinkTransfer> {
  const explorerUrl = transfer.hash === '' ? null : deps.explorerUrl(transfer.terms.networkId, transfer.hash)
  const { exchangeType } = transfer
  const { networkKey } = transfer.terms
  const chain = {
    isRead: isRead(deps, networkKey, exchangeType),
    isSimulated: isSimulated(deps, networkKey, exchangeType),
  }
  return transferToLink(transfer, events, { explorerUrl, chain, isProvable })
}
