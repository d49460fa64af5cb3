import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Hono } from 'hono'
import pino from 'pino'
import { mountMiddleware } from '../../../../server/http/middleware.ts'
import type { AppEnv } from '../../../../server/http/request-context.ts'
import { newMetrics } from '../../../../server/log/metrics.ts'

const publicUrl = 'https://transfers.example.com'

async function typeOfError(docsUrl: string | null): Promise<string> {
  const app = new Hono<AppEnv>()
  mountMiddleware(app, {
    environment: 'sandbox',
    log: pino({ level: 'silent' }),
    metrics: newMetrics(),
    isStorageFailure: () => false,
    proxies: null,
    publicUrl,
    docsUrl,
    shapes: new Map(),
  })
  const response = await app.request('/api/v1/nowhere', { headers: { Accept: 'application/problem+json' } })
  return ((await response.json()) as { type: string }).type
}

test('the type of RFC 9457 is the page of the error on the documentation site', async () => {
  assert.equal(await typeOfError('https://example.com/docs'), 'https://example.com/docs/errors/routeNotFound/')
})

test('without a documentation site, it is the error on the server’s own reference', async () => {
  assert.equal(await typeOfError(null), `${publicUrl}/reference#routeNotFound`)
})
