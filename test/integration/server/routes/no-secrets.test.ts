import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createClient } from '../../../../server/clients/clients.ts'
import { preview, signIn, toBase } from '../../../support/native-flow.ts'
import {
  type ApiResponse,
  clientHeaders,
  shopOrigin,
  startTestServer,
  type TestServer,
} from '../../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.stop())

let count = 0
/** A text used nowhere else, in every place that a caller can put a secret. */
const canary = () => `canary${String(++count).padStart(3, '0')}${'x7Qz'.repeat(8)}`

test('the log, errors, metrics and database contain no secret', async () => {
  const secrets: string[] = []
  const refused: ApiResponse[] = []
  const secret = (prefix = '') => {
    const made = `${prefix}${canary()}`
    secrets.push(made)
    return made
  }
  const clientSecret = secret('sk_sandbox_')
  const { id } = await createClient(server.deps, {
    name: 'Canary',
    callbackUrls: [`${shopOrigin}/`],
    secret: clientSecret,
  })
  const headers = { ...clientHeaders, 'X-Client-Id': id, 'X-Client-Secret': clientSecret }

  const link = await server.post(
    '/api/v1/cataloglink?userId=user-1&enableTransfers=true',
    { ToAddresses: [toBase] },
    { ...headers, 'Idempotency-Key': secret() },
  )
  const authCode = new URL(link.body.content.iFrameUrl).searchParams.get('auth_code') ?? ''
  const { pathname, search } = new URL(link.body.content.iFrameUrl)
  await server.get(pathname + search, {} as never)
  const { sessionToken } = (await server.post('/api/v1/link/session', { authCode }, {})).body.content
  secrets.push(authCode, sessionToken)

  const connect = (fields: object) =>
    server.inSession(sessionToken, 'POST', '/api/v1/link/connect', { type: 'sandbox', fields })
  refused.push(await connect({ username: 'user_good', password: secret() }))
  refused.push(await connect({ username: secret(), password: secret(), [secret()]: secret() }))
  const prompted = await connect({ username: 'user_mfa', password: 'pass_good' })
  const codePath = `/api/v1/link/connect/${prompted.body.content.connectionId}/code`
  refused.push(await server.inSession(sessionToken, 'POST', codePath, { code: secret().slice(0, 20) }))
  const connected = await connect({ username: 'user_good', password: 'pass_good' })
  const { auth_token, refresh_token } = connected.body.content.authData
  secrets.push(auth_token, refresh_token)

  const token = await signIn(server, 'user_good')
  const { PreviewId } = (await preview(server, token, '5.02')).body.PreviewResult
  const run = (mfaCode: string) =>
    server.post('/api/v1/transfers/managed/execute', {
      fromAuthToken: token,
      fromType: 'sandbox',
      previewId: PreviewId,
      mfaCode,
    })
  refused.push(await run('Zz91Qx'), await run(secret()))
  secrets.push(token, 'Zz91Qx')

  const wrong = { ...headers, 'X-Client-Secret': secret('sk_sandbox_') }
  refused.push(await server.post('/api/v1/cataloglink?userId=u', {}, wrong))
  refused.push(await server.get('/api/v1/transfers', { ...headers, 'X-Client-Secret': secret('sk_live_') }))
  refused.push(
    await server.request('GET', '/api/v1/link/session', { Authorization: `Bearer ${secret('ls-sandbox-')}` }),
  )
  refused.push(await server.request('GET', `/api/v1/${secret()}?auth_code=${secret()}`, { Cookie: secret() }))
  refused.push(await server.get(`/api/v1/transfers/${secret()}`, headers))
  refused.push(await server.post('/api/v1/link/session', { authCode: secret('ac-sandbox-') }, {}))
  refused.push(await server.post('/api/v1/token/refresh', { refreshToken: secret('rt-sandbox-') }, headers))
  for (const place of ['/api/v1/transfers/managed/configure', '/api/v1/transfers/managed/preview']) {
    refused.push(
      await server.post(
        place,
        { FromAuthToken: secret('at-sandbox-'), FromType: 'sandbox', ToAddresses: [toBase] },
        headers,
      ),
    )
    refused.push(await server.post(place, { FromAuthToken: [secret()], FromType: { a: secret() } }, headers))
    refused.push(await server.post(place, `{"FromAuthToken":"${secret()}`, headers))
    refused.push(await server.post(place, `FromAuthToken=${secret()}`, { ...headers, 'Content-Type': 'text/plain' }))
  }
  await server.request('DELETE', '/api/v1/account', headers, { authToken: auth_token, type: 'sandbox' })

  const metrics = (await server.get('/metrics', {} as never)).text
  const files = ['transfer-link.db', 'transfer-link.db-wal'].map((name) =>
    readFileSync(join(server.folder, 'server', name)),
  )
  const stored = Buffer.concat(files)
  assert.ok(stored.includes('Canary'), 'the database that was searched is the one that was written')
  assert.ok(server.logged().includes('/api/v1/link/connect'), 'the log that was searched is the one that was written')
  assert.ok(secrets.length > 30)
  for (const each of secrets) {
    // The second half is as secret as the whole.
    for (const part of [each, ...(each.length > 40 ? [each.slice(-20)] : [])]) {
      assert.ok(!server.logged().includes(part), `${part} is in the log`)
      assert.ok(!metrics.includes(part), `${part} is in the metrics`)
      assert.ok(!stored.includes(part), `${part} is in the database`)
      for (const response of refused) assert.ok(!response.text.includes(part), `${part} is in ${response.text}`)
    }
  }
})
