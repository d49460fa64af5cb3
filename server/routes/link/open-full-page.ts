// POST /api/v1/link/full-page: if the frame cannot verify that its user sees the whole transfer, the link continues on a full page.
// GET: the transfers sent there, for the waiting frame.

import type { Hono } from 'hono'
import { openOrMovedSessionOnly, sessionOnly } from '../../http/authenticate.ts'
import { refuseOtherMethods } from '../../http/methods.ts'
import { readBody } from '../../http/read-request.ts'
import type { AppEnv } from '../../http/request-context.ts'
import { ok } from '../../http/responses.ts'
import { hasOpenSession } from '../../links/moved-sessions.ts'
import { type Continued, type LinkSession, type OpenOrMovedSession, reissueCode } from '../../links/sessions.ts'
import { listTransfers } from '../../transfers/transfer-list.ts'
import { readAmountText } from '../amounts.ts'
import type { RouteDeps } from '../route-deps.ts'
import { sessionAccount } from './connect-link-account.ts'
import { transferContent } from './follow-link-transfer.ts'
import { findLinkDestination } from './link-terms.ts'
import { FullPageBody, openFullPageEndpoint } from './open-full-page-endpoints.ts'

export function mountOpenFullPage(app: Hono<AppEnv>, deps: RouteDeps): void {
  const { path } = openFullPageEndpoint
  app.post(path, sessionOnly(deps), async (context) => {
    const { transfer } = await readBody(context, FullPageBody)
    const session = context.get('session')
    const continued = transfer === undefined ? null : await checkContinued(deps, session, transfer)
    const { authCode, expiresIn, returnCode } = await reissueCode(deps, session, continued)
    const url = `${deps.publicUrl}/${session.link.clientId}/broker-connect?auth_code=${authCode}`
    return ok(context, { url, expiresIn, returnCode })
  })
  app.get(path, openOrMovedSessionOnly(deps), async (context) =>
    ok(context, await fullPageState(deps, context.get('openOrMovedSession'))),
  )
  refuseOtherMethods(app, path, ['POST', 'GET'])
}

/** The full page makes a new preview. This only checks that the session may preview the transfer. */
async function checkContinued(deps: RouteDeps, session: LinkSession, transfer: Continued): Promise<Continued> {
  await sessionAccount(deps, session, transfer.accountId)
  findLinkDestination(deps, session, transfer)
  return { ...transfer, amount: String(readAmountText(transfer.amount, 'transfer.amount')) }
}

async function fullPageState(deps: RouteDeps, { session, movedAt, continued }: OpenOrMovedSession) {
  if (movedAt === null) return { state: 'notOpened', transfer: null }
  const { query } = deps.database
  const { id: linkId, clientId, userId } = session.link
  // Read this before the transfers, so that they include everything sent by a session that has ended.
  const isOpen = await hasOpenSession(query, linkId, deps.now().getTime())
  // Without a transfer under review, an order may have been in progress before the link moved.
  const from = continued === null ? undefined : movedAt
  const [transfer] = await listTransfers(query, clientId, { userId, linkId, from, limit: 1 })
  return {
    state: isOpen ? 'open' : 'ended',
    transfer: transfer === undefined ? null : await transferContent(deps, transfer),
  }
}
