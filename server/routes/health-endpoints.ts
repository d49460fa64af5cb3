import * as z from 'zod'
import { describeEndpoint, envelopeResponse } from '../contract/endpoint.ts'

export const livezEndpoint = describeEndpoint({
  id: 'isAlive',
  method: 'get',
  path: '/livez',
  tag: 'Operations',
  summary: 'Check that the process is alive',
  security: 'none',
  responses: {
    200: envelopeResponse('The process is alive.', z.object({ alive: z.literal(true) }), { example: { alive: true } }),
  },
  errors: [],
})

export const readyzEndpoint = describeEndpoint({
  id: 'isReady',
  method: 'get',
  path: '/readyz',
  tag: 'Operations',
  summary: 'Check that the server accepts requests',
  description: 'Returns 503 while the database does not respond or accepts no writes.',
  security: 'none',
  responses: {
    200: envelopeResponse('The server accepts requests.', z.object({ ready: z.literal(true) }), {
      example: { ready: true },
    }),
  },
  errors: [],
})

export const versionEndpoint = describeEndpoint({
  id: 'readVersion',
  method: 'get',
  path: '/version',
  tag: 'Operations',
  summary: 'Version and environment',
  security: 'none',
  responses: {
    200: envelopeResponse(
      'Version and environment of this server.',
      z.object({ version: z.string(), environment: z.enum(['sandbox', 'production']) }),
      { example: { version: '0.1.0', environment: 'sandbox' } },
    ),
  },
  errors: [],
})
