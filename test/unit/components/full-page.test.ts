import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { FlowState } from '../../../components/flow/flow-state.ts'
import { openFullPage } from '../../../components/flow/full-page.ts'
import type { LinkApi } from '../../../components/flow/link-api.ts'
import { confirming, session, states } from '../../components/samples.ts'

const windows: { address: string | null; isClosed: boolean }[] = []
beforeEach(() => {
  windows.length = 0
  const open = () => {
    const shown = { address: null as string | null, isClosed: false }
    windows.push(shown)
    const close = () => {
      shown.isClosed = true
    }
    const replace = (address: string) => {
      shown.address = address
    }
    return { opener: {}, close, location: { replace } }
  }
  Object.assign(globalThis, { open })
})

const url = 'https://transfer.example/c/broker-connect?auth_code=ac-1'

function apiOver(more: Partial<LinkApi> = {}) {
  const sent: [string, unknown][] = []
  const post = async (path: string, body: unknown) => {
    sent.push([path, body])
    return { url, returnCode: 'ac-2' }
  }
  const takeBack = async (code: string) => {
    sent.push(['takeBack', code])
    return session
  }
  const api = { get: () => assert.fail(), post: post as LinkApi['post'], takeBack, end: () => {}, ...more } as LinkApi
  return { api, sent }
}

test('the full page opens with what was about to be sent', async () => {
  const { api, sent } = apiOver()
  const event = await openFullPage(api, states['review-transfer'])
  assert.deepEqual(event, { type: 'fullPageOpened', returnCode: 'ac-2' })
  assert.deepEqual(sent, [['full-page', { transfer: states['review-transfer'].choice }]])
  assert.deepEqual(windows, [{ address: url, isClosed: false }])
})

test('an order that may have been sent is not begun anew', async () => {
  const { api, sent } = apiOver()
  const retry = states['review-transfer (sending)']
  await openFullPage(api, { ...states['show-problem'], retry } as FlowState)
  assert.deepEqual(sent, [['full-page', {}]])
})

test('a page that was opened before gives its link back first', async () => {
  const { api, sent } = apiOver()
  await openFullPage(api, states['on-full-page (open)'])
  assert.deepEqual(
    sent.map(([path]) => path),
    ['takeBack', 'full-page'],
  )
  const unopened = apiOver()
  await openFullPage(unopened.api, states['on-full-page'])
  assert.equal(unopened.sent.length, 1)
})

test('what was sent there meanwhile is shown here, and no page opens', async () => {
  const moved = { ...session, pendingTransfer: confirming }
  const { api, sent } = apiOver({ takeBack: async () => moved })
  assert.deepEqual(await openFullPage(api, states['on-full-page (open)']), { type: 'takenBack', session: moved })
  assert.deepEqual(sent, [])
  assert.deepEqual(windows, [{ address: null, isClosed: true }])
})

test('a second click opens nothing before the first is answered, and one that fails leaves no window', async () => {
  const { api } = apiOver()
  const [first, second] = await Promise.all([
    openFullPage(api, states['review-transfer']),
    openFullPage(api, states['review-transfer']),
  ])
  assert.deepEqual([first?.type, second, windows.length], ['fullPageOpened', null, 1])
  const failing = apiOver({ post: () => Promise.reject(new Error('no answer')) })
  assert.equal(await openFullPage(failing.api, states['review-transfer']), null)
  assert.deepEqual(windows.at(-1), { address: null, isClosed: true })
})
