import { expect } from '@open-wc/testing'
import { loadResumeState, saveResumeState } from '../../components/flow/resume-state.ts'
import { setLocale } from '../../components/texts/notation.ts'
import { states } from './samples.ts'

const state = states['enter-amount']
const { linkId } = state.context.session

describe('the state to resume from', () => {
  afterEach(() => {
    setLocale('en-GB')
    sessionStorage.clear()
  })

  it('keeps the typed amount if the page is loaded again in another locale', () => {
    setLocale('de')
    saveResumeState({ ...state, context: { ...state.context, draft: { ...state.draft, typed: '1.234' } } })
    setLocale('en-GB')
    expect(loadResumeState(linkId).draft).to.deep.equal({ ...state.draft, typed: '1,234' })
  })

  it('keeps no text that is not an amount', () => {
    saveResumeState({ ...state, context: { ...state.context, draft: { ...state.draft, typed: '12 apples' } } })
    expect(loadResumeState(linkId).draft?.typed).to.equal('')
  })
})
