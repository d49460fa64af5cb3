// Every refusal that the contract lists, endpoint by endpoint, is a case somewhere: a row of the two tables beside this file, or a
// test that needs more than one request. What cannot come is listed with the reason, and so in the README.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { projectRoot } from '../../../../scripts/command.ts'

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8')
const tables = ['error-rows', 'error-rows-of-transfers']
  .map((name) => read(`test/integration/server/routes/${name}.test.ts`))
  .join('\n')

/** Rows of the tables, by section. */
const rows: Record<string, string> = {
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
for (const [section, types] of Object.entries(rows)) {
  for (const type of types.split(' ')) {
    test(`${section}: ${type} is a row`, () => {
      assert.match(tables, new RegExp(`\\['?${section}',\\s+'${type}'|'${section}',\\s+'${type}'`))
    })
  }
}

const routes = 'test/integration/server/routes'
/** Those that take more than one request, or another way in: what its test says. */
const elsewhere: [row: string, file: string, words: string][] = [
  ['every endpoint: headersTooLarge', `${routes}/raw-requests.test.ts`, "[431, 'headersTooLarge']"],
  ['every endpoint: requestTimeout', `${routes}/raw-requests.test.ts`, "[408, 'requestTimeout']"],
  ['every endpoint: rateLimited', `${routes}/rate-limits.test.ts`, "'rateLimited'"],
  ['follow: tooManyStreams', `${routes}/event-streams.test.ts`, "'tooManyStreams'"],
  ['every endpoint: shuttingDown', 'test/integration/server/sigterm.test.ts', "[503, 'shuttingDown']"],
  ['every endpoint: idempotencyKeyReused', `${routes}/idempotency-key.test.ts`, "[422, 'idempotencyKeyReused']"],
  ['every endpoint: idempotencyKeyInUse', `${routes}/idempotency-key.test.ts`, "'idempotencyKeyInUse'"],
  ['networks: 304 on a matching ETag', `${routes}/networks.test.ts`, '304'],
  ['cataloglink: authTokenExpired', `${routes}/error-rows-of-transfers.test.ts`, "[401, 'authTokenExpired']"],
  ['configure: no eligible asset is no error', `${routes}/error-rows.test.ts`, 'nothing is eligible is no error'],
  ['configure: noEligibleNetworks', 'test/integration/server/routes/link/connect.test.ts', "'noEligibleNetworks'"],
  ['configure: amountNotSufficient', 'test/integration/server/routes/link/connect.test.ts', "'amountNotSufficient'"],
  ['preview: toAddressNotConfigured, in a link session', `${routes}/native-flow.test.ts`, "'toAddressNotConfigured'"],
  [
    'preview: an exchange’s travel rule',
    'test/integration/server/routes/link/user-steps.test.ts',
    "'TravelRuleRequired'",
  ],
  ['execute: an address to be saved first', 'test/integration/server/routes/link/user-steps.test.ts', 'user_whitelist'],
  [
    'execute: the same previewId again',
    `${routes}/error-rows-of-transfers.test.ts`,
    "get('idempotent-replayed'), 'true'",
  ],
  ['execute: mfaRequired and mfaCodeWrong', `${routes}/error-rows-of-transfers.test.ts`, "[200, 'MfaFailed', 4]"],
  [
    'execute: confirmation by e-mail',
    'test/integration/server/routes/link/user-steps.test.ts',
    "'EmailConfirmationRequired'",
  ],
  [
    'execute: confirmation on a device',
    'test/integration/server/routes/link/user-steps.test.ts',
    "'DeviceConfirmationRequired'",
  ],
  ['execute: extraInvalid', 'test/integration/server/routes/link/user-steps.test.ts', "[422, 'extraInvalid']"],
  ['execute: previewExpired', `${routes}/error-rows-of-transfers.test.ts`, "[410, 'previewExpired']"],
  ['execute: a definite rejection', `${routes}/odd-requests.test.ts`, "[422, 'Failed', 'Rejected']"],
  ['execute: storage that is lost', `${routes}/execute-without-storage.test.ts`, 'when storage is lost after the send'],
  ['execute: never 5xx after the send', `${routes}/error-rows-of-transfers.test.ts`, 'a lost answer is no failure'],
]
for (const [row, file, words] of elsewhere) {
  test(`${row} has a test`, () => assert.ok(read(file).includes(words), `${file} says nothing of ${words}`))
}

/** What the contract's source lists and nothing here brings, by errorType. The documentation says the same. */
const never = ['httpsRequired', 'ipNotAllowed', 'clientDisabled', 'mfaCodeReused', 'previewSuperseded', 'limitExceeded']
for (const type of never) {
  test(`the documentation says why ${type} does not come`, () =>
    assert.match(read('docs/api/errors.md'), new RegExp(`\`${type}\``)))
}
