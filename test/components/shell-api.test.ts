import { expect, fixture, html, waitUntil } from '@open-wc/testing'
import '../../components/embed/transfer-link.ts'
import { TransferLink } from '../../components/embed/transfer-link.ts'
import type { ExitDetail } from '../../components/protocol/payloads.ts'

const framePage = `${location.origin}/test/components/frame.html`

type FrameWindow = Window & { say(message: unknown): void }

const shadow = (element: TransferLink) => element.shadowRoot as ShadowRoot
const dialogOf = (element: TransferLink) => shadow(element).querySelector('dialog')
const frameOf = (element: TransferLink) => shadow(element).querySelector('iframe')?.contentWindow as FrameWindow
const within = (element: Element, selector: string) => element.querySelector(selector) as HTMLElement

async function whenThere(element: TransferLink): Promise<FrameWindow> {
  await waitUntil(() => typeof frameOf(element)?.say === 'function', 'the frame is there')
  return frameOf(element)
}

async function ready(element: TransferLink): Promise<FrameWindow> {
  const frame = await whenThere(element)
  frame.say({ type: 'loaded' })
  await waitUntil(() => shadow(element).querySelector('.cover') === null, 'the frame is ready')
  return frame
}

const exitsOf = (element: TransferLink) => {
  const exits: ExitDetail[] = []
  element.addEventListener('exit', ({ detail }) => exits.push(detail))
  return exits
}

describe('the element on a site’s page', () => {
  it('has an attribute for each property that is text, and synchronizes them', async () => {
    const element = await fixture<TransferLink>(
      html`<transfer-link theme="dark" layout="sheet" locale="fr-CA" fiat-currency="EUR" brand-color="teal" client-id="c"></transfer-link>`,
    )
    const { theme, layout, locale, fiatCurrency, brandColor, clientId } = element
    expect([theme, layout, locale, fiatCurrency, brandColor, clientId]).to.deep.equal(
      ['dark', 'sheet', 'fr-CA', 'EUR', 'teal', 'c'], // prettier-ignore
    )
    element.theme = 'light'
    element.layout = 'inline'
    await element.updateComplete
    expect([element.getAttribute('theme'), element.getAttribute('layout')]).to.deep.equal(['light', 'inline'])
    const plain = await fixture<TransferLink>(html`<transfer-link></transfer-link>`)
    expect(plain.getAttributeNames(), 'it writes nothing onto itself').to.deep.equal([])
  })

  it('applies properties that were set before it was defined', async () => {
    const early = document.createElement('early-link') as TransferLink
    early.url = framePage
    early.theme = 'dark'
    document.body.append(early)
    customElements.define('early-link', class extends TransferLink {})
    await whenThere(early)
    expect(frameOf(early).location.search).to.equal('?th=dark')
    early.remove()
  })

  it('opens in its place when a script creates it', async () => {
    const element = document.createElement('transfer-link')
    element.openPopup(framePage)
    expect(element.shadowRoot).to.equal(null)
    document.body.append(element)
    await whenThere(element)
    element.remove()
  })

  it('opens the held link by its button, and by `open`; without `open` it closes', async () => {
    const element = await fixture<TransferLink>(html`<transfer-link><button>Add funds</button></transfer-link>`)
    const exits = exitsOf(element)
    element.url = framePage
    await element.updateComplete
    expect(element.open, 'the button comes first').to.equal(false)
    within(element, 'button').click()
    expect(element.open).to.equal(true)
    await element.updateComplete
    expect(element.hasAttribute('open')).to.equal(true)
    element.removeAttribute('open')
    await waitUntil(() => exits.length === 1)
    within(element, 'button').click()
    expect(element.open, 'a link is opened once').to.equal(false)
    element.url = framePage
    element.setAttribute('open', '')
    await waitUntil(() => dialogOf(element)?.open === true)
    element.closePopup()
  })

  it('shows the progress of the link in its custom states', async () => {
    const element = await fixture<TransferLink>(html`<transfer-link></transfer-link>`)
    const states = () =>
      ['open', 'loading', 'connected', 'submitting', 'done', 'error'].filter((name) =>
        element.matches(`:state(${name})`),
      )
    expect(states()).to.deep.equal([])
    element.openPopup(framePage)
    expect(states()).to.deep.equal(['open', 'loading'])
    const frame = await ready(element)
    expect(states()).to.deep.equal(['open'])
    const about = { brokerType: 'a', brokerName: 'A', brokerBrandInfo: { brokerLogo: '' } }
    frame.say({ type: 'brokerageAccountAccessToken', payload: { accountTokens: [], ...about, auth_token: 't' } })
    await waitUntil(() => states().includes('connected'))
    const integration = { integrationType: 'a', integrationName: 'A' }
    frame.say({ type: 'transferInitiated', payload: { ...integration, status: 'pending' } })
    await waitUntil(() => states().includes('submitting'))
    frame.say({ type: 'transferFinished', payload: { status: 'error', errorMessage: 'Refused.' } })
    await waitUntil(() => states().includes('error'))
    expect(states()).to.deep.equal(['open', 'connected', 'error'])
    element.closePopup()
    expect(states()).to.deep.equal([])
  })

  it('lets the site confirm before the user leaves', async () => {
    const element = await fixture<TransferLink>(html`<transfer-link></transfer-link>`)
    element.openPopup(framePage)
    let stays = true
    element.addEventListener('closeRequest', (event) => stays && event.preventDefault())
    dialogOf(element)?.dispatchEvent(new Event('cancel', { cancelable: true }))
    expect(element.open).to.equal(true)
    stays = false
    element.requestClose()
    expect(element.open).to.equal(false)
  })

  it('opens only links of the configured server', async () => {
    const element = await fixture<TransferLink>(html`<transfer-link server="https://transfer.example"></transfer-link>`)
    const exits = exitsOf(element)
    element.openPopup(framePage)
    expect(exits).to.deep.equal([{ error: 'This link is not valid.' }])
    element.server = location.href
    element.openPopup(framePage)
    expect(element.open).to.equal(true)
    element.closePopup()
  })

  it('is part of the page if it is inline, and does not move the focus', async () => {
    const site = await fixture<HTMLElement>(
      html`<div style="width: 500px"><input /><transfer-link layout="inline"></transfer-link></div>`,
    )
    const element = within(site, 'transfer-link') as TransferLink
    within(site, 'input').focus()
    element.openPopup(framePage)
    await ready(element)
    expect(dialogOf(element)?.matches(':modal')).to.equal(false)
    expect(dialogOf(element)?.getBoundingClientRect().width).to.equal(500)
    expect(document.activeElement?.localName).to.equal('input')
    await expect(element).to.be.accessible()
    element.closePopup()
    expect(document.activeElement?.localName).to.equal('input')
  })

  it('is a sheet at the bottom of the window if the site sets it', async () => {
    const element = await fixture<TransferLink>(html`<transfer-link layout="sheet"></transfer-link>`)
    element.openPopup(framePage)
    await waitUntil(() => dialogOf(element)?.getAnimations().length === 0)
    expect(Math.round(dialogOf(element)?.getBoundingClientRect().bottom ?? 0)).to.equal(innerHeight)
    element.closePopup()
  })

  it('comes back where it was when it is moved while it is open', async () => {
    const site = await fixture<HTMLElement>(html`<div><transfer-link></transfer-link><p></p></div>`)
    const element = within(site, 'transfer-link') as TransferLink
    const exits = exitsOf(element)
    element.openPopup(`${framePage}?auth_code=spent`)
    const frame = await whenThere(element)
    frame.say({ type: 'loaded', link: 'https://evil.example/' })
    frame.say({ type: 'loaded', link: `${framePage}?link=1` })
    await waitUntil(() => shadow(element).querySelector('.cover') === null)
    await new Promise((resolve) => setTimeout(resolve))
    within(site, 'p').append(element)
    await ready(element)
    expect(frameOf(element).location.search).to.equal('?link=1')
    expect(dialogOf(element)?.matches(':modal')).to.equal(true)
    expect(exits).to.deep.equal([])
    element.remove()
    await waitUntil(() => exits.length === 1)
  })

  it('shows what is in its slots, and the site’s own words', async () => {
    const element = await fixture<TransferLink>(
      html`<transfer-link .messages=${{ close: 'Not now' }} .patienceMs=${400}>
        <p slot="loading">One moment</p><p slot="fallback">Write to us</p><p slot="footer">Terms</p>
      </transfer-link>`,
    )
    element.openPopup(`${framePage}?slots`)
    const isShown = (slot: string) => within(element, `[slot=${slot}]`).getBoundingClientRect().height > 0
    expect([isShown('loading'), isShown('fallback'), isShown('footer')]).to.deep.equal([true, false, true])
    expect(shadow(element).querySelector('.cover button')?.textContent).to.equal('Not now')
    await waitUntil(() => isShown('fallback'))
    expect(isShown('loading')).to.equal(false)
    element.closePopup()
  })

  it('is not affected by the page’s own styles', async () => {
    const style = document.createElement('style')
    style.textContent = `* { font: 40px serif !important; letter-spacing: 9px !important; color: red !important }
      body { visibility: hidden; pointer-events: none; text-transform: uppercase; cursor: wait; line-height: 5 }
      iframe, dialog { display: none !important; width: 1px !important } div { transform: scale(0.2); opacity: 0 }`
    document.head.append(style)
    const site = await fixture<HTMLElement>(html`<div><transfer-link theme="light"></transfer-link></div>`)
    const element = within(site, 'transfer-link') as TransferLink
    element.openPopup(framePage)
    await waitUntil(() => dialogOf(element)?.getAnimations().length === 0)
    const cover = shadow(element).querySelector('.cover p') as HTMLElement
    const { fontSize, color, letterSpacing, visibility, textTransform, pointerEvents } = getComputedStyle(cover)
    expect({ fontSize, color, letterSpacing, visibility, textTransform, pointerEvents }).to.deep.equal({
      ...{ fontSize: '15px', color: 'rgb(16, 21, 28)', letterSpacing: 'normal', visibility: 'visible' },
      ...{ textTransform: 'none', pointerEvents: 'auto' },
    })
    expect(dialogOf(element)?.getBoundingClientRect().width).to.equal(Math.min(420, innerWidth))
    element.closePopup()
    style.remove()
  })

  it('is defined once, whatever other copy loads later', async () => {
    const said: unknown[][] = []
    const warn = console.warn
    console.warn = (...words) => said.push(words)
    const present = customElements.get('transfer-link')
    await import(`../../components/embed/transfer-link.ts?${'another'}`)
    console.warn = warn
    expect(customElements.get('transfer-link')).to.equal(present)
    expect(said, 'the same version has nothing to say').to.deep.equal([])
  })
})
