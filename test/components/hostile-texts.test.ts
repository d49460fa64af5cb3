import { expect } from '@open-wc/testing'
import type { FlowState } from '../../components/flow/flow-state.ts'
import { parseLinkResponse } from '../../components/flow/link-api.ts'
import { deepElements, deepText } from './deep.ts'
import { payloads, shareOfPayloads } from './hostile-payloads.ts'
import { type StateName, states } from './samples.ts'
import { loadScreenOf, type ScreenFrame } from './screen-frame.ts'

/** What an exchange, an app or a chain has written; ids and types are our own server's. */
const foreign = new Set([
  'name',
  'integrationName',
  'fromName',
  'fromAddress',
  'toAddress',
  'address',
  'addressTag',
  'networkName',
  'tokenName',
  'symbol',
  'feeSymbol',
  'feeCurrency',
  'label',
  'message',
  'ineligibilityText',
  'hash',
  'explorerUrl',
  'redirectUrl',
  'url',
  'sentTo',
  'device',
  'codeSentTo',
  'to',
  'requestId',
  'color',
  'transferId',
  'detail',
  'reason',
])

/** What the page has of a value that a server sent. */
const received = <Value>(value: Value) => parseLinkResponse(JSON.stringify(value)) as Value

/** A copy with this text in place of every text of others. */
function withText<Value>(value: Value, text: string): Value {
  const copy = (each: unknown, name = ''): unknown => {
    if (typeof each === 'string') return foreign.has(name) ? text : each
    if (Array.isArray(each)) return each.map((item) => copy(item, name))
    if (typeof each !== 'object' || each === null) return each
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [key, copy(inner, key)]))
  }
  return copy(value) as Value
}

describe('texts of others', () => {
  let frame: ScreenFrame
  const kindsOf = () => new Set([...deepElements(frame)].map(({ localName }) => localName))
  const show = async (state: FlowState, app: string) => {
    frame.state = state
    frame.app = app
    await frame.updateComplete
    await frame.screen?.updateComplete
  }
  let ran = 0

  before(() => {
    Object.assign(window, { hostile: () => ran++, alert: () => ran++ })
  })
  beforeEach(() => {
    frame = document.createElement('screen-frame')
    document.body.append(frame)
  })
  afterEach(() => frame.remove())

  it('are five hundred', () => {
    expect(new Set(payloads).size).to.be.at.least(500)
  })

  // `npm run proof` shows every payload on every screen.
  const isShort = process.env.TEST_LENGTH === 'short'
  for (const [screen, name] of (Object.keys(states) as StateName[]).entries())
    it(`bring no element into ${name}, and do not turn the way it reads`, async () => {
      const state = received(states[name]) as FlowState
      await loadScreenOf(state)
      await show(withText(state, 'https://name.example/'), 'name')
      const kinds = kindsOf()
      for (const payload of isShort ? shareOfPayloads(screen) : payloads) {
        const text = received(payload)
        await show(withText(state, text), text)
        const links = [...deepElements(frame)]
          .filter((each) => each instanceof HTMLAnchorElement)
          .map(({ href }) => href)
        expect(links.filter((href) => !/^(https?|ethereum):/.test(href))).to.deep.equal([])
        expect(
          [...kindsOf()].filter((kind) => !kinds.has(kind)),
          payload,
        ).to.deep.equal([])
        const shown = deepText(frame)
        expect(shown, payload).not.to.match(/[\u202a-\u202e\u200e\u200f\u061c]/)
        expect(shown.match(/[\u2066-\u2068]/g)?.length, payload).to.equal(shown.match(/\u2069/g)?.length)
      }
    })

  it('ran nothing', async () => {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    expect(ran).to.equal(0)
  })

  it('leave the sentence around them in its order', async () => {
    for (const name of ['בנק (חול)', 'بنك 123', '\u202eegnahcxE', 'a\u2067b'])
      for (const around of [/signed out of .*/, /^Waiting for /]) {
        const state = around.source.startsWith('signed') ? 'sign-in-ended' : 'transfer-waiting'
        await loadScreenOf(states[state])
        await show(withText(received(states[state]), received(name)), 'Northwind')
        const walker = document.createTreeWalker(frame.screen?.renderRoot as Node, NodeFilter.SHOW_TEXT)
        let node = walker.nextNode()
        while (node && !around.test(node.textContent ?? '')) node = walker.nextNode()
        const length = node?.textContent?.length ?? 0
        const left = (index: number) => {
          const range = document.createRange()
          range.setStart(node as Node, index)
          range.setEnd(node as Node, index + 1)
          return range.getBoundingClientRect().left
        }
        expect(length, name).to.be.greaterThan(0)
        expect(left(0), name).to.be.lessThan(left(length - 1))
      }
  })
})
