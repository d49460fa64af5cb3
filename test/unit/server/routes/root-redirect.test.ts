import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Hono } from 'hono'
import type { AppEnv } from '../../../../server/http/request-context.ts'
import { mountRootRedirect } from '../../../../server/routes/root-redirect.ts'

test('the root leads browsers to the reference, and does not exist for other clients', async () => {
  const app = new Hono<AppEnv>()
  mountRootRedirect(app)
  const root = (accept: string) => app.request('/', { headers: { accept } })
  const page = await root('text/html,application/xhtml+xml,*/*;q=0.8')
  assert.deepEqual([page.status, page.headers.get('location')], [302, '/reference'])
  assert.equal((await root('application/json')).status, 404)
  assert.equal((await root('*/*')).status, 404)
})
