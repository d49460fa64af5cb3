// Lists the integrations a user can choose from and connects one: by sign-in, code, another method, or a token that the site passed.

import type { Hono } from 'hono'
import { accountFromToken, loadAccount } from '../../accounts/accounts.ts'
import {
  type Connection,
  checkConnection,
  resendCode,
  startConnection,
  submitCode,
} from '../../accounts/connect-account.ts'
import { ApiError } from '../../contract/errors.ts'
import { isUuid } from '../../contract/ids.ts'
import { isSelfCustody, selfCustodyType } from '../../exchanges/registry.ts'
import { sessionOnly } from '../../http/authenticate.ts'
import { refuseOtherMethods } from '../../http/methods.ts'
import { asAttempt } from '../../http/rate-limits.ts'
import { readBody } from '../../http/read-request.ts'
import type { AppContext, AppEnv } from '../../http/request-context.ts'
import { ok } from '../../http/responses.ts'
import {
  admitAccount,
  expectWallet,
  type LinkSession,
  mayUseAccount,
  saveSessionAccount,
} from '../../links/sessions.ts'
import { hashSecret } from '../../secrets/tokens.ts'
import { walletAddress } from '../../wallets/wallet-address.ts'
import type { RouteDeps } from '../route-deps.ts'
import {
  CodeBody,
  ConnectBody,
  connectAccountEndpoint,
  listLinkIntegrationsEndpoint,
  openAccountEndpoint,
  ResendCodeBody,
  readConnectionEndpoint,
  resendCodeEndpoint,
  submitCodeEndpoint,
  TokenBody,
} from './connect-link-account-endpoints.ts'
import { integrationsToLink, walletChainTypes } from './integrations-to-link.ts'
import { accountToLink, connectionToLink } from './link-wire.ts'

export function mountConnectLinkAccount(app: Hono<AppEnv>, deps: RouteDeps): void {
  app.get(listLinkIntegrationsEndpoint.path, sessionOnly(deps), async (context) => {
    return ok(context, { integrations: await integrationsToLink(deps, context.get('session').link) })
  })
  refuseOtherMethods(app, listLinkIntegrationsEndpoint.path, ['GET'])

  app.post(connectAccountEndpoint.path, sessionOnly(deps), async (context) => {
    const { type, fields, confirmByNumber, confirmedAddress } = await readBody(context, ConnectBody)
    const session = context.get('session')
    const chainType = fields.address?.startsWith('0x') === false ? 'solana' : 'evm'
    if (isSelfCustody(type) && !walletChainTypes(deps, session.link).includes(chainType)) {
      throw new ApiError('integrationUnknown', { type: selfCustodyType, field: 'type' })
    }
    if (isSelfCustody(type))
      await requireExpectedWallet(deps, session, { given: fields.address, confirmed: confirmedAddress })
    const user = userOf(session)
    const start = () => startConnection(deps, user, { type, fields, confirmByNumber })
    return connected(
      deps,
      context,
      await asAttempt(deps.limits, context, { login: loginOf(deps, type, fields), work: start }),
    )
  })
  refuseOtherMethods(app, connectAccountEndpoint.path, ['POST'])

  app.get(readConnectionEndpoint.path, sessionOnly(deps), async (context) => {
    const user = userOf(context.get('session'))
    return connected(
      deps,
      context,
      await checkConnection(deps, user, connectionIdOf(context.req.param('connectionId'))),
    )
  })
  refuseOtherMethods(app, readConnectionEndpoint.path, ['GET'])

  app.post(submitCodeEndpoint.path, sessionOnly(deps), async (context) => {
    const { code } = await readBody(context, CodeBody)
    const bare = code.replace(/[\s-]/g, '')
    if (bare === '') throw new ApiError('missingField', { field: 'code' })
    const user = userOf(context.get('session'))
    const submit = () =>
      submitCode(deps, user, { connectionId: connectionIdOf(context.req.param('connectionId')), code: bare })
    return connected(deps, context, await asAttempt(deps.limits, context, { login: null, work: submit }))
  })
  refuseOtherMethods(app, submitCodeEndpoint.path, ['POST'])

  app.post(resendCodeEndpoint.path, sessionOnly(deps), async (context) => {
    const { kind } = await readBody(context, ResendCodeBody)
    const user = userOf(context.get('session'))
    return connected(
      deps,
      context,
      await resendCode(deps, user, { connectionId: connectionIdOf(context.req.param('connectionId')), kind }),
    )
  })
  refuseOtherMethods(app, resendCodeEndpoint.path, ['POST'])

  app.post(openAccountEndpoint.path, sessionOnly(deps), async (context) => {
    const { accessToken, brokerType } = await readBody(context, TokenBody)
    const session = context.get('session')
    const account = await accountFromToken(deps, session.link, { token: accessToken, type: brokerType })
    await admitAccount(deps.database.query, session.id, account.id)
    await saveSessionAccount(deps, session.id, account.id)
    return ok(context, { account: accountToLink(account) })
  })
  refuseOtherMethods(app, openAccountEndpoint.path, ['POST'])
}

/** Throws `otherWalletAccount` for an address other than the expected one, unless the user has confirmed this address. */
async function requireExpectedWallet(
  deps: RouteDeps,
  { id, expectedWallet }: LinkSession,
  { given, confirmed }: { given: string | undefined; confirmed: string | undefined },
): Promise<void> {
  if (expectedWallet === null || given === undefined) return
  const address = walletAddress(given)
  if (address === expectedWallet) return
  if (confirmed === undefined || walletAddress(confirmed) !== address)
    throw new ApiError('otherWalletAccount', { expected: expectedWallet, address })
  await expectWallet(deps, id, address)
}

function connectionIdOf(id: string): string {
  if (!isUuid(id)) throw new ApiError('connectionNotFound')
  return id
}

/** Identifies the login of a sign-in without naming it. At every exchange, the first field identifies the login. */
function loginOf(deps: RouteDeps, type: string, fields: Record<string, string>): string | null {
  const exchange = deps.exchanges.byType(type)
  const name = exchange?.signIn.fields[0]?.name
  const login = name === undefined ? undefined : fields[name]
  if (exchange === undefined || login === undefined) return null
  return hashSecret(`${exchange.type} ${login.trim().toLowerCase()}`)
}

function userOf({ id, link }: LinkSession) {
  return { sessionId: id, clientId: link.clientId, userId: link.userId }
}

async function connected(deps: RouteDeps, context: AppContext, connection: Connection): Promise<Response> {
  const session = context.get('session')
  const accounts = connection.state === 'connected' ? connection.accounts : []
  for (const { accountId } of accounts) await admitAccount(deps.database.query, session.id, accountId)
  const [first] = accounts
  if (first !== undefined) await saveSessionAccount(deps, session.id, first.accountId)
  return ok(context, connectionToLink(deps, connection))
}

/** Loads an account that was connected in this session, or passed to it. Throws `accountNotFound`. */
export async function sessionAccount(deps: RouteDeps, session: LinkSession, accountId: string) {
  if (!(await mayUseAccount(deps, session.id, accountId))) throw new ApiError('accountNotFound')
  return loadAccount(deps, session.link.clientId, accountId)
}
