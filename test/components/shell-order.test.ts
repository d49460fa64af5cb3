// What the element does when its listeners, or the page around it, act while it is at work.
import { expect, fixture, html, waitUntil } from '@open-wc/testing'
import { createLinkConnection } from '../../components/embed/create-link-connection.ts'
import type { TransferLink } from '../../components/embed/transfer-link.ts'
import '../../components/embed/transfer-link.ts'

const framePage = `${location.origin}/test/components/frame.html`
const names = ['brokerConnected', 'transferFinished', 'linkEvent', 'closeRequest', 'exit'] as const

type FrameWindow = Window & { say(message: unknown): void }

const shadow = (element: Element) => element.shadowRoot as ShadowRoot
/** Not of a link that was closed: its page ends its session first, hidden. */
const openDialog = (element: TransferLink) => shadow(element).querySelector<HTMLDialogElement>('dialog[open]')
const frameOf = (element: TransferLink) => openDialog(element)?.querySelector('iframe')?.contentWindow as FrameWindow
const isModal = (element: TransferLink) => openDialog(element)?.matches(':modal') === true

async function opened(element: TransferLink, url = framePage): Promise<FrameWindow> {
  element.openPopup(url)
  await waitUntil(() => typeof frameOf(element)?.say === 'function', 'the frame is there')
  return frameOf(element)
}

function eventsOf(element: TransferLink): string[] {
  const events: string[] = []
  for (const name of names)
    element.addEventListener(name, ({ detail }) =>
      events.push(name === 'linkEvent' ? (detail as { type: string }).type : name),
    )
  return events
}

/** Once every message posted before it has been received. */
async function afterwards(element: TransferLink, events: string[]) {
  frameOf(element).say({ type: 'credentialsEntered' })
  await waitUntil(() => events.includes('credentialsEntered'))
}

const moved = { amount: 5, amountText: '5', fromAddress: '', toAddress: '0x1', networkId: 'n', symbol: 'USDC' }
const success = { ...moved, status: 'success', txId: '0xabc', transferId: 't-1' }
const connected = {
  ...{ accountTokens: [], brokerType: 'a', brokerName: 'A', brokerBrandInfo: { brokerLogo: '' } },
  auth_token: 't',
}

describe('the element, while others act', () => {
  it('emits nothing after `exit`, whichever event a listener closes the link at', async () => {
    const element = await fixture<TransferLink>(html`<transfer-link></transfer-link>`)
    for (const [name, message] of [
      ['brokerConnected', { type: 'brokerageAccountAccessToken', payload: connected }],
      ['transferFinished', { type: 'transferFinished', payload: success }],
    ] as const) {
      const events = eventsOf(element)
      const frame = await opened(element)
      element.addEventListener(name, () => element.closePopup(), { once: true })
      frame.say(message)
      await waitUntil(() => events.includes('exit'))
      expect(events).to.deep.equal([name, 'exit'])
    }
  })

  it('reports accounts that the user was choosing between when the site closes the link, before `exit` and once', async () => {
    const element = await fixture<TransferLink>(html`<transfer-link></transfer-link>`)
    const events = eventsOf(element)
    const unchosen = { type: 'unchosenAccounts', payload: connected }
    const frame = await opened(element)
    frame.say(unchosen)
    await afterwards(element, events)
    element.closePopup()
    expect(events).to.deep.equal(['credentialsEntered', 'brokerConnected', 'integrationConnected', 'exit'])

    events.length = 0
    const again = await opened(element)
    again.say(unchosen)
    again.say({ type: 'brokerageAccountAccessToken', payload: connected })
    await afterwards(element, events)
    element.closePopup()
    expect(events.filter((name) => name === 'brokerConnected').length).to.equal(1)

    events.length = 0
    element.addEventListener('brokerConnected', () => element.openPopup(framePage), { once: true })
    const last = await opened(element)
    last.say(unchosen)
    await afterwards(element, events)
    element.closePopup()
    expect(element.open).to.equal(true)
    element.closePopup()
  })

  it('emits the outcome even if a listener closes the link at a progress event', async () => {
    const element = await fixture<TransferLink>(html`<transfer-link></transfer-link>`)
    const events = eventsOf(element)
    const frame = await opened(element)
    element.addEventListener('linkEvent', () => element.closePopup(), { once: true })
    frame.say({ type: 'transferFinished', payload: success })
    await waitUntil(() => events.includes('exit'))
    expect(events).to.deep.equal(['transferFinished', 'transferCompleted', 'exit'])
  })

  it('drops payloads that cannot be passed on, and never throws', async () => {
    const element = await fixture<TransferLink>(html`<transfer-link></transfer-link>`)
    const events = eventsOf(element)
    const frame = await opened(element)
    const problems: string[] = []
    const note = (event: ErrorEvent) => {
      event.preventDefault()
      problems.push(event.message)
    }
    window.addEventListener('error', note)
    const circle: { self?: object } = {}
    circle.self = circle
    for (const payload of [circle, { bytes: new Uint8Array(3) }, { big: 10n }, { at: new Map([[1, 2]]) }])
      frame.say({ type: 'transferDelayed', payload })
    await afterwards(element, events)
    window.removeEventListener('error', note)
    expect(problems).to.deep.equal([])
    expect(events).to.deep.equal(['transferDelayed', 'transferDelayed', 'credentialsEntered'])
    element.closePopup()
  })

  it('does not close the link that a listener of `exit` opens', async () => {
    const element = await fixture<TransferLink>(html`<transfer-link></transfer-link>`)
    const events = eventsOf(element)
    await opened(element, `${framePage}?first`)
    element.addEventListener('exit', () => element.openPopup(`${framePage}?again`), { once: true })
    await opened(element, `${framePage}?second`)
    element.theme = 'dark'
    await element.updateComplete
    expect(frameOf(element).location.search).to.equal('?again')
    expect(shadow(element).querySelectorAll('dialog[open]').length).to.equal(1)
    expect(events).to.deep.equal(['exit'])
    element.closePopup()
  })

  it('opens a link that it received while detached once it is attached', async () => {
    const site = await fixture<HTMLElement>(html`<div><transfer-link></transfer-link></div>`)
    const element = site.firstElementChild as TransferLink
    const events = eventsOf(element)
    const ways: (() => void)[] = [
      () => element.openPopup(framePage),
      () => {
        element.url = framePage
      },
    ]
    for (const open of ways) {
      element.remove()
      open()
      await element.updateComplete
      expect(openDialog(element)).to.equal(null)
      site.append(element)
      await waitUntil(() => isModal(element))
      element.closePopup()
    }
    expect(events).to.deep.equal(['exit', 'exit'])
  })

  it('does not open a link that was closed while it was detached', async () => {
    const element = document.createElement('transfer-link')
    const events = eventsOf(element)
    element.openPopup(framePage)
    element.closePopup()
    element.closePopup()
    expect(events).to.deep.equal(['exit'])
    document.body.append(element)
    await element.updateComplete
    expect(element.open).to.equal(false)
    element.remove()
  })

  it('closes where it cannot be seen: the page around it would be dead', async () => {
    const site = await fixture<HTMLElement>(html`<div hidden><transfer-link></transfer-link></div>`)
    const element = site.firstElementChild as TransferLink
    const warnings: unknown[] = []
    const warn = console.warn
    console.warn = (warning) => warnings.push(warning)
    element.openPopup(framePage)
    await waitUntil(() => !element.open)
    site.hidden = false
    await opened(element)
    expect(isModal(element)).to.equal(true)
    site.hidden = true
    await waitUntil(() => !element.open)
    element.layout = 'inline'
    await opened(element)
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    expect(element.open, 'one in the page may be on a tab that is not shown').to.equal(true)
    console.warn = warn
    expect(warnings.length).to.equal(2)
    element.closePopup()
  })

  it('returns the focus into a shadow root of the site', async () => {
    const site = await fixture<HTMLElement>(html`<div><p></p><transfer-link></transfer-link></div>`)
    const element = site.lastElementChild as TransferLink
    const button = document.createElement('button')
    site.firstElementChild?.attachShadow({ mode: 'open' }).append(button)
    button.focus()
    await opened(element)
    element.focus()
    expect(button.matches(':focus')).to.equal(false)
    element.closePopup()
    expect(button.matches(':focus')).to.equal(true)
  })

  it('does not close one link because the browser had closed the dialog of another', async () => {
    const element = await fixture<TransferLink>(html`<transfer-link></transfer-link>`)
    await opened(element)
    const first = openDialog(element)
    await opened(element)
    first?.dispatchEvent(new Event('close'))
    expect(element.open).to.equal(true)
    openDialog(element)?.close()
    await waitUntil(() => !element.open)
  })
})

describe('createLinkConnection, while others act', () => {
  const shown = () => [...document.querySelectorAll('transfer-link')].filter(({ open }) => open)

  it('does not close the link that its `onExit` opens', async () => {
    const exits: unknown[] = []
    const connection = createLinkConnection({
      onExit: (error) => {
        if (exits.push(error) === 1) connection.openPopup(`${framePage}?again`)
      },
    })
    connection.openPopup(`${framePage}?first`)
    await waitUntil(() => shown().length === 1)
    connection.openPopup(`${framePage}?second`)
    await waitUntil(() => shown().some((element) => frameOf(element)?.location.search === '?again'))
    expect(shown().length).to.equal(1)
    connection.closePopup()
    expect(exits).to.deep.equal([undefined, undefined])
    expect(shown().length).to.equal(0)
  })

  it('opens only links of the configured server', async () => {
    const exits: unknown[] = []
    const options = { server: 'https://transfer.example', onExit: (error?: string) => exits.push(error) }
    createLinkConnection(options).openPopup(framePage)
    await waitUntil(() => exits.length > 0)
    expect(exits).to.deep.equal(['This link is not valid.'])
    const connection = createLinkConnection({ ...options, server: location.origin })
    connection.openPopup(framePage)
    await waitUntil(() => shown().length > 0)
    connection.closePopup()
  })
})
