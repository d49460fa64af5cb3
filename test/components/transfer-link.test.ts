import { expect, fixture, html, oneEvent, waitUntil } from '@open-wc/testing'
import { createLinkConnection } from '../../components/embed/create-link-connection.ts'
import type { ExitDetail } from '../../components/protocol/payloads.ts'
import '../../components/embed/transfer-link.ts'
import type { TransferLink } from '../../components/embed/transfer-link.ts'

// A page of this origin stands in for the hosted page: it sends the messages of the test, and records those it receives.
const framePage = `${location.origin}/test/components/frame.html`
const token = { accountId: 'a', accountName: 'Main', accessToken: 't', brokerType: 'sandbox', brokerName: 'Sandbox' }

type FrameWindow = Window & { received: { type: string; payload?: unknown }[]; say(message: unknown): void }

const shadow = (element: TransferLink) => element.shadowRoot as ShadowRoot
/** The newest: one that the site closed is there for a moment longer. */
const newest = <Tag extends 'dialog' | 'iframe'>(element: TransferLink, tag: Tag) =>
  [...shadow(element).querySelectorAll(tag)].at(-1) ?? null
const dialogOf = (element: TransferLink) => newest(element, 'dialog')
const frameOf = (element: TransferLink) => newest(element, 'iframe')?.contentWindow as FrameWindow

async function open(element: TransferLink): Promise<FrameWindow> {
  element.openPopup(framePage)
  await element.updateComplete
  await waitUntil(() => typeof frameOf(element)?.say === 'function', 'the frame is there')
  frameOf(element).say({ type: 'loaded' })
  await waitUntil(() => shadow(element).querySelector('.cover') === null, 'the frame is ready')
  return frameOf(element)
}

function listen(element: HTMLElement) {
  const events: [string, unknown][] = []
  for (const name of ['brokerConnected', 'transferFinished', 'linkEvent', 'exit'])
    element.addEventListener(name, (event) => events.push([name, (event as CustomEvent).detail]))
  return events
}

describe('transfer-link', () => {
  it('is accessible while it opens, and a labelled dialog', async () => {
    const element = await fixture<TransferLink>(html`<transfer-link></transfer-link>`)
    element.openPopup(framePage)
    await element.updateComplete
    // Half faded in, a text has half its contrast.
    await waitUntil(() => dialogOf(element)?.getAnimations().length === 0)
    await expect(element).to.be.accessible()
    expect(dialogOf(element)?.open).to.equal(true)
    const frame = shadow(element).querySelector('iframe')
    expect(frame?.referrerPolicy).to.equal('no-referrer')
    expect(frame?.getAttribute('sandbox')).to.equal(
      'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-modals',
    )
    element.closePopup()
  })

  it('disappears at once when the site closes it, and its page ends the session', async () => {
    const element = await fixture<TransferLink>(html`<transfer-link></transfer-link>`)
    const frame = await open(element)
    element.closePopup()
    expect(dialogOf(element)?.open).to.equal(false)
    expect(dialogOf(element)?.getClientRects().length).to.equal(0)
    await waitUntil(() => frame.received.some(({ type }) => type === 'closed'))
    await waitUntil(() => dialogOf(element) === null, 'the window is gone', { timeout: 3_000 })
  })

  const hidden = () => document.querySelector<HTMLIFrameElement>('body > dialog iframe')

  for (const [how, close] of [
    ['removed from the page', (element: TransferLink) => element.remove()],
    [
      'closed while it loads after a move',
      (element: TransferLink) => {
        element.parentElement?.append(document.createElement('div'))
        element.parentElement?.lastElementChild?.append(element)
        element.closePopup()
      },
    ],
  ] as const)
    it(`${how}, has a hidden frame of its page end the session`, async () => {
      const element = await fixture<TransferLink>(html`<transfer-link></transfer-link>`)
      const events = listen(element)
      const frame = await open(element)
      frame.say({ type: 'loaded', link: `${framePage}?link=1` })
      await waitUntil(() => events.length > 1)
      close(element)
      await waitUntil(() => events.at(-1)?.[0] === 'exit')
      const count = events.length
      expect(hidden()?.src).to.equal(`${framePage}?link=1`)
      expect(hidden()?.getClientRects().length).to.equal(0)
      const page = () => hidden()?.contentWindow as FrameWindow
      await waitUntil(() => typeof page()?.say === 'function')
      page().say({ type: 'credentialsEntered' })
      page().say({ type: 'loaded', link: `${framePage}?link=1` })
      await waitUntil(() => page().received.length > 0)
      expect(page().received).to.deep.equal([{ type: 'closed' }])
      await waitUntil(() => hidden() === null, 'the frame is gone', { timeout: 3_000 })
      expect(events.length, 'no event after exit').to.equal(count)
    })

  const opening = async (patienceMs: number) => {
    const element = await fixture<TransferLink>(html`<transfer-link .patienceMs=${patienceMs}></transfer-link>`)
    const events = listen(element)
    element.openPopup(framePage)
    await element.updateComplete
    await waitUntil(() => typeof frameOf(element)?.say === 'function')
    const frame = frameOf(element)
    frame.say({ type: 'firstScreenVisible' })
    await waitUntil(() => shadow(element).querySelector('.cover') === null, 'the first screen is visible')
    return { element, events, frame }
  }

  it('closed while its link is being opened, exits at once, and its page ends the session once it is open', async () => {
    const { element, events, frame } = await opening(12_000)
    dialogOf(element)?.dispatchEvent(new Event('cancel', { cancelable: true }))
    expect(events).to.deep.equal([['exit', {}]])
    expect([element.open, dialogOf(element)?.getClientRects().length]).to.deep.equal([false, 0])
    frame.say({ type: 'loaded', link: `${framePage}?link=1` })
    await waitUntil(() => frame.received.length > 0)
    expect(frame.received).to.deep.equal([{ type: 'closed' }])
    await waitUntil(() => dialogOf(element) === null, 'the window is gone', { timeout: 3_000 })
    expect(events).to.have.length(1)
  })

  it('left through its page while its link is being opened, keeps the page for as long as a response may take', async () => {
    const { element, events, frame } = await opening(300)
    const payload = { page: 'opening' }
    frame.say({ type: 'close', payload })
    await waitUntil(() => events.length > 0)
    expect(events).to.deep.equal([['exit', { summary: payload }]])
    expect([frameOf(element), dialogOf(element)?.getClientRects().length]).to.deep.equal([frame, 0])
    await waitUntil(() => dialogOf(element) === null, 'the window is gone')
    expect(events).to.have.length(1)
  })

  it('removed while its link is being opened, has a hidden frame of its page end the session', async () => {
    const { element, events } = await opening(12_000)
    element.remove()
    await waitUntil(() => events.length > 0)
    const page = () => hidden()?.contentWindow as FrameWindow
    await waitUntil(() => typeof page()?.say === 'function')
    page().say({ type: 'loaded', link: `${framePage}?link=1` })
    await waitUntil(() => page().received.length > 0)
    expect(page().received).to.deep.equal([{ type: 'closed' }])
    await waitUntil(() => hidden() === null, 'the frame is gone', { timeout: 3_000 })
    expect(events).to.have.length(1)
  })

  it('removed or closed before its page was there, leaves its link unopened', async () => {
    const element = await fixture<TransferLink>(html`<transfer-link .patienceMs=${50}></transfer-link>`)
    for (const close of [() => element.closePopup(), () => element.remove()]) {
      element.openPopup(framePage)
      await element.updateComplete
      close()
      await waitUntil(() => !element.open)
      expect(dialogOf(element)).to.equal(null)
      expect(hidden()).to.equal(null)
    }
  })

  it('removes the hidden frame of a page that does not come', async () => {
    // Longer than the interval of waitUntil, which would miss the frame otherwise.
    const element = await fixture<TransferLink>(html`<transfer-link .patienceMs=${300}></transfer-link>`)
    const events = listen(element)
    const frame = await open(element)
    frame.say({ type: 'loaded', link: `${framePage}?link=1` })
    await waitUntil(() => events.length > 1)
    element.remove()
    await waitUntil(() => hidden() !== null)
    await waitUntil(() => hidden() === null)
  })

  it('does not have the link in its attributes', async () => {
    const element = await fixture<TransferLink>(html`<transfer-link></transfer-link>`)
    await open(element)
    expect(element.outerHTML).not.to.contain('frame.html')
    element.closePopup()
  })

  it('closed by the page while a transfer is in progress, names that transfer', async () => {
    const element = await fixture<TransferLink>(html`<transfer-link></transfer-link>`)
    const events = listen(element)
    const frame = await open(element)
    const about = { symbol: 'USDC', amount: 5, amountText: '5', networkId: 'n', networkName: 'Base' }
    const transfer = { transferId: 't-1', status: 'pending', ...about }
    const addresses = { fromAddress: '', toAddress: '0x1', txId: '' }
    frame.say({ type: 'transferExecuted', payload: { ...transfer, ...addresses } })
    await waitUntil(() => events.length > 1)
    element.closePopup()
    const [, detail] = events.at(-1) as [string, { summary: { transfer: object } }]
    expect(detail.summary.transfer).to.deep.equal({ ...transfer, transactionId: 't-1' })
  })

  it('exits once, last, with what the user had under way', async () => {
    const element = await fixture<TransferLink>(html`<transfer-link></transfer-link>`)
    const events = listen(element)
    const frame = await open(element)
    frame.say({ type: 'transferMfaEntered' })
    frame.say({ type: 'transferFinished', payload: { status: 'error', errorMessage: 'Refused.', transferId: 'x' } })
    frame.say({ type: 'transferFinished', payload: { status: 'error', errorMessage: 'Refused.', transferId: 'x' } })
    frame.say({ type: 'close', payload: { page: 'transfer-failed', errorMessage: 'Refused.' } })
    frame.say({ type: 'close', payload: { page: 'transfer-failed' } })
    await waitUntil(() => events.some(([name]) => name === 'exit'))
    element.closePopup()
    expect(events.map(([name]) => name)).to.deep.equal(['linkEvent', 'linkEvent', 'transferFinished', 'exit'])
    expect(events.at(-1)?.[1]).to.deep.equal({
      error: 'Refused.',
      summary: { page: 'transfer-failed', errorMessage: 'Refused.' },
    })
  })

  it('exits once when it is closed by the site, and again at the next opening', async () => {
    const element = await fixture<TransferLink>(html`<transfer-link></transfer-link>`)
    const events = listen(element)
    await open(element)
    const exits = () => events.filter(([name]) => name === 'exit')
    element.closePopup()
    element.closePopup()
    expect(exits()).to.deep.equal([['exit', {}]])
    await open(element)
    await open(element)
    element.remove()
    await waitUntil(() => exits().length === 3)
    expect(events.at(-1)?.[0]).to.equal('exit')
  })

  it('gives the focus back to what opened it', async () => {
    const frame = await fixture<HTMLElement>(html`<div><button>Add funds</button><transfer-link></transfer-link></div>`)
    const button = frame.querySelector('button') as HTMLButtonElement
    const element = frame.querySelector('transfer-link') as TransferLink
    const isOnButton = () => document.activeElement === button
    button.focus()
    await open(element)
    expect(isOnButton()).to.equal(false)
    element.closePopup()
    expect(isOnButton()).to.equal(true)
    await open(element)
    element.remove()
    await waitUntil(isOnButton, 'also when the element is taken away')
  })

  it('ignores messages from any other window', async () => {
    const element = await fixture<TransferLink>(html`<transfer-link></transfer-link>`)
    const events = listen(element)
    await open(element)
    const forger = await fixture<HTMLIFrameElement>(html`<iframe src=${framePage} title="forger"></iframe>`)
    await waitUntil(() => typeof (forger.contentWindow as FrameWindow).say === 'function')
    const forged = { type: 'done', payload: { page: 'transfer-receipt' } }
    const arrived = oneEvent(window, 'message')
    ;(forger.contentWindow as FrameWindow).say(forged)
    await arrived
    window.postMessage(forged, location.origin)
    window.dispatchEvent(new MessageEvent('message', { data: forged, origin: location.origin, source: window }))
    window.dispatchEvent(
      new MessageEvent('message', { data: forged, origin: 'https://evil.example', source: frameOf(element) }),
    )
    expect(events).to.deep.equal([['linkEvent', { type: 'pageLoaded' }]])
    expect(dialogOf(element)?.open).to.equal(true)
    element.closePopup()
  })

  it('uncovers the first screen while the link is being opened, and covers it if that takes too long', async () => {
    const element = await fixture<TransferLink>(html`<transfer-link .patienceMs=${400}></transfer-link>`)
    const events = listen(element)
    const cover = () => shadow(element).querySelector('.cover')
    element.openPopup(framePage)
    await element.updateComplete
    await waitUntil(() => typeof frameOf(element)?.say === 'function')
    const frame = frameOf(element)
    frame.say({ type: 'firstScreenVisible' })
    await waitUntil(() => cover() === null, 'the first screen is visible', { interval: 10 })
    expect(events).to.deep.equal([])
    await waitUntil(() => cover()?.getAttribute('role') === 'alert')
    frame.say({ type: 'loaded' })
    await waitUntil(() => cover() === null)
    element.closePopup()
  })

  it('ignores malformed messages of its own frame', async () => {
    const element = await fixture<TransferLink>(html`<transfer-link></transfer-link>`)
    const events = listen(element)
    const frame = await open(element)
    for (const message of [null, 5, [], {}, { type: 'close' }, { type: 'oauthLinkOpen', link: 'javascript:alert(1)' }])
      frame.say(message)
    frame.say({ type: 'credentialsEntered' })
    await waitUntil(() => events.length > 1)
    expect(events.map(([, detail]) => detail)).to.deep.equal([{ type: 'pageLoaded' }, { type: 'credentialsEntered' }])
    element.closePopup()
  })

  it('hands over the tokens when the page is there, and passes on Escape as a question', async () => {
    const element = await fixture<TransferLink>(html`<transfer-link .accessTokens=${[token]}></transfer-link>`)
    const frame = await open(element)
    await waitUntil(() => frame.received.length > 0)
    expect(frame.received[0]).to.deep.equal({ type: 'frontAccessTokens', payload: [token] })
    dialogOf(element)?.dispatchEvent(new Event('cancel', { cancelable: true }))
    await waitUntil(() => frame.received.length > 1)
    expect(frame.received[1]).to.deep.equal({ type: 'closeRequested' })
    expect(dialogOf(element)?.open).to.equal(true)
    element.closePopup()
  })

  it('says that the page did not load, and exits with that error', async () => {
    const element = await fixture<TransferLink>(html`<transfer-link .patienceMs=${10}></transfer-link>`)
    const events = listen(element)
    element.openPopup(framePage)
    await waitUntil(() => shadow(element).querySelector('[role=alert]') !== null)
    await waitUntil(() => dialogOf(element)?.getAnimations().length === 0, 'the dialog has faded in')
    await expect(element).to.be.accessible()
    const [, close] = shadow(element).querySelectorAll<HTMLElement>('.cover button')
    close?.click()
    const error = `The window did not open. There is no answer, or this website may not open it: ${location.origin} (callback URL ${location.origin}/)`
    expect(events).to.deep.equal([['exit', { error }]])
  })

  for (const [what, url, server, fix] of [
    ['no URL', undefined, '', 'openPopup() needs the iFrameUrl'],
    ['a URL that is none', 'secret-code', '', 'openPopup() needs the iFrameUrl'],
    [
      'a link of another server',
      `${framePage}?auth_code=secret-code`,
      'https://api.example',
      `server must be ${location.origin}`,
    ],
  ] as const)
    it(`warns the developer about ${what}, and does not show the URL`, async () => {
      const element = await fixture<TransferLink>(html`<transfer-link .server=${server}></transfer-link>`)
      const events = listen(element)
      const { warn } = console
      const warnings: string[] = []
      console.warn = (...words) => void warnings.push(words.join(' '))
      element.openPopup(url as unknown as string)
      await waitUntil(() => warnings.length > 0)
      console.warn = warn
      expect(warnings.join()).to.contain(fix).and.not.contain('secret-code')
      expect(events).to.deep.equal([['exit', { error: 'This link is not valid.' }]])
    })

  it('names the callback URL within four seconds of a page that does not answer, and opens one that answers later', async () => {
    const element = await fixture<TransferLink>(html`<transfer-link></transfer-link>`)
    element.openPopup(framePage)
    const alert = () => shadow(element).querySelector('[role=alert]')
    await waitUntil(() => alert() !== null, 'the error is there', { timeout: 4_000 })
    expect(alert()?.textContent).to.contain(`callback URL ${location.origin}/`)
    frameOf(element).say({ type: 'loaded' })
    await waitUntil(() => shadow(element).querySelector('.cover') === null, 'the page is uncovered')
    element.closePopup()
  })

  it('opens the new link that the site creates when its user asks for one, after the exit of the first', async () => {
    const element = await fixture<TransferLink>(html`<transfer-link></transfer-link>`)
    const events = listen(element)
    const frame = await open(element)
    element.addEventListener('linkEvent', ({ detail }) => {
      if (detail.type === 'newLinkRequested') element.openPopup(`${framePage}?new`)
    })
    frame.say({ type: 'newLinkRequested' })
    await waitUntil(() => newest(element, 'iframe')?.src === `${framePage}?new`)
    expect(events.slice(1).map(([name, detail]) => [name, (detail as { type?: string }).type])).to.deep.equal([
      ['linkEvent', 'newLinkRequested'],
      ['exit', undefined],
    ])
    expect(element.open).to.equal(true)
    element.closePopup()
  })

  it('stays above an on-screen keyboard', async () => {
    const element = await fixture<TransferLink>(html`<transfer-link></transfer-link>`)
    await open(element)
    const view = window.visualViewport as VisualViewport
    const before = dialogOf(element)?.getBoundingClientRect().height ?? 0
    Object.defineProperty(view, 'height', { value: innerHeight - 200, configurable: true })
    view.dispatchEvent(new Event('resize'))
    await waitUntil(() => dialogOf(element)?.getAnimations().length === 0)
    const after = dialogOf(element)?.getBoundingClientRect()
    Reflect.deleteProperty(view, 'height')
    view.dispatchEvent(new Event('resize'))
    expect(before - (after?.height ?? 0)).to.equal(200)
    element.closePopup()
  })

  it('opens by its property too', async () => {
    const element = await fixture<TransferLink>(html`<transfer-link .url=${framePage}></transfer-link>`)
    await waitUntil(() => dialogOf(element)?.open === true)
    element.url = null
    await waitUntil(() => dialogOf(element) === null)
    expect(element.url).to.equal(null)
  })

  it('gives the listeners of each event a separate, frozen detail', async () => {
    const element = await fixture<TransferLink>(html`<transfer-link></transfer-link>`)
    const frame = await open(element)
    const about = { brokerType: 'sandbox', brokerName: 'Sandbox', brokerBrandInfo: { brokerLogo: '' } }
    const accessToken = { accountTokens: [], ...about }
    const connected = oneEvent(element, 'brokerConnected')
    const above: string[] = []
    for (const name of ['brokerConnected', 'linkEvent'])
      for (const parent of [element.parentElement, document.body, document, window])
        parent?.addEventListener(name, () => above.push(name), { once: true })
    frame.say({ type: 'brokerageAccountAccessToken', payload: { ...accessToken, auth_token: 't' } })
    const { detail, bubbles, composed } = await connected
    expect([bubbles, composed]).to.deep.equal([false, false])
    expect(detail).to.deep.equal({ accessToken, auth_token: 't' })
    expect(Object.isFrozen(detail.accessToken.brokerBrandInfo)).to.equal(true)
    const progress = oneEvent(window, 'linkEvent')
    frame.say({ type: 'credentialsEntered' })
    await progress
    expect(above).to.deep.equal(Array(4).fill('linkEvent'))
    element.closePopup()
  })
})

describe('createLinkConnection', () => {
  const elements = () => [...document.querySelectorAll('transfer-link')]

  it('rejects an invalid web address with one error', async () => {
    for (const url of ['', 'nonsense', 'javascript:alert(1)', 'data:text/html,x']) {
      const exits: unknown[][] = []
      createLinkConnection({ onExit: (...args) => exits.push(args) }).openPopup(url)
      await waitUntil(() => exits.length > 0)
      expect(exits).to.deep.equal([['This link is not valid.', undefined]])
    }
    expect(elements()).to.deep.equal([])
  })

  it('separates two connections', async () => {
    const emitted: string[] = []
    const [first, second] = ['first', 'second'].map((name) =>
      createLinkConnection({
        onExit: () => emitted.push(`${name} exit`),
        onEvent: (event) => emitted.push(`${name} ${event.type}`),
      }),
    )
    first?.openPopup(`${framePage}?first`)
    second?.openPopup(`${framePage}?second`)
    await waitUntil(
      () => elements().length === 2 && elements().every((each) => typeof frameOf(each)?.say === 'function'),
    )
    const [one] = elements()
    if (one) frameOf(one).say({ type: 'credentialsEntered' })
    await waitUntil(() => emitted.length === 1)
    first?.closePopup()
    expect(emitted).to.deep.equal(['first credentialsEntered', 'first exit'])
    second?.closePopup()
    expect(emitted).to.deep.equal(['first credentialsEntered', 'first exit', 'second exit'])
    // Each page ends its session first.
    for (const each of elements()) frameOf(each).say({ type: 'loaded' })
    await waitUntil(() => elements().length === 0, 'both are gone', { timeout: 3_000 })
  })

  it('exits once when it is closed before anything was loaded', async () => {
    const exits: ExitDetail[] = []
    const connection = createLinkConnection({
      onExit: (error, summary) => exits.push({ ...(error ? { error } : {}), ...(summary ? { summary } : {}) }),
    })
    connection.openPopup(framePage)
    connection.closePopup()
    connection.closePopup()
    await new Promise((resolve) => setTimeout(resolve))
    expect(exits).to.deep.equal([{}])
    expect(elements()).to.deep.equal([])
  })
})
