// The bodies of docs/src/content/docs/api/errors.md, compared with those of real requests.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { execute, preview, signIn } from '../../support/native-flow.ts'
import { pageBlocks } from '../../support/readme.ts'
import { clientHeaders, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.stop())

test('the bodies on the page are those that the server returns', async () => {
  const path = '/api/v1/cataloglink?enableTransfers=true'
  const bodies = [
    (await server.post(path, {})).body,
    await executeExpiredPreview(),
    (await server.post(path, {}, { ...clientHeaders, Accept: 'application/problem+json' })).body,
  ]
  const blocks = pageBlocks('docs/src/content/docs/api/errors.md').map(({ text }) => JSON.parse(text))
  assert.deepEqual(bodies.map(withoutRequestId), blocks.map(withoutRequestId))
})

async function executeExpiredPreview(): Promise<object> {
  const token = await signIn(server, 'user_good')
  const { PreviewId } = (await preview(server, token, '2')).body.PreviewResult
  server.wait(10 * 60_000)
  return (await execute(server, token, PreviewId)).body
}

function withoutRequestId(body: object): object {
  const names = ['requestId', 'RequestId', 'instance']
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, names.includes(name) ? '' : value]))
}
