import * as z from 'zod'
import { describeEndpoint, envelopeResponse } from '../../contract/endpoint.ts'
import { ofText } from '../../contract/length-checks.ts'
import { OpenedSession, openedExample, sessionExample, WireLinkSession } from '../../contract/wire/link-session.ts'
import { text } from '../../contract/wire/request-text.ts'

export const SessionBody = z.object({
  authCode: text(300).describe('From the link’s URL, `auth_code`.'),
  clientId: text(100)
    .optional()
    .describe('From the link’s URL. If it is not the client of the link, nothing is spent.'),
  opening: text(100)
    .min(16, ofText)
    .optional()
    .describe(
      'A secret that the page generates. A page that did not receive the response repeats the request with it, once, within two minutes: ' +
        'the response has a new token, and the first one is void.',
    ),
})

export const openLinkEndpoint = describeEndpoint({
  id: 'openLink',
  method: 'post',
  path: '/api/v1/link/session',
  tag: 'Link session',
  summary: 'Open a link',
  description: 'Spends the auth_code. Unknown, expired and used codes get the same error.',
  security: 'none',
  body: { schema: SessionBody, example: { authCode: 'ac-sandbox-EXAMPLE' } },
  responses: { 200: envelopeResponse('The session.', OpenedSession, { example: openedExample }) },
  errors: ['linkExpired', 'linkOfOtherClient', 'accountNotFound', 'reconnectRequired', 'rateLimited'],
})

export const resumeLinkEndpoint = describeEndpoint({
  id: 'resumeLink',
  method: 'get',
  path: '/api/v1/link/session',
  tag: 'Link session',
  summary: 'Read the link session',
  description: 'For a page that was reloaded or returned from a redirect.',
  security: 'session',
  responses: { 200: envelopeResponse('The session.', WireLinkSession, { example: sessionExample }) },
  errors: ['accountNotFound', 'reconnectRequired'],
})

export const endLinkSessionEndpoint = describeEndpoint({
  id: 'endLinkSession',
  method: 'delete',
  path: '/api/v1/link/session',
  tag: 'Link session',
  summary: 'End the link session',
  description: 'For a user who leaves. The token is then void. A transfer that was sent continues.',
  security: 'session',
  responses: { 200: envelopeResponse('The session has ended.', z.null(), { example: null }) },
  errors: [],
})
