import * as z from 'zod'
import { describeEndpoint, envelopeAnswer } from '../../contract/endpoint.ts'
import { ofText } from '../../contract/length-checks.ts'
import { LinkSession, OpenedSession, openedExample, sessionExample } from '../../contract/wire/link-session.ts'
import { text } from '../../contract/wire/request-text.ts'

export const SessionBody = z.object({
  authCode: text(300).describe('From the link’s URL, `auth_code`.'),
  opening: text(100)
    .min(16, ofText)
    .optional()
    .describe(
      'A secret of the page’s own. With it, and only with it, the code opens the link again for two minutes: for a page whose answer came too late.',
    ),
})

export const openLinkEndpoint = describeEndpoint({
  id: 'openLink',
  method: 'post',
  path: '/api/v1/link/session',
  tag: 'Link session',
  summary: 'Open a link',
  description: 'Spends the auth_code. Unknown, expired and used codes are refused alike.',
  security: 'none',
  body: { schema: SessionBody, example: { authCode: 'ac-sandbox-EXAMPLE' } },
  answers: { 200: envelopeAnswer('The session.', OpenedSession, openedExample) },
  errors: ['linkExpired', 'accountNotFound', 'reconnectRequired', 'rateLimited'],
})

export const resumeLinkEndpoint = describeEndpoint({
  id: 'resumeLink',
  method: 'get',
  path: '/api/v1/link/session',
  tag: 'Link session',
  summary: 'Read the link session',
  description: 'After a reload, or back from a redirect.',
  security: 'session',
  answers: { 200: envelopeAnswer('The session.', LinkSession, sessionExample) },
  errors: ['accountNotFound', 'reconnectRequired'],
})
