import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCommand } from '../../../../../scripts/command.ts'
import { generatedFiles, readGenerated } from '../../../../../scripts/generate/generated.ts'
import { errorsOf } from '../../../../../server/contract/endpoint-errors.ts'
import { errorCatalogue } from '../../../../../server/contract/errors.ts'
import { endpoints } from '../../../../../server/routes/routes.ts'
import { document } from '../../../../support/check-response.ts'
import { type JsonSchema, problemsOf } from '../../../../support/json-schema.ts'
import { proofTest } from '../../../../support/length.ts'

const { components } = document
const schemas = components.schemas ?? {}

for (const file of generatedFiles) {
  test(`${file.path} matches the server (npm run generate rewrites it)`, () => {
    const text = readGenerated(file)
    assert.ok(
      text === file.generated(text),
      `${file.path} is out of date: run npm run generate and review the difference`,
    )
  })
}

proofTest('a linter finds the document valid', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'transfer-link-openapi-'))
  const path = join(folder, 'openapi.json')
  writeFileSync(path, JSON.stringify(document))
  const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  // The server's address is wherever it runs, and in the sandbox that is localhost.
  const args = ['lint', path, '--skip-rule', 'no-server-example.com']
  const { code, output } = await runCommand('redocly', args, { env, quiet: true })
  rmSync(folder, { recursive: true, force: true })
  assert.equal(code, 0, output)
})

test('every operation has a name, a summary, and an example of its input', () => {
  const names = endpoints.map(({ id }) => id)
  assert.equal(new Set(names).size, names.length)
  for (const { body, id, summary } of endpoints) {
    assert.match(summary, /^[A-Z].*[^.]$/, id)
    if (body !== undefined) assert.ok(Object.keys(body.example as object).length > 0, id)
  }
})

test('every parameter and every field of a body has a meaning', () => {
  for (const { operationId, parameters = [], requestBody } of operations()) {
    for (const { name, description } of parameters) assert.ok(description, `${operationId}: ${name}`)
    for (const { schema } of Object.values(requestBody?.content ?? {})) {
      const fields = Object.entries(schema.properties ?? {}) as [string, JsonSchema][]
      for (const [name, { $ref, description }] of fields) assert.ok($ref ?? description, `${operationId}: ${name}`)
    }
  }
})

const operations = () => Object.values(document.paths).flatMap((byMethod) => Object.values(byMethod))

type Media = { schema: JsonSchema; example?: unknown; examples?: Record<string, { $ref?: string; value?: unknown }> }

/** Every media type of the document with its place. */
function* mediaTypes(): Generator<[string, Media]> {
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, { requestBody, responses }] of Object.entries(operations)) {
      const at = `${method} ${path}`
      for (const media of Object.values(requestBody?.content ?? {})) yield [`${at} request`, media as Media]
      for (const [status, response] of Object.entries(responses)) {
        for (const media of Object.values(response.content ?? {})) yield [`${at} ${status}`, media as Media]
      }
    }
  }
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    for (const media of Object.values(post.requestBody?.content ?? {})) yield [`webhook ${type}`, media as Media]
  }
  for (const [name, response] of Object.entries(components.responses ?? {})) {
    for (const media of Object.values(response.content as Record<string, Media>)) yield [name, media]
  }
}

test('every response has an example, and every example matches its schema', () => {
  let examples = 0
  for (const [at, { schema, example, examples: named = {} }] of mediaTypes()) {
    const values = Object.values(named).map(
      ({ $ref, value }) => value ?? components.examples?.[String($ref).split('/').at(-1) ?? '']?.value,
    )
    if (example !== undefined) values.push(example)
    assert.ok(values.length > 0, `${at} has no example`)
    for (const value of values) assert.deepEqual(problemsOf(value, schema, schemas), [], at)
    examples += values.length
  }
  assert.ok(examples > 500)
})

test('every rate-limited response lists the headers of the limit', () => {
  for (const { id, method, path, security } of endpoints) {
    const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method]
    for (const [status, named] of Object.entries(operation?.responses ?? {})) {
      const shared = (named as { $ref?: string }).$ref?.replace('#/components/responses/', '')
      const resolved = shared === undefined ? named : document.components.responses?.[shared]
      const headers = (resolved as { headers?: object } | undefined)?.headers ?? {}
      assert.equal('RateLimit' in headers, security !== 'none', `${id} ${status}`)
      if (status === '401') assert.ok('WWW-Authenticate' in headers, id)
    }
  }
})

test('every error of the catalogue belongs to an endpoint, or is never returned as an error', () => {
  const documented = new Set(
    endpoints.flatMap((endpoint) => [...errorsOf(endpoint), ...(endpoint.errorsAt?.errors ?? [])]),
  )
  const elsewhere = [
    // Required actions, which are successful responses.
    'mfaRequired',
    'mfaCodeExpired',
    'mfaCodeWrong',
    'emailConfirmationRequired',
    'deviceConfirmationRequired',
    'addressWhitelistRequired',
    'travelRuleRequired',
    // Why a transfer ended, returned with it.
    'walletReverted',
    'walletReplaced',
  ]
  const missing = Object.keys(errorCatalogue).filter((type) => !documented.has(type as 'internalError'))
  assert.deepEqual(missing.sort(), elsewhere.sort())
})

test('amounts of the endpoints for backends are numbers, those of the link session text', () => {
  const { Amount, AmountText } = schemas
  assert.equal(Amount?.type, 'number')
  assert.match(String(Amount?.description), /exact/)
  assert.equal(AmountText?.type, 'string')
})
