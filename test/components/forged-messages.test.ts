// Forged messages that neither side may accept, in every engine that runs these tests. The great matrix, in Chromium alone, is `npm run test:messages`.
import { expect, waitUntil } from '@open-wc/testing'
import type { TransferLink } from '../../components/embed/transfer-link.ts'
import { readFrameMessage } from '../../components/protocol/link-messages.ts'
import '../../components/embed/transfer-link.ts'
import { brokenForms, frameSamples } from '../support/message-samples.ts'

const framePage = `${location.origin}/test/components/frame.html`
const foreignPage = framePage.replace('//localhost', '//127.0.0.1')
const opaquePage = `<script>onmessage = ({ data }) => data.forged.forEach((message) => parent.postMessage(message, '*'))</script>`
const innerPage = `<script>onmessage = ({ data }) => data.forged.forEach((message) => top.postMessage(message, '*'))</script>`

type FrameWindow = Window & { say(message: unknown): void }
type Send = (messages: unknown[]) => void

const oddities = [null, 0, 'loaded', [], [[]], {}, { type: null }, { type: ['loaded'] }, { type: 'constructor' }, 10n]
const wellFormed: unknown[] = [...frameSamples, ...oddities]
const broken = [...frameSamples.flatMap(brokenForms), ...oddities].filter((each) => readFrameMessage(each) === null)

const place = document.createElement('div')
let element: TransferLink
const inLink = () => element.shadowRoot?.querySelector('iframe') as HTMLIFrameElement
const linkWindow = () => inLink().contentWindow as FrameWindow

async function loaded(frame: HTMLIFrameElement): Promise<Window> {
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  return frame.contentWindow as Window
}

const postingFrom =
  (from: Window): Send =>
  (messages) =>
    from.postMessage({ forged: messages }, '*')

const senders: [name: string, messages: unknown[], ready: () => Promise<Send>][] = [
  ['another frame of the link’s origin', wellFormed, async () => postingFrom(await frameOf({ src: framePage }, place))],
  ['a frame of another origin', wellFormed, async () => postingFrom(await frameOf({ src: foreignPage }, place))],
  [
    'a frame without an origin',
    wellFormed,
    async () => postingFrom(await frameOf({ sandbox: 'allow-scripts', srcdoc: opaquePage }, place)),
  ],
  [
    'a frame inside the hosted page',
    wellFormed,
    async () => postingFrom(await frameOf({ srcdoc: innerPage }, linkWindow().document.body)),
  ],
  [
    'the site’s page itself',
    wellFormed,
    async () => (messages) => {
      for (const each of messages) window.postMessage(each, '*')
    },
  ],
  [
    'a script that makes up events',
    wellFormed,
    async () => (messages) => {
      const claimed = { origin: location.origin, source: linkWindow() }
      for (const data of messages) window.dispatchEvent(new MessageEvent('message', { data, ...claimed }))
    },
  ],
  [
    'the hosted page itself, broken messages',
    broken,
    async () => (messages) => {
      for (const each of messages) linkWindow().say(each)
    },
  ],
  [
    'the right window, gone to another origin',
    wellFormed,
    async () => {
      inLink().src = foreignPage
      return postingFrom(await loaded(inLink()))
    },
  ],
]

/** Its page is named before it is in the document: an empty one has its own event, and not in every engine. */
async function frameOf(attributes: Record<string, string>, parent: Element): Promise<Window> {
  const frame = parent.ownerDocument.createElement('iframe')
  for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value)
  parent.append(frame)
  return loaded(frame)
}

describe('forged messages', () => {
  const taken: string[] = []
  const problems: string[] = []
  let arrived = 0
  const count = () => arrived++
  const note = ({ message }: ErrorEvent) => problems.push(message)

  before(async () => {
    element = document.createElement('transfer-link')
    for (const name of ['brokerConnected', 'transferFinished', 'linkEvent', 'closeRequest', 'exit'] as const)
      element.addEventListener(name, () => taken.push(name))
    document.body.append(place, element)
    element.openPopup(framePage)
    await waitUntil(() => typeof linkWindow().say === 'function')
    linkWindow().say({ type: 'loaded' })
    await waitUntil(() => taken.splice(0).length > 0, 'a true message is taken')
    window.addEventListener('message', count)
    window.addEventListener('error', note)
  })

  after(() => {
    window.removeEventListener('message', count)
    window.removeEventListener('error', note)
    element.remove()
    place.remove()
  })

  for (const [name, messages, ready] of senders) {
    it(`from ${name}: none is accepted, none throws`, async () => {
      const send = await ready()
      arrived = 0
      send(messages)
      await waitUntil(() => arrived >= messages.length, `${messages.length} arrive`, { timeout: 8_000 })
      expect([...taken, ...problems]).to.deep.equal([])
    })
  }
})
