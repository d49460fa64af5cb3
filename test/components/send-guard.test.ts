import { expect } from '@open-wc/testing'
import type { FlowState } from '../../components/flow/flow-state.ts'
import { SendGuard } from '../../components/flow/send-guard.ts'
import { states } from './samples.ts'
import { showStep } from './show-step.ts'
import { testSurface } from './test-surface.ts'

const preview = states['review-transfer'].quote.preview
const review = { ...states['review-transfer'], quote: { preview, receivedAtMs: Infinity } }
const wallet = {
  ...states['review-transfer (wallet)'],
  quote: { ...states['review-transfer (wallet)'].quote, receivedAtMs: Infinity },
}

async function showGuarded(flow: FlowState) {
  const surface = testSurface()
  const shown = await showStep(flow, new SendGuard(surface))
  const step = shown.step as typeof shown.step & { updateComplete: Promise<unknown> }
  const find = (selector: string) => step.shadowRoot?.querySelector<HTMLElement>(selector) as HTMLElement
  const button = () => find('footer button.button')
  const pass = async (ms: number) => {
    surface.pass(ms)
    await step.updateComplete
  }
  return { ...shown, step, surface, button, pass, find }
}

const screens: Record<string, FlowState> = {
  'an exchange’s review': review,
  'a wallet’s review': wallet,
  'a confirmation elsewhere': states['confirm-elsewhere'],
  'an order to check': { ...states['show-problem'], retry: states['review-transfer (sending)'] },
}

describe('a button that moves money', () => {
  for (const [name, flow] of Object.entries(screens))
    it(`is inactive until it has been in sight for a second: ${name}`, async () => {
      const { button, events, pass, step } = await showGuarded(flow)
      expect(button().getAttribute('aria-disabled')).to.equal('true')
      await expect(step).to.be.accessible()
      button().focus()
      button().click()
      await pass(999)
      button().click()
      expect(events).to.deep.equal([])
      await pass(1)
      expect(button().getAttribute('aria-disabled')).to.equal('false')
      expect(step.shadowRoot?.activeElement).to.equal(button())
      button().click()
      expect(events.length).to.equal(1)
    })

  it('says that the user has to scroll while details are below the fold', async () => {
    const { find, step, surface } = await showGuarded(review)
    const turn = async (sight: 'unread' | 'clear') => {
      surface.turn(sight)
      await step.updateComplete
    }
    const note = () => find('footer .note').textContent
    await turn('unread')
    expect(note()).to.equal('Scroll to see all details.')
    await turn('clear')
    expect(note()).to.equal('Transfers can’t be undone')
  })

  it('ignores the second click of a double click', async () => {
    const { button, events, pass } = await showGuarded(review)
    await pass(5000)
    button().dispatchEvent(new MouseEvent('click', { detail: 2, bubbles: true, cancelable: true }))
    expect(events).to.deep.equal([])
    button().dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true, cancelable: true }))
    expect(events).to.deep.equal([{ type: 'sendRequested' }])
  })

  it('ignores Enter that is held down', async () => {
    const { button, pass } = await showGuarded(review)
    await pass(5000)
    const press = (repeat: boolean) =>
      button().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat, bubbles: true, cancelable: true }))
    expect(press(true)).to.equal(false)
    expect(press(false)).to.equal(true)
  })

  it('says when the button becomes active after an early click', async () => {
    const { button, pass, text } = await showGuarded(review)
    expect(text()).not.to.contain('becomes active')
    button().click()
    await pass(0)
    expect(text()).to.contain('The button becomes active in a moment.')
    await pass(1000)
    expect(text()).to.contain('The button is active now.')
  })

  it('accepts no code before its second is over', async () => {
    const { events, find, pass, press } = await showGuarded(states['transfer-code'])
    const input = find('#code') as HTMLInputElement
    input.value = '123456'
    press(/^Continue$/)
    expect(events).to.deep.equal([])
    await pass(1000)
    press(/^Continue$/)
    expect(events).to.deep.equal([{ type: 'codeEntered', code: '123456' }])
  })

  for (const sight of ['obstructed', 'unprotected'] as const)
    it(`gives way to the full page in a frame that is ${sight}`, async () => {
      const { button, events, pass, step, surface, text } = await showGuarded(review)
      surface.turn(sight)
      await pass(5000)
      expect(button().textContent).to.contain('Continue on a full page')
      expect(text().includes('doesn’t show the whole transfer')).to.equal(sight === 'obstructed')
      expect(text()).not.to.match(/Send 250/)
      await expect(step).to.be.accessible()
      button().click()
      expect(events).to.deep.equal([{ type: 'fullPageRequested' }])
    })
})
