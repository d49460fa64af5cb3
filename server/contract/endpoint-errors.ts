// The errors that endpoints share, by the inputs that they accept.

import type { Endpoint } from './endpoint.ts'
import { type ErrorType, riskErrors } from './errors.ts'

const everywhere = [
  'malformedRequest',
  'httpsRequired',
  'requestTimeout',
  'uriTooLong',
  'headersTooLarge',
  'internalError',
  'storageUnavailable',
  'shuttingDown',
] as const
const ofBody = [
  'malformedJson',
  'duplicateJsonKey',
  'bodyTooDeep',
  'missingField',
  'invalidField',
  'unsupportedMediaType',
  'bodyTooLarge',
] as const
const ofQuery = ['duplicateJsonKey', 'missingField', 'invalidField'] as const
const ofClient = ['missingCredentials', 'invalidCredentials', 'environmentMismatch', 'rateLimited'] as const
const ofSession = ['sessionEnded', 'environmentMismatch', 'rateLimited'] as const

/** The account that a token and a type name together. */
export const accountErrors = [
  'integrationUnknown',
  'selfCustodyNotSupported',
  'fromTokenTypeMismatch',
  'authTokenInvalid',
  'authTokenExpired',
  'environmentMismatch',
  'accountNotFound',
  'reconnectRequired',
] as const satisfies readonly ErrorType[]

/** Errors of a failed request to the exchange. */
export const exchangeErrors = [
  'exchangeError',
  'exchangeUnavailable',
  'exchangeTimeout',
  'exchangeRateLimited',
  'exchangeRejected',
  'reconnectRequired',
] as const satisfies readonly ErrorType[]

/** The account cannot withdraw at all. */
export const restrictionErrors = ['kycRequired', 'missingExchangePermission'] as const satisfies readonly ErrorType[]

/** The list of destinations. */
export const toAddressesErrors: readonly ErrorType[] = [
  ...riskErrors('destination'),
  'toAddressesRequired',
  'tooManyAddresses',
  'duplicateAddress',
  'unknownField',
]

/** Whether this transfer may be made now: preview returns them, and execute again. */
export const sendableErrors: readonly ErrorType[] = [...riskErrors('destination', 'transfer'), ...restrictionErrors]

/** Only transfers from a user's wallet return these. */
export const walletErrors: readonly ErrorType[] = [...riskErrors('wallet'), 'networkUnavailable']

/** Every error that the endpoint can answer, each once. */
export function errorsOf(endpoint: Endpoint): ErrorType[] {
  const { security, body, query, path } = endpoint
  return [
    ...new Set<ErrorType>([
      ...everywhere,
      ...(path.startsWith('/api/') ? (['notAcceptable'] as const) : []),
      ...(security === 'client' ? ofClient : []),
      ...(security === 'session' ? ofSession : []),
      ...(query === undefined ? [] : ofQuery),
      ...(body === undefined ? [] : ofBody),
      ...endpoint.errors,
    ]),
  ]
}
