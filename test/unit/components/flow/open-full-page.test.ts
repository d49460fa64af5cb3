import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { FlowState } from '../../../../components/flow/flow-state.ts'
import { type LinkApi, LinkRefusal } from '../../../../components/flow/link-api.ts'
import { openFullPage } from '../../../../components/flow/open-full-page.ts'
import { reclaimLink } from '../../../../components/flow/reclaim-link.ts'
import { confirming, rejected, session, states } from '../../../components/samples.ts'

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
  Object.assign(globalThis, {
    open,
    location: { href: 'https://transfer.example/b2b-iframe/c?link=l-1&lng=de&th=dark' },
  })
})

const url = 'https://transfer.example/c/broker-connect?auth_code=ac-1'
/** In the theme and the language of the frame. */
const sameTheme = `${url}&th=dark&lng=de`

function apiOver(more: Partial<LinkApi> = {}) {
  const sent: [string, unknown][] = []
  const post = async (path: string, body: unknown) => {
    sent.push([path, body])
    return { url, expiresIn: 120, returnCode: 'ac-2' }
  }
  const reclaimLink = async (code: string) => {
    sent.push(['reclaimLink', code])
    return session
  }
  const api = {
    get: () => assert.fail(),
    post: post as LinkApi['post'],
    reclaimLink,
    end: () => {},
    ...more,
  } as LinkApi
  return { api, sent }
}

test('the full page opens with what was about to be sent', async () => {
  const { api, sent } = apiOver()
  const event = await openFullPage(api, states['review-transfer'])
  assert.deepEqual(event, { type: 'fullPageOpened', returnCode: 'ac-2', link: null })
  assert.deepEqual(sent, [['full-page', { transfer: states['review-transfer'].choice }]])
  assert.deepEqual(windows, [{ address: sameTheme, isClosed: false }])
})

test('an order that may have been sent is not started again', async () => {
  const { api, sent } = apiOver()
  const retry = states['review-transfer (sending)']
  await openFullPage(api, { ...states['show-problem'], retry } as FlowState)
  assert.deepEqual(sent, [['full-page', {}]])
})

const seen = (state: string, transfer: unknown = null) => (async () => ({ state, transfer })) as LinkApi['get']
const names = (sent: [string, unknown][]) => sent.map(([path]) => path)

test('a page that was opened before returns its link first, an unopened one has none', async () => {
  const opened = apiOver({ get: seen('open') })
  await openFullPage(opened.api, states['on-full-page'])
  assert.deepEqual(names(opened.sent), ['reclaimLink', 'full-page'])
  const failed = apiOver({ get: seen('open', rejected) })
  assert.equal((await openFullPage(failed.api, states['on-full-page (failed)']))?.type, 'fullPageOpened')
  const unopened = apiOver({ get: seen('notOpened') })
  await openFullPage(unopened.api, states['on-full-page'])
  assert.deepEqual(names(unopened.sent), ['full-page', 'full-page'])
})

test('what was sent there meanwhile is shown here, and no page opens', async () => {
  const sent = apiOver({ get: seen('open', confirming) })
  const event = await openFullPage(sent.api, states['on-full-page (open)'])
  assert.deepEqual(event, { type: 'fullPagePolled', page: 'open', transfer: confirming })
  const moved = { ...session, pendingTransfer: confirming }
  const late = apiOver({ get: seen('open'), reclaimLink: async () => moved })
  assert.deepEqual(await openFullPage(late.api, states['on-full-page']), { type: 'linkReclaimed', session: moved })
  const left = apiOver({ get: seen('ended') })
  assert.equal((await openFullPage(left.api, states['on-full-page']))?.type, 'fullPagePolled')
  assert.deepEqual([sent.sent, late.sent, left.sent], [[], [], []])
  assert.ok(windows.every(({ address, isClosed }) => address === null && isClosed))
})

test('a link whose reclaim response was lost is reclaimed by the same code', async () => {
  const ended = { errorType: 'sessionEnded', message: '', httpStatus: 401 }
  const { api, sent } = apiOver({ get: () => Promise.reject(new LinkRefusal(ended)) })
  assert.deepEqual(await reclaimLink(api, 'ac-1'), { type: 'linkReclaimed', session })
  assert.deepEqual(sent, [['reclaimLink', 'ac-1']])
  const down = apiOver({ get: () => Promise.reject(new LinkRefusal({ ...ended, httpStatus: 500 })) })
  await assert.rejects(reclaimLink(down.api, 'ac-1'))
})

test('a newer code stops a page that is still opening, and one that opened meanwhile gives its link back', async () => {
  const waiting = apiOver({ get: seen('notOpened') })
  assert.deepEqual(await reclaimLink(waiting.api, 'ac-1'), { type: 'linkReclaimed', session: null })
  assert.deepEqual(names(waiting.sent), ['full-page'])
  const moved = new LinkRefusal({ errorType: 'sessionEnded', message: '', httpStatus: 401 })
  const late = apiOver({ get: seen('notOpened'), post: () => Promise.reject(moved) })
  assert.deepEqual(await reclaimLink(late.api, 'ac-1'), { type: 'linkReclaimed', session })
  const down = apiOver({ get: seen('notOpened'), post: () => Promise.reject(new Error('no response')) })
  await assert.rejects(reclaimLink(down.api, 'ac-1'))
})

test('a second click opens no window before the first has its response, and one that fails leaves no window', async () => {
  const { api } = apiOver()
  const [first, second] = await Promise.all([
    openFullPage(api, states['review-transfer']),
    openFullPage(api, states['review-transfer']),
  ])
  assert.deepEqual([first?.type, second, windows.length], ['fullPageOpened', null, 1])
  const failing = apiOver({ post: () => Promise.reject(new Error('no response')) })
  assert.equal(await openFullPage(failing.api, states['review-transfer']), null)
  assert.deepEqual(windows.at(-1), { address: null, isClosed: true })
})

test('where the browser opens no window, the user gets the address, for as long as it opens', async () => {
  Object.assign(globalThis, { open: () => null })
  const before = performance.now()
  const event = await openFullPage(apiOver().api, states['review-transfer'])
  assert.ok(event?.type === 'fullPageOpened' && event.link !== null)
  assert.equal(event.link.url, sameTheme)
  assert.ok(event.link.untilMs >= before + 120_000 && event.link.untilMs <= performance.now() + 120_000)
})
