// Holdings, preview and execute inside a link session: only the link's own destinations, amounts as decimal text.

import type { Hono } from 'hono'
import { clientById } from '../../clients/clients.ts'
import { ApiError } from '../../contract/errors.ts'
import { isUuid } from '../../contract/ids.ts'
import { isSelfCustody } from '../../exchanges/registry.ts'
import { sessionOnly } from '../../http/authenticate.ts'
import { refuseOtherMethods } from '../../http/methods.ts'
import { readBody, readQuery } from '../../http/read-request.ts'
import type { AppContext, AppEnv } from '../../http/request-context.ts'
import { ok } from '../../http/responses.ts'
import { type LinkSession, saveSessionAccount } from '../../links/sessions.ts'
import { executeSpan, inSpan } from '../../log/spans.ts'
import { configureTransfer } from '../../transfers/configure.ts'
import { executeLoaded } from '../../transfers/execute.ts'
import { previewTransfer } from '../../transfers/preview.ts'
import { loadPreview } from '../../transfers/preview-store.ts'
import { resendToUser } from '../../transfers/resend-to-user.ts'
import { isWalletPreview, requestLoaded } from '../../wallets/request-wallet.ts'
import { readAmountText } from '../amounts.ts'
import type { RouteDeps } from '../route-deps.ts'
import { sessionAccount } from './connect-link-account.ts'
import { executionToLink } from './execution-wire.ts'
import { holdingToLink } from './holding-wire.ts'
import { checkFixed, findLinkDestination } from './link-terms.ts'
import { previewToLink } from './link-wire.ts'
import {
  ExecuteBody,
  executeLinkTransferEndpoint,
  HoldingsQuery,
  listHoldingsEndpoint,
  PreviewBody,
  previewLinkTransferEndpoint,
  ResendToUserBody,
  resendToUserEndpoint,
} from './send-link-transfer-endpoints.ts'
import { isSimulated } from './simulated.ts'
import { walletChainToLink } from './wallet-wire.ts'

export function mountSendLinkTransfer(app: Hono<AppEnv>, deps: RouteDeps): void {
  app.get(listHoldingsEndpoint.path, sessionOnly(deps), async (context) => {
    const query = readQuery(context, HoldingsQuery)
    const session = transferSession(context)
    const account = await sessionAccount(deps, session, query.accountId)
    if (!account.exchange.transfers) throw new ApiError('integrationNotSupported', { name: account.exchange.name })
    if (query.select !== 'false') await saveSessionAccount(deps, session.id, account.id)
    const { holdings } = await configureTransfer(deps, account, session.link.destinations)
    const client = await clientById(deps.database.query, session.link.clientId)
    const simulated = (key: string) => isSimulated(deps, key, account.exchange.type)
    const toLink = holdings.map((holding) =>
      holdingToLink(account.exchange, holding, { appName: client?.name ?? '', isSimulated: simulated }),
    )
    return ok(context, { status: 'succeeded', holdings: toLink })
  })
  refuseOtherMethods(app, listHoldingsEndpoint.path, ['GET'])

  app.post(previewLinkTransferEndpoint.path, sessionOnly(deps), async (context) => {
    const body = await readBody(context, PreviewBody)
    const session = transferSession(context)
    const account = await sessionAccount(deps, session, body.accountId)
    const { destinations } = session.link
    const destination = findLinkDestination(deps, session, body)
    const amount = readAmountText(body.amount, 'amount')
    await checkFixed(deps, session, { exchange: account.exchange, symbol: destination.symbol, amount })
    const preview = await previewTransfer(deps, {
      account,
      networkId: destination.networkId,
      symbol: destination.symbol,
      toAddress: destination.address,
      addressTag: destination.addressTag,
      amount,
      session: { id: session.id, allowed: destinations },
    })
    const simulated = isSimulated(deps, preview.terms.networkKey, account.exchange.type)
    const wallet = isSelfCustody(account.exchange.type) ? walletChainToLink(deps, preview.terms) : null
    return ok(context, { preview: previewToLink(preview, { now: deps.now(), simulated, wallet }) })
  })
  refuseOtherMethods(app, previewLinkTransferEndpoint.path, ['POST'])

  app.post(executeLinkTransferEndpoint.path, sessionOnly(deps), async (context) => {
    const { previewId, code, extra } = await readBody(context, ExecuteBody)
    if (!isUuid(previewId)) throw new ApiError('invalidPreviewId', { field: 'previewId' })
    const { id: sessionId, link } = transferSession(context)
    const scope = { clientId: link.clientId, accountId: null, sessionId }
    const { id: linkId, userId, transactionId } = link
    const preview = await loadPreview(deps, scope, previewId)
    const request = { sessionId, linkId, userId, transactionId }
    const result = (await isWalletPreview(deps, preview))
      ? await requestLoaded(deps, request, preview)
      : await inSpan(executeSpan, () =>
          executeLoaded(deps, { ...request, mfaCode: code ?? null, extra: extra ?? {} }, preview),
        )
    return ok(context, await executionToLink(deps, result))
  })
  refuseOtherMethods(app, executeLinkTransferEndpoint.path, ['POST'])

  app.post(resendToUserEndpoint.path, sessionOnly(deps), async (context) => {
    const { previewId, kind } = await readBody(context, ResendToUserBody)
    if (!isUuid(previewId)) throw new ApiError('invalidPreviewId', { field: 'previewId' })
    const { id: sessionId, link } = transferSession(context)
    const scope = { clientId: link.clientId, accountId: null, sessionId }
    const waiting = await resendToUser(deps, { ...scope, previewId, kind: kind ?? null })
    return ok(context, await executionToLink(deps, waiting))
  })
  refuseOtherMethods(app, resendToUserEndpoint.path, ['POST'])
}

/** A link without transfers only connects an account. */
export function transferSession(context: AppContext): LinkSession {
  const session = context.get('session')
  if (!session.link.transfersEnabled) throw new ApiError('transfersNotEnabled')
  return session
}
