import * as z from 'zod'
import { redirectPath, returnPath } from '../../accounts/redirect-sign-in.ts'
import { describeEndpoint, emptyAnswer, textAnswer } from '../../contract/endpoint.ts'
import { text } from '../../contract/wire/request-text.ts'

export const EnterQuery = z.object({ state: text(200).describe('As it stands in `redirectUrl`.') })
export const ReturnQuery = z.object({
  state: text(200).describe('As it was sent along.'),
  code: text(2000).optional().describe('What the exchange gave; absent where the user said no.'),
  iss: text(500).optional().describe('Who gave it, where the exchange says so.'),
  error: text(500).optional().describe('Why there is no code.'),
})

export const enterRedirectEndpoint = describeEndpoint({
  id: 'enterRedirect',
  method: 'get',
  path: redirectPath,
  tag: 'Link session',
  summary: 'Go to the exchange’s own sign-in page',
  description: 'For a window of its own. It leaves a cookie, without which nothing may come back.',
  security: 'none',
  query: EnterQuery,
  answers: { 302: emptyAnswer('To the exchange.', { headers: { Location: 'The page of the exchange.' } }) },
  errors: ['connectionNotFound'],
})

export const returnRedirectEndpoint = describeEndpoint({
  id: 'returnRedirect',
  method: 'get',
  path: returnPath,
  tag: 'Link session',
  summary: 'Come back from the exchange’s own sign-in page',
  description: 'The exchange leads here. What came of it is read from the connection; the page closes itself.',
  security: 'none',
  query: ReturnQuery,
  answers: { 200: textAnswer('A page that closes itself.', 'text/html', '<!doctype html>') },
  errors: ['connectionNotFound'],
})
