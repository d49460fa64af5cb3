// POST /api/v1/link/full-page: where a frame does not show its user the whole transfer, the link continues on a full page.

import type { Hono } from 'hono'
import * as z from 'zod'
import { describeEndpoint, envelopeAnswer } from '../../contract/endpoint.ts'
import { ok } from '../../http/answers.ts'
import { sessionOnly } from '../../http/authenticate.ts'
import { refuseOtherMethods } from '../../http/methods.ts'
import type { AppEnv } from '../../http/request-context.ts'
import { reissueCode } from '../../links/links.ts'
import type { RouteDeps } from '../route-deps.ts'

const FullPage = z.object({
  url: z.string().describe('Opens once, within two minutes, with the account of this session.'),
})
const example = {
  url: 'https://transfer.example/7d0f2f6e-51b7-4b0e-9f2e-5b3d3c1f0a01/broker-connect?auth_code=ac-sandbox-EXAMPLE',
}

export const openFullPageEndpoint = describeEndpoint({
  id: 'openFullPage',
  method: 'post',
  path: '/api/v1/link/full-page',
  tag: 'Link session',
  summary: 'Continue on a full page',
  description:
    'Returns the URL of the link’s full page with a new one-time code. Opening it moves the session there: the session token used here ends.',
  security: 'session',
  answers: { 200: envelopeAnswer('The page.', FullPage, example) },
  errors: [],
})

export function mountOpenFullPage(app: Hono<AppEnv>, deps: RouteDeps): void {
  const { path } = openFullPageEndpoint
  app.post(path, sessionOnly(deps), async (context) => {
    const session = context.get('session')
    const authCode = await reissueCode(deps, session)
    return ok(context, { url: `${deps.publicUrl}/${session.link.clientId}/broker-connect?auth_code=${authCode}` })
  })
  refuseOtherMethods(app, path, ['POST'])
}
