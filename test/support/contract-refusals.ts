// Every error that the contract lists and that a single request can trigger, by endpoint. Each one has a row in the error tests.
import type { Row } from '../../scripts/generate/error-rows.ts'

const refusals: Record<string, string> = {
  'every endpoint':
    'malformedJson invalidField missingField unknownField duplicateJsonKey missingCredentials invalidCredentials environmentMismatch ' +
    'routeNotFound methodNotAllowed notAcceptable unsupportedMediaType bodyTooLarge uriTooLong internalError storageUnavailable',
  cataloglink:
    'methodNotAllowed invalidUserId callbackUrlMissing callbackUrlInvalid callbackUrlNotRegistered invalidEnableTransfers ' +
    'transfersNotEnabled toAddressesRequired tooManyAddresses duplicateAddress unknownNetwork tokenNotOnNetwork invalidAddress ' +
    'addressChecksumFailed addressOfOtherNetwork tagRequired invalidTag riskBlocked addressSanctioned integrationUnknown fromTokenTypeMismatch authTokenInvalid',
  session: 'linkExpired sessionEnded',
  configure:
    'missingField toAddressesRequired unknownNetwork selfCustodyNotSupported integrationUnknown integrationNotSupported ' +
    'authTokenInvalid reconnectRequired missingExchangePermission kycRequired exchangeError exchangeTimeout exchangeUnavailable ' +
    'exchangeRateLimited',
  preview:
    'invalidField unknownNetwork tokenNotOnNetwork invalidAddress addressChecksumFailed tagRequired networkRequired invalidAmount ' +
    'amountPrecision amountBelowMinimum amountAboveMaximum insufficientBalance insufficientForFee assetNotEligible ' +
    'networkNotEligible withdrawalsSuspended withdrawHold selfCustodyNotSupported integrationNotSupported kycRequired riskBlocked addressSanctioned destinationIsOrigin ' +
    'authTokenInvalid reconnectRequired exchangeError exchangeUnavailable exchangeTimeout exchangeRateLimited',
  execute:
    'mfaCodeExpired invalidMfaCodeFormat mfaLocked invalidPreviewId missingField previewNotFound previewChanged ' +
    'duplicateTransferInProgress insufficientBalance amountAboveMaximum withdrawalsSuspended kycRequired authTokenInvalid ' +
    'reconnectRequired exchangeUnavailable',
}

/** What these sections of the contract list and no row brings about. */
export function missingRows(sections: readonly string[], rows: readonly Row[]): string[] {
  const there = new Set(rows.map(([section, errorType]) => `${section}: ${errorType}`))
  const documented = sections.flatMap((section) =>
    (refusals[section] ?? '').split(' ').map((type) => `${section}: ${type}`),
  )
  return documented.filter((row) => !there.has(row))
}
