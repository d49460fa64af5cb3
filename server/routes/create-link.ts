// POST /api/v1/cataloglink (GET without a body creates a connect-only link, as published clients expect)
// POST /api/v1/linktoken (additive): the same, as a token that is the iFrameUrl in base64

import type { Hono } from 'hono'
import type * as z from 'zod'
import { accountFromToken, type TokenBearer, walletAddressFromToken } from '../accounts/accounts.ts'
import { chooseCallbackUrl } from '../clients/clients.ts'
import { ApiError } from '../contract/errors.ts'
import { isUserId } from '../contract/plain-text.ts'
import { redactInput } from '../contract/redact-input.ts'
import { isSelfCustody, selfCustodyType } from '../exchanges/registry.ts'
import { clientOnly } from '../http/authenticate.ts'
import { idempotent } from '../http/idempotency-key.ts'
import { onlyMethods, refuseGetWithBody, refuseOtherMethods } from '../http/methods.ts'
import { readBody, readQuery } from '../http/read-request.ts'
import type { AppContext, AppEnv } from '../http/request-context.ts'
import { ok } from '../http/responses.ts'
import { createLink } from '../links/links.ts'
import {
  createLinkEndpoint,
  createLinkTokenEndpoint,
  LinkBody,
  LinkQuery,
  LinkTokenBody,
} from './create-link-endpoints.ts'
import { readDestinations } from './destinations.ts'
import { type FixedNames, fixedTransfer } from './fixed-transfer.ts'
import type { RouteDeps } from './route-deps.ts'

// Longer than the lifetime of the link, and as long as any client retries.
const keepLinkMs = 48 * 3_600_000

export function mountCreateLink(app: Hono<AppEnv>, deps: RouteDeps): void {
  const once = idempotent(deps, {
    keepMs: keepLinkMs,
    made: (status) => (status === 200 ? 'resource' : 'nothing'),
  })
  const { path } = createLinkEndpoint
  onlyMethods(app, path, ['POST', 'GET'])
  refuseGetWithBody(app, path)
  app.on(['GET', 'POST'], path, clientOnly(deps), once, async (context) => {
    const query = readQuery(context, LinkQuery)
    const isGet = context.req.method === 'GET'
    const body = isGet ? {} : await readBody(context, LinkBody)
    const transfersEnabled = readFlag(query.enableTransfers) && !isGet
    const { linkId, url, iFrameUrl } = await linkFor(deps, context, {
      link: { ...query, transfersEnabled },
      body,
      names: ownNames,
    })
    return ok(context, { url, iFrameUrl, linkId })
  })

  app.post(createLinkTokenEndpoint.path, clientOnly(deps), once, async (context) => {
    const { userId, callbackUrl, transferOptions, tokenDelivery } = await readBody(context, LinkTokenBody)
    const query = { userId, callbackUrl, transfersEnabled: transferOptions != null }
    const { toAddresses, ...options } = transferOptions ?? {}
    const body = {
      ToAddresses: toAddresses,
      AmountInFiat: options.amountInFiat,
      Symbol: options.symbol,
      TransactionId: options.transactionId,
      TokenDelivery: options.tokenDelivery ?? tokenDelivery,
    }
    const { linkId, iFrameUrl } = await linkFor(deps, context, { link: query, body, names: tokenNames })
    return ok(context, { linkToken: Buffer.from(iFrameUrl).toString('base64'), linkId })
  })
  refuseOtherMethods(app, createLinkTokenEndpoint.path, ['POST'])
}

/** The names of the request's fields, for errors. */
interface Names extends FixedNames {
  addresses: string
}
const ownNames: Names = { addresses: 'ToAddresses', symbol: 'Symbol', amount: 'Amount', amountInFiat: 'AmountInFiat' }
const tokenNames: Names = {
  addresses: 'transferOptions.toAddresses',
  symbol: 'transferOptions.symbol',
  amount: '',
  amountInFiat: 'transferOptions.amountInFiat',
}

interface LinkRequest {
  userId?: string | undefined
  callbackUrl?: string | undefined
  transfersEnabled: boolean
}

async function linkFor(
  deps: RouteDeps,
  context: AppContext,
  {
    link: { transfersEnabled, ...query },
    body,
    names,
  }: { link: LinkRequest; body: z.infer<typeof LinkBody>; names: Names },
) {
  const client = context.get('client')
  const userId = checkUserId(query.userId)
  const callbackUrl = await chooseCallbackUrl(deps, client.id, query.callbackUrl)
  if (!transfersEnabled && body.ToAddresses?.length)
    throw new ApiError('transfersNotEnabled', { field: 'enableTransfers' })
  const requester = { clientId: client.id, userId }
  const requested = { requester, entries: body.ToAddresses, name: names.addresses }
  const destinations = transfersEnabled ? await readDestinations(deps, requested) : []
  const link = {
    ...requester,
    callbackUrl,
    transfersEnabled,
    destinations,
    fixed: fixedTransfer(deps.networks, body, { destinations, names }),
    ...(await readPreselection(deps, requester, body)),
    transactionId: body.TransactionId ?? null,
    tokenDelivery: body.TokenDelivery ?? 'page',
  }
  const { linkId, authCode } = await createLink(deps, link)
  const page = `${client.id}/broker-connect?auth_code=${authCode}`
  return { linkId, url: `${deps.publicUrl}/${page}`, iFrameUrl: `${deps.publicUrl}/b2b-iframe/${page}` }
}

function checkUserId(userId: string | undefined): string {
  if (userId === undefined || !isUserId(userId)) throw new ApiError('invalidUserId', { field: 'userId' })
  return userId
}

function readFlag(value: string | undefined): boolean {
  const word = value?.toLowerCase() ?? 'false'
  if (word !== 'true' && word !== 'false') throw new ApiError('invalidEnableTransfers', { field: 'enableTransfers' })
  return word === 'true'
}

/** The account or integration with which the flow starts. `FromAuthToken` belongs to this client and is never part of the URL. */
async function readPreselection(deps: RouteDeps, bearer: TokenBearer, body: z.infer<typeof LinkBody>) {
  const { FromAuthToken: token, FromType: type } = body
  if (type && isSelfCustody(type)) {
    const expectedWallet = token ? await walletAddressFromToken(deps, bearer, token) : null
    return { fromAccountId: null, fromType: selfCustodyType, expectedWallet }
  }
  if (!token) {
    const exchange = type ? deps.exchanges.byType(type) : undefined
    if (type && exchange === undefined)
      throw new ApiError('integrationUnknown', { type: redactInput(type, 40), field: 'FromType' })
    return { fromAccountId: null, fromType: exchange?.type ?? null }
  }
  if (!type) throw new ApiError('missingField', { field: 'FromType' })
  const account = await accountFromToken(deps, bearer, { token, type })
  return { fromAccountId: account.id, fromType: account.exchange.type }
}
