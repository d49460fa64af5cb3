// Most errors are shown with their sentence. These are the ones after which the flow goes elsewhere, or emits another event: a
// type that the server renames or no longer returns drops out of the list.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advance } from '../../../../components/flow/flow.ts'
import type { FlowState } from '../../../../components/flow/flow-state.ts'
import { siteEvents } from '../../../../components/flow/site-events.ts'
import { errorExample } from '../../../../server/contract/error-examples.ts'
import { type ErrorType, errorCatalogue } from '../../../../server/contract/errors.ts'
import { states } from '../../../components/samples.ts'

const types = Object.keys(errorCatalogue) as ErrorType[]

const laterType = 'errorOfALaterVersion'

/** What follows after a failed call, with the error's own words left out. */
function consequences(state: FlowState, type: ErrorType, errorType: string): string {
  const { data } = errorExample(type)
  const problem = { errorType, message: '', httpStatus: errorCatalogue[type].http, errorData: data }
  const outcomes = (['callFailed', 'walletRefused'] as const).map((name) => {
    const event = { type: name, problem }
    const next = advance(state, event)
    return [next, siteEvents(state, event, next)]
  })
  return [type, laterType].reduce((text, name) => text.replaceAll(`"${name}"`, '"…"'), JSON.stringify(outcomes))
}

test('the flow decides by these errors, and shows all others alike', () => {
  const decisive = types.filter((type) =>
    Object.values(states).some((state) => consequences(state, type, type) !== consequences(state, type, laterType)),
  )
  assert.deepEqual(decisive.sort(), [
    'accountLocked',
    'addressChecksumFailed',
    'addressOfOtherNetwork',
    'authTokenExpired',
    'authTokenInvalid',
    'codeLocked',
    'confirmationDeclined',
    'confirmationExpired',
    'connectionNotFound',
    'destinationNotAllowed',
    'duplicateTransferInProgress',
    'exchangeError',
    'exchangeTimeout',
    'exchangeUnavailable',
    'extraInvalid',
    'invalidAddress',
    'invalidMfaCodeFormat',
    'invalidTag',
    'kycRequired',
    'mfaLocked',
    'missingExchangePermission',
    'otherWalletAccount',
    'previewChanged',
    'previewExpired',
    'previewNotFound',
    'reconnectRequired',
    'riskBlocked',
    'sessionEnded',
    'tagRequired',
    'toAddressNotConfigured',
    'tokenNotOnNetwork',
    'unknownNetwork',
    'walletChallengeExpired',
    'walletMayHaveSent',
    'walletOwnershipRequired',
    'walletReplaced',
    'walletReverted',
    'walletSignatureInvalid',
    'walletSignedOther',
  ])
})
