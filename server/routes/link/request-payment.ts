// POST /api/v1/link/payment: a link, a QR code and the payment details, for a wallet that is not connected.

import type { Hono } from 'hono'
import type * as z from 'zod'
import type { LinkPayment } from '../../contract/wire/link-payment.ts'
import { selfCustodyType } from '../../exchanges/registry.ts'
import { sessionOnly } from '../../http/authenticate.ts'
import { refuseOtherMethods } from '../../http/methods.ts'
import { readBody } from '../../http/read-request.ts'
import type { AppEnv } from '../../http/request-context.ts'
import { ok } from '../../http/responses.ts'
import { qrCode } from '../../wallets/qr-code.ts'
import { paymentWatchSeconds, type RequestedPayment, requestPayment } from '../../wallets/request-payment.ts'
import { fiatText, readAmountText } from '../amounts.ts'
import type { RouteDeps } from '../route-deps.ts'
import { checkFixed, findLinkDestination } from './link-terms.ts'
import { secondsLeft } from './link-wire.ts'
import { PaymentBody, requestPaymentEndpoint } from './request-payment-endpoint.ts'
import { transferSession } from './send-link-transfer.ts'

export function mountRequestPayment(app: Hono<AppEnv>, deps: RouteDeps): void {
  const { path } = requestPaymentEndpoint
  app.post(path, sessionOnly(deps), async (context) => {
    const body = await readBody(context, PaymentBody)
    const session = transferSession(context)
    const destination = findLinkDestination(deps, session, body)
    const amount = readAmountText(body.amount, 'amount')
    const wallet = deps.exchanges.byType(selfCustodyType)
    if (wallet !== undefined) await checkFixed(deps, session, { exchange: wallet, symbol: destination.symbol, amount })
    const { clientId, userId, id: linkId, transactionId, destinations: allowed } = session.link
    const user = { clientId, userId, linkId, transactionId, allowed }
    return ok(context, paymentToLink(deps, await requestPayment(deps, user, { destination, amount })))
  })
  refuseOtherMethods(app, path, ['POST'])
}

function paymentToLink(
  { environment, now }: RouteDeps,
  { terms, uri, transfer }: RequestedPayment,
): z.infer<typeof LinkPayment> {
  const endsAt = new Date(transfer === null ? 0 : transfer.createdAt.getTime() + paymentWatchSeconds * 1_000)
  return {
    transferId: transfer?.id ?? null,
    watched: transfer !== null,
    expiresIn: Math.round(secondsLeft(endsAt, now())),
    paymentUri: uri,
    qr: qrCode(uri ?? terms.toAddress),
    address: terms.toAddress,
    addressTag: terms.addressTag,
    contractAddress: terms.contract,
    networkId: terms.networkId,
    // A user who pays manually must see that this is not a real network.
    networkName: environment === 'sandbox' ? `${terms.networkName} (Sandbox)` : terms.networkName,
    symbol: terms.symbol,
    amount: terms.amount.toString(),
    amountInFiat: fiatText(terms.amountInFiat),
    minimum: null,
  }
}
