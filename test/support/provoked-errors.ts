// The errors that a single request can provoke, by endpoint. Each has a row in the error tests. A whole run of the integration tests
// checks that every other error is returned too (returned-errors.ts).

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
    'fromTokenTypeMismatch authTokenInvalid environmentMismatch invalidFixedAmount destinationNotAllowed',
  session: 'linkExpired linkOfOtherClient sessionEnded',
  configure:
    'missingField toAddressesRequired unknownNetwork destinationNotAllowed selfCustodyNotSupported integrationUnknown ' +
    'integrationNotSupported authTokenInvalid reconnectRequired missingExchangePermission kycRequired exchangeError exchangeTimeout exchangeUnavailable ' +
    'exchangeRateLimited exchangeRejected',
  connect: 'signInRejected accountLocked exchangeError connectionNotFound accountNotFound',
  preview:
    'invalidField unknownNetwork tokenNotOnNetwork invalidAddress addressChecksumFailed tagRequired networkRequired invalidAmount ' +
    'amountPrecision amountBelowMinimum amountAboveMaximum insufficientBalance insufficientForFee assetNotEligible ' +
    'networkNotEligible withdrawalsSuspended withdrawHold noPrice selfCustodyNotSupported integrationNotSupported kycRequired ' +
    'missingExchangePermission riskBlocked addressSanctioned destinationIsOrigin authTokenInvalid reconnectRequired exchangeError ' +
    'exchangeUnavailable exchangeTimeout exchangeRateLimited exchangeRejected limitExceeded destinationCoolingDown ' +
    'destinationNotAllowed',
  execute:
    'mfaCodeWrong mfaCodeExpired invalidMfaCodeFormat mfaLocked invalidPreviewId missingField previewNotFound previewChanged ' +
    'duplicateTransferInProgress insufficientBalance amountAboveMaximum networkNotEligible withdrawalsSuspended addressSanctioned ' +
    'kycRequired missingExchangePermission authTokenInvalid reconnectRequired exchangeUnavailable exchangeRateLimited ' +
    'exchangeRejected transferNotSent limitExceeded destinationCoolingDown destinationNotAllowed',
  reading: 'transferNotFound',
  refresh: 'refreshTokenInvalid',
}

/** The rows that these sections require. */
export function expectedRows(sections: readonly string[]): string[] {
  return sections.flatMap((section) => (refusals[section] ?? '').split(' ').map((type) => `${section}: ${type}`)).sort()
}

/** The section and error type of each row, without repetitions. */
export function namesOfRows(rows: readonly Row[]): string[] {
  return [...new Set(rows.map(([section, errorType]) => `${section}: ${errorType}`))].sort()
}
