// Where the tests provoke each error of the catalogue: in a row of the error tests, by endpoint, or in another file.

import type { ErrorType } from '../../server/contract/errors.ts'
import type { Row } from './error-rows.ts'

const refusals: Record<string, string> = {
  'every endpoint':
    'malformedJson invalidField missingField unknownField duplicateJsonKey bodyTooDeep missingCredentials invalidCredentials ' +
    'environmentMismatch routeNotFound methodNotAllowed notAcceptable unsupportedMediaType bodyTooLarge uriTooLong internalError ' +
    'storageUnavailable',
  cataloglink:
    'methodNotAllowed invalidUserId callbackUrlMissing callbackUrlInvalid callbackUrlNotRegistered invalidEnableTransfers ' +
    'transfersNotEnabled toAddressesRequired tooManyAddresses duplicateAddress unknownNetwork tokenNotOnNetwork invalidAddress ' +
    'addressChecksumFailed addressOfOtherNetwork tagRequired invalidTag riskBlocked addressSanctioned integrationUnknown ' +
    'fromTokenTypeMismatch authTokenInvalid environmentMismatch invalidFixedAmount',
  session: 'linkExpired sessionEnded',
  configure:
    'missingField toAddressesRequired unknownNetwork selfCustodyNotSupported integrationUnknown integrationNotSupported ' +
    'authTokenInvalid reconnectRequired missingExchangePermission kycRequired exchangeError exchangeTimeout exchangeUnavailable ' +
    'exchangeRateLimited exchangeRejected',
  connect: 'signInRejected accountLocked exchangeError connectionNotFound accountNotFound',
  preview:
    'invalidField unknownNetwork tokenNotOnNetwork invalidAddress addressChecksumFailed tagRequired networkRequired invalidAmount ' +
    'amountPrecision amountBelowMinimum amountAboveMaximum insufficientBalance insufficientForFee assetNotEligible ' +
    'networkNotEligible withdrawalsSuspended withdrawHold noPrice selfCustodyNotSupported integrationNotSupported kycRequired ' +
    'missingExchangePermission riskBlocked addressSanctioned destinationIsOrigin authTokenInvalid reconnectRequired exchangeError ' +
    'exchangeUnavailable exchangeTimeout exchangeRateLimited exchangeRejected',
  execute:
    'mfaCodeWrong mfaCodeExpired invalidMfaCodeFormat mfaLocked invalidPreviewId missingField previewNotFound previewChanged ' +
    'duplicateTransferInProgress insufficientBalance amountAboveMaximum networkNotEligible withdrawalsSuspended addressSanctioned ' +
    'kycRequired missingExchangePermission authTokenInvalid reconnectRequired exchangeUnavailable exchangeRateLimited ' +
    'exchangeRejected transferNotSent',
  reading: 'transferNotFound',
  refresh: 'refreshTokenInvalid',
}

/** Errors that a single request cannot provoke, with a test that does. */
const provokedElsewhere: Partial<Record<ErrorType, string>> = {
  malformedRequest: 'server/routes/raw-requests.test.ts',
  httpsRequired: 'server/http/forwarded-http.test.ts',
  requestTimeout: 'server/routes/raw-requests.test.ts',
  headersTooLarge: 'server/routes/raw-requests.test.ts',
  idempotencyKeyReused: 'server/http/idempotency-key.test.ts',
  idempotencyKeyInUse: 'server/http/idempotency-key.test.ts',
  shuttingDown: 'server/sigterm.test.ts',
  rateLimited: 'server/http/rate-limits.test.ts',
  tooManyStreams: 'server/routes/link/event-streams.test.ts',
  linkNotFound: 'server/routes/link/token-delivery.test.ts',
  toAddressNotConfigured: 'server/routes/native-flow.test.ts',
  authTokenExpired: 'server/routes/error-rows-of-transfers.test.ts',
  tokenDeliveryIsPage: 'server/routes/link/token-delivery.test.ts',
  tokensNotReady: 'server/routes/link/token-delivery.test.ts',
  tokensAlreadyFetched: 'server/routes/link/token-delivery.test.ts',
  codeWrong: 'server/routes/native-flow.test.ts',
  codeExpired: 'server/routes/native-flow.test.ts',
  codeLocked: 'server/routes/link/connect-link-account.test.ts',
  confirmationExpired: 'server/routes/link/connect-link-account.test.ts',
  confirmationDeclined: 'server/routes/link/connect-link-account.test.ts',
  keyAddressRefused: 'server/routes/link/key-address.test.ts',
  serverAddressRefused: 'server/routes/link/key-address.test.ts',
  keyNotFoundAtSite: 'server/routes/link/choose-site.test.ts',

  keyUsedElsewhere: 'server/exchanges/kraken/sign-in.test.ts',
  keyNeedsCodes: 'server/exchanges/kraken/sign-in.test.ts',
  networkUnavailable: 'server/wallets/wallet-flow.test.ts',
  insufficientForGas: 'server/wallets/wallet-flow.test.ts',
  previewExpired: 'server/routes/error-rows-of-transfers.test.ts',
  walletMayHaveSent: 'server/wallets/ambiguous-payment.test.ts',
  mfaRequired: 'server/routes/error-rows-of-transfers.test.ts',
  emailConfirmationRequired: 'server/routes/link/user-steps.test.ts',
  deviceConfirmationRequired: 'server/routes/link/user-steps.test.ts',
  addressWhitelistRequired: 'server/routes/link/user-steps.test.ts',
  travelRuleRequired: 'server/routes/link/user-steps.test.ts',
  extraInvalid: 'server/routes/link/user-steps.test.ts',
  nothingToResend: 'server/routes/link/user-steps.test.ts',
  transferReturned: 'server/routes/link/magic-amounts.test.ts',
  walletSignedOther: 'server/wallets/wallet-flow.test.ts',
  walletOwnershipRequired: 'server/wallets/wallet-flow.test.ts',
  walletChallengeExpired: 'server/wallets/wallet-flow.test.ts',
  walletSignatureInvalid: 'server/wallets/ownership.test.ts',
  otherWalletAccount: 'server/wallets/wallet-flow.test.ts',
  walletReverted: 'server/wallets/watch-chain.test.ts',
  walletReplaced: 'server/wallets/watch-chain.test.ts',
}

/** The error types that rows provoke. The error tests compare their rows with this list. */
export const errorTypesOfRows = Object.values(refusals).flatMap((types) => types.split(' '))

/** The other error types, each with the file that provokes it, below test/integration. */
export const errorTypesElsewhere = Object.entries(provokedElsewhere)

/** The rows that these sections must have. */
export function expectedRows(sections: readonly string[]): string[] {
  return sections.flatMap((section) => (refusals[section] ?? '').split(' ').map((type) => `${section}: ${type}`)).sort()
}

/** The section and error type of each row, without repetitions. */
export function namesOfRows(rows: readonly Row[]): string[] {
  return [...new Set(rows.map(([section, errorType]) => `${section}: ${errorType}`))].sort()
}
