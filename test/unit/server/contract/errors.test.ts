// The hosted UI explains errors in its own sentences, and in the server's if it has none: the message of every error that a link
// endpoint returns must be fit for a user. Which errors the UI decides by is tested in components/flow/error-decisions.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type * as z from 'zod'
import type * as Link from '../../../../components/flow/link-responses.ts'
import type * as Sent from '../../../../components/flow/transfer-responses.ts'
import { errorsOf } from '../../../../server/contract/endpoint-errors.ts'
import { errorExample } from '../../../../server/contract/error-examples.ts'
import { errorSentence } from '../../../../server/contract/errors.ts'
import type * as Session from '../../../../server/contract/wire/link-session.ts'
import type * as Transfer from '../../../../server/contract/wire/link-transfer.ts'
import { endpoints } from '../../../../server/routes/routes.ts'

test('every error of a link endpoint has a message that a user can read', () => {
  const ofLinks = endpoints.filter(({ path }) => path.startsWith('/api/v1/link/')).flatMap(errorsOf)
  assert.ok(new Set(ofLinks).size > 40)
  for (const type of new Set(ofLinks)) {
    const { message } = errorExample(type)
    assert.match(message, /^\S.{10,}\.$/, type)
    assert.doesNotMatch(message, /[{}]|undefined| {2}/, type)
  }
})

test('a count of one is in the singular', () => {
  assert.equal(errorSentence('rateLimited', { seconds: 1 }), 'Too many requests. Retry after 1 second.')
  assert.equal(errorSentence('rateLimited', { seconds: 21 }), 'Too many requests. Retry after 21 seconds.')
  assert.match(errorSentence('mfaCodeWrong', { attemptsLeft: 1 }), / 1 try left\.$/)
  assert.match(errorSentence('codeWrong', { attemptsLeft: 0 }), / 0 tries left\.$/)
  assert.match(errorSentence('amountPrecision', { symbol: 'X', network: 'Y', decimals: '1' }), / 1 decimal\.$/)
})

/** Compiles only if the server's responses have the types that the UI declares. */
type Fits<Response extends Declared, Declared> = Response
export type SessionFits = Fits<z.infer<typeof Session.WireLinkSession>, Link.Session>
export type IntegrationsFit = Fits<z.infer<typeof Session.LinkIntegrations>['integrations'], Link.Integration[]>
export type AccountFits = Fits<z.infer<typeof Session.LinkAccount>, Link.Account>
export type HoldingFits = Fits<z.infer<typeof Transfer.LinkHolding>, Sent.Holding>
export type PreviewFits = Fits<z.infer<typeof Transfer.LinkPreview>, Sent.Preview>
export type TransferFits = Fits<z.infer<typeof Transfer.LinkTransfer>, Sent.Transfer>
type Execution = z.infer<typeof Transfer.LinkExecution>
export type ExecutionFits = Fits<Execution, Sent.ExecuteResponse>
