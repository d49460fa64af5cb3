// The expected address of a wallet, and the proof of ownership that is required while an equal payment of another user is open.

import type { Hono } from 'hono'
import { walletAddressFromToken } from '../../accounts/accounts.ts'
import { clientById } from '../../clients/clients.ts'
import { ApiError } from '../../contract/errors.ts'
import { isUuid } from '../../contract/ids.ts'
import { isSelfCustody } from '../../exchanges/registry.ts'
import { sessionOnly } from '../../http/authenticate.ts'
import { refuseOtherMethods } from '../../http/methods.ts'
import { readBody } from '../../http/read-request.ts'
import type { AppEnv } from '../../http/request-context.ts'
import { ok } from '../../http/responses.ts'
import { expectWallet } from '../../links/sessions.ts'
import { requireNetwork } from '../../risk/risk-check.ts'
import { createChallenge, proveOwnership } from '../../wallets/ownership.ts'
import { ownershipParams } from '../../wallets/ownership-message.ts'
import type { RouteDeps } from '../route-deps.ts'
import { sessionAccount } from './connect-link-account.ts'
import {
  ChallengeBody,
  createWalletChallengeEndpoint,
  ExpectedBody,
  expectWalletEndpoint,
  ProofBody,
  proveWalletEndpoint,
} from './wallet-ownership-endpoints.ts'

export function mountWalletOwnership(app: Hono<AppEnv>, deps: RouteDeps): void {
  app.post(createWalletChallengeEndpoint.path, sessionOnly(deps), async (context) => {
    const { accountId, networkId } = await readBody(context, ChallengeBody)
    const session = context.get('session')
    const account = await sessionAccount(deps, session, accountId)
    const address = account.externalId
    if (!isSelfCustody(account.exchange.type) || !address.startsWith('0x')) throw new ApiError('accountNotFound')
    const network = requireNetwork(deps.networks, networkId, 'networkId')
    if (!deps.wallets.has(network.key)) throw new ApiError('networkUnavailable', { network: network.name })
    const client = await clientById(deps.database.query, session.link.clientId)
    const about = { app: client?.name ?? '', address, networkKey: network.key }
    const { challengeId, message, expiresInSeconds } = await createChallenge(deps, session.link, about)
    const params = ownershipParams(message, address)
    return ok(context, { challengeId, message, address, params, expiresIn: expiresInSeconds })
  })
  refuseOtherMethods(app, createWalletChallengeEndpoint.path, ['POST'])

  app.post(proveWalletEndpoint.path, sessionOnly(deps), async (context) => {
    const { challengeId, signature } = await readBody(context, ProofBody)
    if (!isUuid(challengeId)) throw new ApiError('walletChallengeExpired')
    if (!/^0x([0-9a-f]{2})+$/i.test(signature)) {
      throw new ApiError('invalidField', { field: 'signature', problem: 'must be a signature in hex' })
    }
    await proveOwnership(deps, context.get('session').link, { challengeId, signature })
    return ok(context, { proved: true })
  })
  refuseOtherMethods(app, proveWalletEndpoint.path, ['POST'])

  app.post(expectWalletEndpoint.path, sessionOnly(deps), async (context) => {
    const { accessToken } = await readBody(context, ExpectedBody)
    const { id, link, expectedWallet } = context.get('session')
    const named = await walletAddressFromToken(deps, link, accessToken)
    if (expectedWallet === null) await expectWallet(deps, id, named)
    return ok(context, { expectedWallet: expectedWallet ?? named })
  })
  refuseOtherMethods(app, expectWalletEndpoint.path, ['POST'])
}
