// The samples of every endpoint, in each language, run against a server that has what they name. Each gets a response that its page
// documents as a success.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, before, test } from 'node:test'
import { generatedPages } from '../../../scripts/docs/write-generated-pages.ts'
import { endpoints } from '../../../server/routes/routes.ts'
import { preparations } from '../../support/prepare-samples.ts'
import { curlSamples, nodeSamples, pythonSamples, type SampleOutcome } from '../../support/run-samples.ts'
import { clientHeaders, startTestServer, type TestServer } from '../../support/test-server.ts'

/** By endpoint: why the samples end with 404 and `connectionNotFound`, outside of a browser. */
const refused: Record<string, string> = {
  continueRedirect: 'The button of a page of this server. The server refuses every other origin.',
  returnRedirect: 'An exchange sends the browser here, which has a cookie of the sign-in.',
  confirmRedirect: 'The form of a page of this server. The server refuses every other origin.',
}

const python = pythonSamples()
const pages = generatedPages().filter(({ file }) => file.startsWith('reference/'))
const sampleIn = (body: string, language: string) => {
  const samples = [...body.matchAll(/^```(\w+)\n(.*?)^```/gms)].filter(([, name]) => name === language)
  assert.equal(samples.length, 1, `${samples.length} samples in ${language}`)
  return samples[0]?.[2] ?? ''
}
const operations = endpoints.map(({ id, responses }) => ({
  id,
  body: pages.find(({ slug }) => slug === `api/reference/${id}`)?.body ?? assert.fail(`${id} has no page`),
  successes: Object.keys(responses)
    .map(Number)
    .filter((status) => status < 400),
}))

let server: TestServer
let url: string
before(async () => {
  server = await startTestServer({ realExchanges: true, fundsWallets: true })
  url = `http://127.0.0.1:${(await server.listen()).port}`
})
after(async () => {
  python.close()
  await server.stop()
})

for (const { name, command, run } of [curlSamples, nodeSamples, python]) {
  const isMissing = command !== null && spawnSync(command, ['--version']).error !== undefined
  const skip = isMissing && `${command} is not installed`
  for (const { id, body, successes } of operations) {
    test(`the sample in ${name} of ${id} gets the documented response`, { skip }, async (context) => {
      const values = (await preparations[id]?.(server)) ?? {}
      if (values === null) return context.skip('no litesvm for this machine')
      let sample = sampleIn(body, name).replaceAll('http://localhost:4000', url)
      for (const [example, value] of Object.entries(values.replace ?? {})) {
        assert.ok(sample.includes(example), `the sample does not have ${example}`)
        sample = sample.replaceAll(example, value)
      }
      const outcome = await run(sample, {
        CLIENT_ID: clientHeaders['X-Client-Id'],
        CLIENT_SECRET: clientHeaders['X-Client-Secret'],
        SESSION_TOKEN: values.session ?? '',
      })
      if (id in refused) return assertRefused(outcome)
      assert.ok(successes.includes(outcome.status), JSON.stringify(outcome))
    })
  }
}

test('every preparation and every reason belongs to an endpoint', () => {
  const ids = endpoints.map(({ id }) => id)
  for (const id of [...Object.keys(preparations), ...Object.keys(refused)]) assert.ok(ids.includes(id), id)
})

function assertRefused({ status, body }: SampleOutcome): void {
  assert.equal(status, 404)
  assert.match(body, /connectionNotFound/)
}
