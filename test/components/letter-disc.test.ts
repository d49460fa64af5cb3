import { expect, fixture, html } from '@open-wc/testing'
import { letterDisc } from '../../components/ui/letter-disc.ts'

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
    const disc = await discOf({ letter: 'Kraken', color: '#5741d9', logo: '/logos/kraken-1.svg' }, 'square')
    expect(disc.textContent?.trim()).to.equal('')
    expect(disc.querySelector('img')?.getAttribute('src')).to.equal('/logos/kraken-1.svg')
    expect(disc.querySelector('img')?.alt).to.equal('')
  })
})
