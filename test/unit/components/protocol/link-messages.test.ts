import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  frameShapes,
  isWebAddress,
  readFrameMessage,
  readSiteMessage,
  siteShapes,
} from '../../../../components/protocol/link-messages.ts'
import { projectRoot } from '../../../../scripts/command.ts'
import { type JsonSchema, problemsOf } from '../../../support/json-schema.ts'
import { brokenForms, frameSamples, type Message, siteSamples } from '../../../support/message-samples.ts'

const token = { accountId: 'a', accountName: 'Main', accessToken: 't', brokerType: 'sandbox', brokerName: 'Sandbox' }
const schemas = JSON.parse(
  readFileSync(join(projectRoot, 'components/protocol/link-messages.schema.json'), 'utf8'),
).$defs

for (const message of frameSamples) {
  test(`the hosted page may send ${message.type}`, () => assert.deepEqual(readFrameMessage(message), message))
}
for (const message of siteSamples) {
  test(`a site may send ${message.type}`, () => assert.deepEqual(readSiteMessage(message), message))
}

test('the guards and the published schemas take and refuse the same messages', () => {
  let refused = 0
  const compare = (message: Message, read: (data: unknown) => unknown) => {
    // Where the type itself is broken there is no schema to check.
    if (typeof message.type !== 'string' || !Object.hasOwn(schemas, message.type)) return
    const schema = schemas[message.type] as JsonSchema
    const isTaken = read(message) !== null
    // More fields than a schema names may come.
    const problems = problemsOf(message, schema, {}).filter((each) => !each.endsWith('is not documented'))
    assert.equal(isTaken, problems.length === 0, `${JSON.stringify(message)}: ${problems.join('; ')}`)
    if (!isTaken) refused++
  }
  for (const [samples, read] of [
    [frameSamples, readFrameMessage],
    [siteSamples, readSiteMessage],
  ] as const)
    for (const sample of samples) for (const message of [sample, ...brokenForms(sample)]) compare(message, read)
  assert.ok(refused > 1_000, `${refused} were refused`)
  assert.deepEqual(
    Object.keys({ ...frameShapes, ...siteShapes }).filter((type) => !(type in schemas)),
    [],
  )
})

test('events of a newer server are passed on unchanged, malformed ones are not', () => {
  for (const message of [{ type: 'transferDelayed' }, { type: 'integrationUpgraded', payload: { to: 2 } }])
    assert.deepEqual(readFrameMessage(message), message)
  for (const message of [{ type: 'walletDrained' }, { type: 'transferDelayed', payload: 'x' }, { type: 'transfer' }])
    assert.equal(readFrameMessage(message), null)
})

test('a passed-on message is a plain frozen copy', () => {
  const arrived = { type: 'transferDelayed', payload: { list: [{ at: new Map([[1, 2]]), bytes: new Uint8Array(1) }] } }
  const message = readFrameMessage(arrived) as unknown as typeof arrived
  assert.deepEqual(message.payload.list, [{ at: {}, bytes: { 0: 0 } }])
  for (const part of [message, message.payload, message.payload.list, message.payload.list[0]])
    assert.ok(Object.isFrozen(part))
  const circle: { payload?: object } = {}
  circle.payload = circle
  for (const payload of [circle, { big: 10n }])
    assert.equal(readFrameMessage({ type: 'transferDelayed', payload }), null)
})

const hostile: unknown[] = [
  null,
  undefined,
  0,
  'loaded',
  [],
  ['loaded'],
  () => {},
  Symbol('loaded'),
  {},
  { type: null },
  { type: ['loaded'] },
  { type: 'constructor' },
  { type: '__proto__', payload: {} },
  { type: 'transferFinished' },
  { type: 'transferFinished', payload: null },
  { type: 'transferFinished', payload: { status: 'maybe' } },
  { type: 'brokerageAccountAccessToken', payload: 'token' },
  { type: 'brokerageAccountAccessToken', payload: {} },
  { type: 'oauthLinkOpen', link: 'javascript:alert(1)' },
  { type: 'oauthLinkOpen', link: { toString: () => 'https://a.example' } },
  { type: 'transferPreviewed', payload: 'text' },
  { type: 'transfer<script>', payload: {} },
  { type: 'close' },
  { type: 'transferMfaRequired', payload: { mfaType: { toString: 'x' } } },
  { type: 'transferAmountEntered', payload: { amount: Number.NaN, amountText: '' } },
  { type: 'done', payload: [] },
  new Proxy(
    {},
    {
      get: () => {
        throw new Error('trap')
      },
    },
  ),
  Object.create(null, {
    type: {
      get: () => {
        throw new Error('getter')
      },
    },
  }),
]

test('anything else is no message, and nothing that arrives throws', () => {
  for (const data of hostile) {
    assert.equal(readFrameMessage(data), null)
    assert.equal(readSiteMessage(data), null)
  }
  fc.assert(
    fc.property(fc.anything(), (data) => {
      readFrameMessage(data)
      readSiteMessage(data)
      return true
    }),
  )
})

test('a list is accepted only if each entry is a token', () => {
  const { accessToken, brokerType } = token
  for (const payload of [[], [token], [token, { accessToken, brokerType }]])
    assert.ok(readSiteMessage({ type: 'frontAccessTokens', payload }))
  for (const payload of [null, token, [null], [token, 'x'], [{ brokerType }], { length: 1, 0: token }])
    assert.equal(readSiteMessage({ type: 'frontAccessTokens', payload }), null)
})

test('only web addresses may be opened', () => {
  for (const address of ['http://localhost:4000/', 'https://link.example/x?auth_code=1'])
    assert.equal(isWebAddress(address), true)
  for (const address of [
    '',
    'x',
    '/path',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://a',
    'file:///etc',
    ' javascript:0',
  ])
    assert.equal(isWebAddress(address), false, address)
})
