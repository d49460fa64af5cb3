import * as z from 'zod'
import { confirmPath, redirectPath, returnPath } from '../../accounts/redirect-sign-in.ts'
import { describeEndpoint, emptyResponse, textResponse } from '../../contract/endpoint.ts'
import { text } from '../../contract/wire/request-text.ts'

export const EnterQuery = z.object({ state: text(200).describe('From `redirectUrl`.') })
export const ReturnQuery = z.object({
  state: text(200).describe('The value that the exchange received.'),
  code: text(2000).optional().describe('The authorization code; absent if the user declined.'),
  iss: text(500).optional().describe('The issuer of the code, if the exchange states it.'),
  error: text(500).optional().describe('The reason if there is no code.'),
})
export const ConfirmQuery = z.object({ state: text(200).describe('The value that the exchange received.') })
export const ConfirmForm = z.object({
  number: text(20).optional().describe('The `confirmationNumber` of the connection.'),
  answer: z.enum(['decline']).optional().describe('The user did not start this sign-in.'),
})

const tag = 'Link session'
const pageExample = '<!doctype html>'

export const enterRedirectEndpoint = describeEndpoint({
  id: 'enterRedirect',
  method: 'get',
  path: redirectPath,
  tag,
  summary: 'Go to the exchange’s sign-in page',
  description:
    'A window that a page of this server opened (`Sec-Fetch-Site: same-origin`) goes to the exchange and gets a cookie, ' +
    'which it needs to return. Any other window gets a page that names the app, its user and the exchange, and has no effect. ' +
    'That page continues only if the connection was created with `confirmByNumber`.',
  security: 'none',
  query: EnterQuery,
  responses: {
    200: textResponse('A page with a button to continue.', 'text/html', pageExample),
    302: emptyResponse('To the exchange.', { headers: { Location: 'The page of the exchange.' } }),
  },
  errors: ['connectionNotFound'],
})

export const continueRedirectEndpoint = describeEndpoint({
  id: 'continueRedirect',
  method: 'post',
  path: redirectPath,
  tag,
  summary: 'Continue to the exchange’s sign-in page in another window',
  description:
    'The button of the page that `GET` returns. The sign-in then connects an account once the user has entered a number.',
  security: 'none',
  query: EnterQuery,
  responses: { 200: textResponse('A page that leads to the exchange.', 'text/html', pageExample) },
  errors: ['connectionNotFound'],
})

export const returnRedirectEndpoint = describeEndpoint({
  id: 'returnRedirect',
  method: 'get',
  path: returnPath,
  tag,
  summary: 'Return from the exchange’s sign-in page',
  description:
    'The exchange redirects here. The page closes itself, and the session reads the result from the connection. If the sign-in was ' +
    'continued in another window, the page first shows a form for its number.',
  security: 'none',
  query: ReturnQuery,
  responses: { 200: textResponse('A page that closes itself, or a form for the number.', 'text/html', pageExample) },
  errors: ['connectionNotFound'],
})

export const confirmRedirectEndpoint = describeEndpoint({
  id: 'confirmRedirect',
  method: 'post',
  path: confirmPath,
  tag,
  summary: 'Enter the number of a sign-in that was continued in another window',
  description: 'The form that the return page shows. The third wrong number ends the sign-in with `codeLocked`.',
  security: 'none',
  query: ConfirmQuery,
  body: { schema: ConfirmForm, isForm: true, example: { number: '472' } },
  responses: { 303: emptyResponse('Back to the return page.', { headers: { Location: 'The return page.' } }) },
  errors: ['connectionNotFound'],
})
