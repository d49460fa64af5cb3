// The samples of every endpoint, run against a server. Their examples name tokens and ids that do not exist, so errors about these are
// expected. Errors about the request itself are not.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, before, test } from 'node:test'
import { Script } from 'node:vm'
import { generatedPages } from '../../../scripts/docs/write-generated-pages.ts'
import { newSession } from '../../support/native-flow.ts'
import { clientHeaders, startTestServer, type TestServer } from '../../support/test-server.ts'

const wrong = [
  'malformedRequest',
  'routeNotFound',
  'methodNotAllowed',
  'notAcceptable',
  'unsupportedMediaType',
  'malformedJson',
  'duplicateJsonKey',
  'missingField',
  'invalidField',
  'unknownField',
  'missingCredentials',
  'invalidCredentials',
  'sessionEnded',
]
const pages = generatedPages().filter(({ file }) => file.startsWith('reference/'))
const samplesIn = (body: string, language: string) =>
  [...body.matchAll(/^```(\w+)\n(.*?)^```/gms)].flatMap(([, name, text = '']) => (name === language ? [text] : []))

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.stop())

test('every endpoint has a sample in each language', () => {
  for (const { slug, body } of pages) {
    for (const language of ['sh', 'js', 'python'])
      assert.equal(samplesIn(body, language).length, 1, `${slug}: ${language}`)
  }
})

for (const { slug, body } of pages) {
  test(`the server understands the sample for Node of ${slug}`, async () => {
    const env = {
      CLIENT_ID: clientHeaders['X-Client-Id'],
      CLIENT_SECRET: clientHeaders['X-Client-Secret'],
      SESSION_TOKEN: await newSession(server),
    }
    let errorType: unknown
    const request = async (url: string, { method = 'GET', headers = {}, body: sent }: RequestInit = {}) => {
      const path = url.slice(new URL(url).origin.length)
      assert.equal('Content-Type' in headers, sent !== undefined)
      const text = sent === undefined ? undefined : String(sent)
      const response = await server.request(method, path, headers as Record<string, string>, text)
      errorType = response.body?.errorType ?? response.body?.ErrorType
      return { status: response.status, text: async () => response.text }
    }
    const [sample = ''] = samplesIn(body, 'js')
    const context = { fetch: request, process: { env }, console: { log() {} }, URLSearchParams }
    await new Script(`(async () => {\n${sample}\n})()`).runInNewContext(context)
    assert.ok(!wrong.includes(String(errorType)), String(errorType))
  })
}

if (spawnSync('python3', ['--version']).status === 0) {
  test('the samples for Python build the requests of those for curl', () => {
    const programs = pages.map(({ body }) =>
      samplesIn(body, 'python')
        .join('')
        .replace(/^with urlopen.*/ms, 'print(request.get_method(), request.full_url)'),
    )
    const runAll = 'import json, sys\nfor program in json.load(sys.stdin): exec(program, {})'
    const env = { ...process.env, CLIENT_ID: 'a', CLIENT_SECRET: 'b', SESSION_TOKEN: 'c' }
    const { stdout, stderr } = spawnSync('python3', ['-c', runAll], {
      env,
      input: JSON.stringify(programs),
      encoding: 'utf8',
    })
    const expected = pages.map(({ body }) => {
      const [, method = 'GET', url] = /^curl (?:-X (\w+) )?'([^']+)'/.exec(samplesIn(body, 'sh').join('')) ?? []
      return `${method} ${url}`
    })
    assert.deepEqual(stdout.trim().split('\n'), expected, stderr)
  })
}
