// The list of endpoints on the page of an error. Required actions and the reasons of failed transfers are in successful responses.
// That each list is complete is checked where tests receive responses: their schemas allow only the documented errorTypes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { returningEndpoints } from '../../../scripts/docs/error-pages.ts'
import { successExample } from '../../../scripts/docs/success-errors.ts'
import { type ErrorType, errorCatalogue } from '../../../server/contract/errors.ts'
import { quotedActions, requiredActions, transferFailures } from '../../../server/contract/success-errors.ts'
import { openApiDocument } from '../../../server/http/openapi/document.ts'
import { endpoints } from '../../../server/routes/routes.ts'

const document = openApiDocument(endpoints, { version: '0.0.0', serverUrl: 'http://localhost' })

/** `id: field` of the successful responses that contain the error. */
function successfulWith(type: ErrorType): string[] {
  const { inSuccess } = returningEndpoints(document, endpoints, type)
  return inSuccess.map(({ endpoint, fields }) => `${endpoint.id}: ${fields.join(', ')}`)
}

const execute = ['executeTransfer: ErrorType', 'executeLinkTransfer: content.errorType']
const preview = [
  'previewTransfer: PreviewResult.UserStep.ErrorType',
  'previewLinkTransfer: content.preview.userStep.errorType',
]
const resend = 'resendToUser: content.errorType'
const required: Record<(typeof requiredActions)[number], string[]> = {
  mfaRequired: [...execute, resend],
  emailConfirmationRequired: [...execute, resend],
  deviceConfirmationRequired: [...execute, resend],
  addressWhitelistRequired: [...execute, ...preview],
  travelRuleRequired: [...execute, ...preview],
  mfaCodeWrong: execute,
  mfaCodeExpired: execute,
}
for (const type of requiredActions) {
  test(`the page of ${type} lists every endpoint that returns it`, () => {
    assert.deepEqual(successfulWith(type).toSorted(), required[type].toSorted())
  })
}

test('the reason of a failed transfer is returned by every endpoint that returns a transfer of a link session', () => {
  for (const type of transferFailures) {
    assert.deepEqual(successfulWith(type), [
      'openLink: content.pendingTransfer.errorType',
      'resumeLink: content.pendingTransfer.errorType',
      'followFullPage: content.transfer.errorType',
      'executeLinkTransfer: content.errorType, content.transfer.errorType',
      'reportSent: content.transfer.errorType',
      'reportSigned: content.transfer.errorType',
      'reportDeclined: content.transfer.errorType',
      'readLinkTransfer: content.transfer.errorType',
      'followLinkTransfer: data.errorType',
    ])
  }
})

test('every error is returned by an endpoint', () => {
  for (const type of Object.keys(errorCatalogue) as ErrorType[]) {
    const { refused, inSuccess } = returningEndpoints(document, endpoints, type)
    assert.ok(refused.length + inSuccess.length > 0, type)
  }
})

test('the example of a required action is the whole response', () => {
  const code = successExample(endpoints, 'mfaRequired')
  assert.deepEqual([code?.Status, code?.MfaType, code?.MfaMethods], ['MfaRequired', 'totp', [{ Kind: 'totp', To: '' }]])
  const fields = successExample(endpoints, 'travelRuleRequired')?.ExtraFields
  assert.ok(Array.isArray(fields) && fields.length > 0)
  for (const type of quotedActions) assert.equal(successExample(endpoints, type)?.ErrorType, type)
})
