// The operator's command for client certificates, and a receiver that requires one.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { TLSSocket } from 'node:tls'
import { demoClient } from '../../../../server/clients/seed-demo-client.ts'
import { openedSecrets } from '../../../../server/create-webhook-deps.ts'
import { createPostWebhook } from '../../../../server/webhooks/post-webhook.ts'
import { endpointById } from '../../../../server/webhooks/webhook-endpoint.ts'
import { selfSigned } from '../../../support/certificate.ts'
import { runCliHere } from '../../../support/cli.ts'
import { startTestServer, type TestServer } from '../../../support/test-server.ts'

const own = selfSigned({ addresses: ['127.0.0.1'] })
const [client, other] = [selfSigned({ dns: ['client.example'] }), selfSigned({ dns: ['other.example'] })]
let server: TestServer
let receiver: Server
let id: string
before(async () => {
  server = await startTestServer()
  receiver = createServer(
    { key: own.key, cert: own.certificate, ca: client.certificate, requestCert: true, rejectUnauthorized: true },
    (request, response) => response.end(`${(request.socket as TLSSocket).authorized}`),
  )
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const url = `https://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const api = server.over({ webhookNetworks: ['127.0.0.0/8'] })
  id = (await api.post('/api/v1/webhooks/endpoints', { url })).body.content.id
})
after(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await server.stop()
})

const run = (...args: string[]) => runCliHere(['webhook', 'certificate', ...args], { DATA_DIR: server.folder })
function file(name: string, text: string): string {
  const path = join(server.folder, name)
  writeFileSync(path, text)
  return path
}
const files = (certificate: string, key: string) => [
  ...['--certificate', file('client.pem', certificate)],
  ...['--key', file('client-key.pem', key)],
]

async function endpoint() {
  const found = await endpointById(server.deps.database.query, { clientId: demoClient.id, id })
  return found ?? Promise.reject(new Error('there is no such endpoint'))
}

/** The status, or why there is none. */
async function send(): Promise<string | number> {
  const stored = await endpoint()
  const { clientCertificate } = openedSecrets(server.deps, stored, server.deps.now())
  const post = createPostWebhook({ networks: ['127.0.0.0/8'], now: server.deps.now, ca: own.certificate })
  const request = { url: stored.url, headers: {}, body: '{}', clientCertificate }
  const result = await post(request, new AbortController().signal)
  return result.kind === 'failed' ? result.reason : result.status
}

test('a receiver that requires a client certificate gets the one of the endpoint, which is stored encrypted', async () => {
  assert.match(`${await send()}`, /tls|refused/)
  const { code, out } = await run(id.slice(0, 8), ...files(client.certificate, client.key))
  assert.equal(code, 0)
  assert.match(out, /is called with the client certificate\.$/m)
  assert.equal(await send(), 200)
  const { sealedCertificate } = await endpoint()
  assert.doesNotMatch(`${sealedCertificate}${out}`, /BEGIN/)
  assert.match(
    (await runCliHere(['webhook', 'list'], { DATA_DIR: server.folder })).out,
    /requests have a client certificate/,
  )

  assert.equal((await run(id, '--remove')).code, 0)
  assert.equal((await endpoint()).sealedCertificate, null)
  assert.match(`${await send()}`, /tls|refused/)
})

for (const [title, certificate, key, problem] of [
  ['another key', client.certificate, other.key, 'The key does not belong to the certificate.'],
  ['a text that is no certificate', 'none', client.key, 'The certificate cannot be read.'],
  ['a text that is no key', client.certificate, 'none', 'The key cannot be read.'],
] as const) {
  test(`${title} is refused, and nothing is stored`, async () => {
    const { code, error } = await run(id, ...files(certificate, key))
    assert.equal(code, 1)
    assert.ok(error.includes(problem), error)
    assert.equal((await endpoint()).sealedCertificate, null)
  })
}

test('an expired certificate is refused with its date', async () => {
  const expired = selfSigned({ dns: ['client.example'], until: new Date('2026-01-01T00:00:00Z') })
  const { error } = await run(id, ...files(expired.certificate, expired.key))
  assert.match(error, /expired on 2026-01-01/)
})

test('wrong arguments are explained', async () => {
  const [pair, missing] = [files(client.certificate, client.key), ['--certificate', '/none.pem', '--key', '/none.pem']]
  for (const args of [[id], [id, '--remove', ...pair], pair, [id, ...pair.slice(0, 2)]])
    assert.equal((await run(...args)).code, 2, args.join(' '))
  assert.match((await run(id, ...missing)).error, /none\.pem cannot be read/)
})
