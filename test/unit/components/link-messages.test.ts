import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isWebAddress, readFrameMessage, readSiteMessage } from '../../../components/link-messages.ts'

const token = { accountId: 'a', accountName: 'Main', accessToken: 't', brokerType: 'sandbox', brokerName: 'Sandbox' }

const known = [
  { type: 'loaded' },
  { type: 'pageLoaded' },
  { type: 'transferExecuted', payload: { status: 'pending' } },
  { type: 'brokerageAccountAccessToken', payload: { accessToken: {}, auth_token: 't' } },
  { type: 'transferFinished', payload: { status: 'error', errorMessage: 'no' } },
  { type: 'oauthLinkOpen', link: 'https://exchange.example/' },
  { type: 'close', payload: { page: 'review-transfer' } },
  { type: 'done', payload: { page: 'transfer-receipt' } },
]

for (const message of known) {
  test(`the hosted page may say ${message.type}`, () => assert.equal(readFrameMessage(message), message))
}

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

test('of the tokens a site sends, only those that are tokens are taken', () => {
  const payload = [null, 'x', { accessToken: 5, brokerType: 'sandbox' }, token, { ...token, brokerType: undefined }]
  assert.deepEqual(readSiteMessage({ type: 'frontAccessTokens', payload }), {
    type: 'frontAccessTokens',
    payload: [token],
  })
  assert.equal(readSiteMessage({ type: 'frontAccessTokens', payload: { length: 1, 0: token } }), null)
  assert.deepEqual(readSiteMessage({ type: 'closeRequested', payload: 'x' }), { type: 'closeRequested' })
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
