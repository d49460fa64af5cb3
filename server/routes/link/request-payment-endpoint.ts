import * as z from 'zod'
import { describeEndpoint, envelopeResponse } from '../../contract/endpoint.ts'
import { sendableErrors } from '../../contract/endpoint-errors.ts'
import { LinkPayment, linkPaymentExample } from '../../contract/wire/link-payment.ts'
import { text } from '../../contract/wire/request-text.ts'
import { baseId } from '../../contract/wire/values.ts'

export const PaymentBody = z.object({
  networkId: text(60).describe('Network of one of the link’s destinations.'),
  symbol: text(20).describe('Token of one of the link’s destinations on this network.'),
  amount: text(90).describe('Decimal text.'),
  address: text(200)
    .optional()
    .describe('One of the link’s destinations for the asset on this network. Default: the first one.'),
})

/** Errors that cannot occur without an account. The wallet sends by itself, so no limit applies. */
const notOfPayments = new Set<string>([
  'kycRequired',
  'missingExchangePermission',
  'withdrawHold',
  'withdrawalsSuspended',
  'amountBelowMinimum',
  'amountAboveMaximum',
  'insufficientBalance',
  'insufficientForFee',
  'limitExceeded',
])

export const requestPaymentEndpoint = describeEndpoint({
  id: 'requestPayment',
  method: 'post',
  path: '/api/v1/link/payment',
  tag: 'Link session',
  summary: 'Pay from a wallet without connecting it',
  description:
    'A link and a QR code for a wallet app, and the details to pay manually. If a node of the network is configured, the chain is ' +
    'watched for exactly this amount of this token to this address, and the transfer is polled like any other. Repeating the ' +
    'request returns the same transfer.',
  security: 'session',
  body: { schema: PaymentBody, example: { networkId: baseId, symbol: 'USDC', amount: '10.5' } },
  responses: { 200: envelopeResponse('How to pay.', LinkPayment, { example: linkPaymentExample }) },
  errors: [
    ...sendableErrors.filter((type) => !notOfPayments.has(type)),
    'networkUnavailable',
    'transfersNotEnabled',
    'toAddressNotConfigured',
    'invalidAmount',
    'noPrice',
    'sendingPaused',
  ],
})
