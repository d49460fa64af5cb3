import { expect, fixture, html, oneEvent } from '@open-wc/testing'
import type { FlowState } from '../../components/flow/flow-state.ts'
import type { Account } from '../../components/flow/link-responses.ts'
import { letterDisc } from '../../components/ui/letter-disc.ts'
import { deepElements } from './deep.ts'
import { integration, states } from './samples.ts'
import { showStep } from './show-step.ts'

const discOf = (...disc: Parameters<typeof letterDisc>) => fixture<HTMLElement>(html`<div>${letterDisc(...disc)}</div>`)

describe('the disc of an integration', () => {
  it('has the initials of two words, so that names which begin alike differ', async () => {
    const letters = async (letter: string) => (await discOf({ letter, color: '#0f766e' }, 'square')).textContent
    expect(await letters('Sandbox Exchange')).to.equal('SE')
    expect(await letters('Sandbox Broker')).to.equal('SB')
    expect(await letters('Kraken')).to.equal('K')
  })

  it('has one letter where it is round and small', async () => {
    const disc = await discOf({ letter: 'USD Coin', color: '' }, '', { letter: 'Arbitrum One', color: '' })
    expect(disc.textContent).to.equal('UA')
  })

  it('has dark letters on a light colour', async () => {
    expect((await discOf({ letter: 'Binance', color: '#f0b90b' }, 'square')).querySelector('.dark')).to.not.equal(null)
  })

  it('has the operator’s logo in place of letters', async () => {
    const disc = await discOf({ letter: 'Kraken', color: '#5741d9', logo: '/link-assets/icons/btc.svg' }, 'square')
    expect(disc.querySelector('img')?.getAttribute('src')).to.equal('/link-assets/icons/btc.svg')
    expect(disc.querySelector('img')?.alt).to.equal('')
  })

  it('has its letters in place of a logo that cannot be loaded', async () => {
    const logo = '/link-assets/icons/btc.svg'
    const { step } = await showStep({ ...states['sign-in'], integration: { ...integration, logo } })
    const image = step.shadowRoot?.querySelector('.disc img') as HTMLImageElement
    const letters = step.shadowRoot?.querySelector('.disc i') as HTMLElement
    const shown = () => [image, letters].map((each) => each.checkVisibility())
    if (!image.complete) await oneEvent(image, 'load')
    expect(shown()).to.deep.equal([true, false])
    image.src = '/logos/none.svg'
    await oneEvent(image, 'error')
    expect(shown()).to.deep.equal([false, true])
    image.src = logo
    await oneEvent(image, 'load')
    expect(shown()).to.deep.equal([true, false])
  })

  it('is covered by an opaque icon, with the letter below it until it is loaded', async () => {
    const mark = { letter: '$', color: '#2775ca', icon: '/link-assets/icons/usdc.svg' }
    const disc = await discOf(mark, '', { letter: 'B', color: '#0052ff' })
    expect(disc.textContent).to.equal('$B')
    const icon = disc.querySelector('img') as HTMLImageElement
    expect([icon.alt, icon.width, icon.height, icon.loading]).to.deep.equal(['', 40, 40, 'lazy'])
  })
})

describe('the shape behind the letters', () => {
  it('has no outline, which the corners would cut', async () => {
    const { step } = await showStep(states['choose-account'])
    const shape = step.shadowRoot?.querySelector('.disc rect') as Element
    expect(getComputedStyle(shape).stroke).to.equal('none')
  })
})

describe('the operator’s logo', () => {
  const logo = '/link-assets/icons/btc.svg'
  const branded = { ...integration, logo }
  const account = { ...states['choose-asset'].context.account, type: branded.type } as Account
  const context = { ...states['choose-asset'].context, integration: branded, integrations: [branded], account }
  const logosOn = async (state: FlowState) =>
    [...deepElements((await showStep(state)).step.shadowRoot as ShadowRoot)].filter(
      (each) => each instanceof HTMLImageElement && each.getAttribute('src') === logo,
    ).length

  it('is on every screen that shows the exchange', async () => {
    expect(await logosOn({ ...states['choose-account'], context: { ...context, account: null } })).to.equal(1)
    expect(await logosOn({ ...states['choose-account'], context }), 'connected account').to.equal(2)
    expect(await logosOn({ ...states['sign-in'], integration: branded }), 'sign-in').to.equal(1)
    expect(await logosOn({ ...states['pick-account'], context }), 'each account').to.equal(2)
    expect(await logosOn({ ...states['review-transfer'], context }), 'review').to.equal(1)
    expect(await logosOn({ ...states['track-transfer'], context }), 'tracking').to.equal(1)
    expect(await logosOn({ ...states['pending-transfer'], context }), 'an earlier transfer').to.equal(1)
  })
})
