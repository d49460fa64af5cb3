// Callbacks with which the page reports the outcome of a request to the user's wallet.

import type { Hono } from 'hono'
import { ApiError } from '../../contract/errors.ts'
import { isSelfCustody } from '../../exchanges/registry.ts'
import { sessionOnly } from '../../http/authenticate.ts'
import { refuseOtherMethods } from '../../http/methods.ts'
import { readBody } from '../../http/read-request.ts'
import type { AppContext, AppEnv } from '../../http/request-context.ts'
import { ok } from '../../http/responses.ts'
import type { Transfer } from '../../transfers/transfer-store.ts'
import { isFromAnyAccount } from '../../wallets/find-sent.ts'
import { reportSigned } from '../../wallets/sign-on-solana.ts'
import { fromBase64 } from '../../wallets/solana-messages.ts'
import { reportDeclined, reportSent } from '../../wallets/wallet-callbacks.ts'
import type { RouteDeps } from '../route-deps.ts'
import { sessionTransfer, transferContent } from './follow-link-transfer.ts'
import {
  DeclinedBody,
  reportDeclinedEndpoint,
  reportSentEndpoint,
  reportSignedEndpoint,
  SentBody,
  SignedBody,
} from './wallet-callback-endpoints.ts'

export function mountWalletCallbacks(app: Hono<AppEnv>, deps: RouteDeps): void {
  app.post(reportSentEndpoint.path, sessionOnly(deps), async (context) => {
    const { transferId, hash } = await readBody(context, SentBody)
    const transfer = await walletTransfer(deps, context, transferId)
    if (!/^0x[0-9a-f]{64}$/i.test(hash)) {
      throw new ApiError('invalidField', { field: 'hash', problem: 'must be the hash of a transaction' })
    }
    const seen = await reportSent(deps, transfer, hash.toLowerCase())
    return ok(context, { transfer: await transferContent(deps, seen) })
  })
  refuseOtherMethods(app, reportSentEndpoint.path, ['POST'])

  app.post(reportSignedEndpoint.path, sessionOnly(deps), async (context) => {
    const { transferId, transaction } = await readBody(context, SignedBody)
    const transfer = await walletTransfer(deps, context, transferId)
    const at = deps.solana.get(transfer.terms.networkKey)
    if (at === undefined || isFromAnyAccount(transfer.terms)) throw new ApiError('transferNotFound')
    const signed = await reportSigned(deps, at, { transfer, transaction: fromBase64(transaction) })
    return ok(context, { transfer: await transferContent(deps, signed.transfer), walletRequest: signed.request })
  })
  refuseOtherMethods(app, reportSignedEndpoint.path, ['POST'])

  app.post(reportDeclinedEndpoint.path, sessionOnly(deps), async (context) => {
    const { transferId } = await readBody(context, DeclinedBody)
    const seen = await reportDeclined(deps, await walletTransfer(deps, context, transferId))
    return ok(context, { transfer: seen === null ? null : await transferContent(deps, seen) })
  })
  refuseOtherMethods(app, reportDeclinedEndpoint.path, ['POST'])
}

/** Throws `transferNotFound`, also for a transfer without a wallet request. */
async function walletTransfer(deps: RouteDeps, context: AppContext, id: string): Promise<Transfer> {
  const transfer = await sessionTransfer(deps, context.get('session'), id)
  if (!isSelfCustody(transfer.exchangeType)) throw new ApiError('transferNotFound')
  return transfer
}
