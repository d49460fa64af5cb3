// Each screen has at most one primary button, and it goes on: it goes back or leaves only where the flow has ended.
import { expect } from '@open-wc/testing'
import { deepElements } from './deep.ts'
import { states } from './samples.ts'
import { showStep } from './show-step.ts'

const ends = [
  'account-connected',
  'transfer-receipt',
  'transfer-failed',
  'link-ended',
  'track-transfer',
  'transfer-waiting',
]

const withScreens = Object.entries(states).filter(([, { at }]) => at !== 'opening' && at !== 'left')

describe('the primary button', () => {
  for (const [name, state] of withScreens)
    it(`of ${name} goes on`, async () => {
      const { step, events } = await showStep(state)
      const primary = [...deepElements(step.shadowRoot as ShadowRoot)].filter((each) =>
        each.matches('.button:not(.quiet)'),
      )
      expect(primary.length, 'primary buttons').to.be.at.most(1)
      const [button] = primary
      if (button === undefined || button instanceof HTMLAnchorElement) return
      button.click()
      const types = events.map(({ type }) => String(type))
      expect(types).not.to.include('back')
      const isEnd = ends.includes(state.at) || name === 'on-full-page (ended)'
      if (!isEnd) expect(types).not.to.include('leaveRequested')
    })
})
