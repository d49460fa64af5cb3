// POST /api/v1/link/session spends the auth_code; GET resumes the session after a reload; DELETE ends it when the user leaves.

import type { Hono } from 'hono'
import type * as z from 'zod'
import { type Account, loadAccount } from '../../accounts/accounts.ts'
import { erasePendingConnections, newestConnected } from '../../accounts/connection-rows.ts'
import { clientById } from '../../clients/clients.ts'
import { ApiError } from '../../contract/errors.ts'
import type { WireLinkSession as SessionContent } from '../../contract/wire/link-session.ts'
import { selfCustodyType } from '../../exchanges/registry.ts'
import { openOrMovedSessionOnly, sessionOnly } from '../../http/authenticate.ts'
import { refuseOtherMethods } from '../../http/methods.ts'
import { refuseGuesses } from '../../http/rate-limits.ts'
import { readBody } from '../../http/read-request.ts'
import type { AppEnv } from '../../http/request-context.ts'
import { ok } from '../../http/responses.ts'
import { endSession, type LinkSession, redeemLink } from '../../links/sessions.ts'
import { markOfNetwork, markOfToken } from '../../networks/marks.ts'
import { fiatRates } from '../../prices/fiat-rates.ts'
import { inTransaction } from '../../storage/storage.ts'
import { transferToResume } from '../../transfers/transfer-list.ts'
import type { Transfer } from '../../transfers/transfer-store.ts'
import { endRequests } from '../../wallets/end-requests.ts'
import type { RouteDeps } from '../route-deps.ts'
import { transferContent } from './follow-link-transfer.ts'
import { accountToLink, secondsLeft } from './link-wire.ts'
import { openLinkEndpoint, SessionBody } from './open-link-endpoints.ts'

export function mountOpenLink(app: Hono<AppEnv>, deps: RouteDeps): void {
  const { path } = openLinkEndpoint
  app.post(path, async (context) => {
    const { authCode, ...page } = await readBody(context, SessionBody)
    const { session, sessionToken, continued } = await refuseGuesses(deps.limits, context, () =>
      redeemLink(deps, authCode, page),
    )
    const content = await sessionContent(deps, session, await transferToResume(deps.database.query, session.link))
    return ok(context, { ...content, connected: null, continued, sessionToken })
  })
  app.get(path, sessionOnly(deps), async (context) => {
    const session = context.get('session')
    const content = await sessionContent(deps, session, await transferToResume(deps.database.query, session.link))
    return ok(context, { ...content, connected: await newestConnected(deps, session.id) })
  })
  // A session that moved to a full page ends alone. The full page continues.
  app.delete(path, openOrMovedSessionOnly(deps), async (context) => {
    const { session, movedAt } = context.get('openOrMovedSession')
    const { id, link } = session
    if (movedAt === null) {
      const user = { clientId: link.clientId, userId: link.userId, linkId: link.id }
      await inTransaction(deps.database, (query) => endRequests(query, user, deps.now()))
    }
    await endSession(deps, id)
    await erasePendingConnections(deps, id)
    return context.json({ content: null, status: 'ok', message: '' })
  })
  refuseOtherMethods(app, path, ['POST', 'GET', 'DELETE'])
}

async function sessionContent(
  deps: RouteDeps,
  session: LinkSession,
  transfer: Transfer | null,
): Promise<Omit<z.infer<typeof SessionContent>, 'connected'>> {
  const { link } = session
  const client = await clientById(deps.database.query, link.clientId)
  const account = await accountOf(deps, session)
  return {
    linkId: link.id,
    expiresIn: Math.round(secondsLeft(session.expiresAt, deps.now())),
    client: { name: client?.name ?? '', origin: link.origin },
    provider: deps.provider,
    callbackUrl: link.callbackUrl,
    userId: link.userId,
    transactionId: link.transactionId,
    transfersEnabled: link.transfersEnabled,
    destinations: link.destinations.map((entry) => {
      const network = deps.networks.byId(entry.networkId)
      const token = network === undefined ? undefined : deps.networks.token(network, entry.symbol)
      const marks = {
        mark: markOfToken(entry.symbol),
        networkMark: network === undefined ? null : markOfNetwork(network),
      }
      return { ...entry, networkName: network?.name ?? '', tokenName: token?.name ?? entry.symbol, ...marks }
    }),
    fixed: link.fixed,
    start: startOf(link.fromType, account?.exchange.transfers),
    fromType: account === null ? link.fromType : null,
    account: account === null ? null : accountToLink(account),
    expectedWallet: session.expectedWallet,
    pendingTransfer: transfer === null || !link.transfersEnabled ? null : await transferContent(deps, transfer),
    sandbox: deps.environment === 'sandbox',
    fiatRates: fiatRates(deps.environment),
  }
}

/** Null if the user was signed out of the account while the link was created or opened: the page begins with the sign-in. */
async function accountOf(deps: RouteDeps, { accountId, link }: LinkSession): Promise<Account | null> {
  if (accountId === null) return null
  return loadAccount(deps, link.clientId, accountId).catch((error: unknown) => {
    if (error instanceof ApiError && error.type === 'reconnectRequired') return null
    throw error
  })
}

function startOf(
  fromType: string | null,
  accountTransfers: boolean | undefined,
): z.infer<typeof SessionContent>['start'] {
  if (accountTransfers !== undefined) return accountTransfers ? 'chooseAsset' : 'noEligibleAssets'
  return fromType === selfCustodyType ? 'connectWallet' : 'chooseAccount'
}
