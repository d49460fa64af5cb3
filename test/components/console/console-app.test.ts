import { expect, fixture, html, waitUntil } from '@open-wc/testing'
import type { ConsoleApp } from '../../../host/console/console-app.ts'
import '../../../host/console/console-app.ts'
import { goTo } from '../../../host/console/router.ts'
import { deepElements, deepText } from '../deep.ts'
import { session, settled } from './show-in-console.ts'

type Respond = (path: string, init: RequestInit) => unknown

/** Of every list, with what Attention has beside its list. */
const emptyPage = { rows: [], next: null, notices: [], checkedAt: '2026-01-02T03:04:05.000Z' }
const ended = () => Response.json({ errorType: 'signInRequired', message: 'Sign in to continue.' }, { status: 401 })

describe('the console', () => {
  const { fetch } = window
  const before = { href: location.href, title: document.title }
  afterEach(() => {
    window.fetch = fetch
    history.replaceState(null, '', before.href)
    document.title = before.title
  })

  /** Opens the console at an address. `respond` returns a body or a response. */
  async function open(address: string, respond: Respond = () => ({})) {
    const requests: string[] = []
    window.fetch = async (input, init = {}) => {
      const path = String(input)
      requests.push(`${init.method ?? 'GET'} ${path}`)
      const response = (await respond(path, init)) ?? (path === '/api/session' ? session : emptyPage)
      return response instanceof Response ? response : Response.json(response)
    }
    history.replaceState(null, '', address)
    const app = await fixture<ConsoleApp>(html`<console-app></console-app>`)
    const all = () => [...deepElements(app.renderRoot as ShadowRoot)]
    const headingIs = (text: string) =>
      waitUntil(() => all().some((each) => each.localName === 'h1' && each.textContent === text), `heading ${text}`)
    const link = (text: string) => all().find((each) => each.matches('a, button') && each.textContent?.trim() === text)
    return { app, requests, all, headingIs, link, text: () => deepText(app).replace(/\s+/g, ' ') }
  }

  const usual: Respond = (path) => (path === '/api/session' ? session : undefined)

  /** The element with the focus, through shadow roots. */
  function focused(): Element | null {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    return element
  }

  it('is accessible, begins with Attention, and shows who is signed in', async () => {
    const { app, headingIs, text } = await open('/', usual)
    await headingIs('Attention')
    await expect(app).to.be.accessible()
    expect(location.pathname).to.equal('/attention')
    expect(document.title).to.equal('Attention · Transfer Link')
    expect(text()).to.contain('dana@example.com admin')
    expect(text()).to.contain('Sandbox')
    expect(focused()?.localName, 'the first page takes no focus').to.not.equal('h1')
  })

  it('has a link to each page, and marks the present one', async () => {
    const { all, headingIs } = await open('/audit-log', usual)
    await headingIs('Audit log')
    const links = all().filter((each): each is HTMLAnchorElement => each.matches('nav a'))
    expect(links.map(({ pathname, textContent }) => [pathname, textContent?.trim()])).to.deep.equal([
      ['/attention', 'Attention'],
      ['/transfers', 'Transfers'],
      ['/clients', 'Clients'],
      ['/webhooks', 'Webhooks'],
      ['/integrations', 'Integrations'],
      ['/overview', 'Overview'],
      ['/audit-log', 'Audit log'],
      ['/operators', 'Operators'],
    ])
    expect(links.filter((each) => each.ariaCurrent === 'page').map(({ pathname }) => pathname)).to.deep.equal([
      '/audit-log',
    ])
  })

  it('follows links: the heading gets the focus, and the title changes', async () => {
    const { headingIs, link } = await open('/attention', usual)
    await headingIs('Attention')
    link('Clients')?.click()
    await headingIs('Clients')
    await waitUntil(() => focused()?.textContent === 'Clients')
    expect([location.pathname, document.title]).to.deep.equal(['/clients', 'Clients · Transfer Link'])
  })

  it('goes back and forward', async () => {
    const { headingIs, link } = await open('/attention', usual)
    await headingIs('Attention')
    link('Clients')?.click()
    await headingIs('Clients')
    history.back()
    await headingIs('Attention')
    expect(document.title).to.equal('Attention · Transfer Link')
    history.forward()
    await headingIs('Clients')
  })

  it('leaves links in a new tab and of other sites to the browser', async () => {
    const { headingIs, link } = await open('/attention', usual)
    await headingIs('Attention')
    let isPrevented: boolean | undefined
    const prevent = (event: Event) => {
      isPrevented = event.defaultPrevented
      event.preventDefault()
    }
    window.addEventListener('click', prevent)
    link('Clients')?.dispatchEvent(
      new MouseEvent('click', { bubbles: true, composed: true, cancelable: true, ctrlKey: true }),
    )
    expect(isPrevented).to.equal(false)
    for (const href of ['https://example.com/', '/api/sign-in/oidc', '/attention#part']) {
      const other = Object.assign(document.createElement('a'), { href })
      document.body.append(other)
      other.click()
      other.remove()
      expect(isPrevented, href).to.equal(false)
    }
    window.removeEventListener('click', prevent)
    expect(location.pathname).to.equal('/attention')
  })

  it('keeps the screen when only the query changes', async () => {
    const { headingIs, all, requests } = await open('/audit-log', usual)
    await headingIs('Audit log')
    const screen = () => all().find((each) => each.localName === 'audit-log-screen')
    const first = screen()
    const action = all().find((each): each is HTMLInputElement => each.matches('[name=action]')) as HTMLInputElement
    action.value = 'client'
    action.dispatchEvent(new Event('change', { bubbles: true }))
    await waitUntil(() => requests.includes('GET /api/audit?action=client'))
    expect(screen() === first).to.equal(true)
    expect(location.search).to.equal('?action=client')
  })

  it('shows a way back from an unknown address', async () => {
    const { app, headingIs, all } = await open('/nothing/here', usual)
    await headingIs('Page not found')
    await expect(app).to.be.accessible()
    expect(all().some((each) => each.matches('p a[href="/attention"]'))).to.equal(true)
  })

  it('searches by anything', async () => {
    const { headingIs, all } = await open('/attention', usual)
    await headingIs('Attention')
    const input = all().find((each): each is HTMLInputElement =>
      each.matches('[role=search] input'),
    ) as HTMLInputElement
    input.value = ' 0x8ba1 &x '
    input.form?.requestSubmit()
    await headingIs('Transfers')
    expect([...new URLSearchParams(location.search)]).to.deep.equal([['search', '0x8ba1 &x']])
  })

  it('without a session shows the sign-in page, and returns to the address after it', async () => {
    let isSignedIn = false
    const { headingIs, requests, text } = await open('/clients?state=a', (path) => {
      if (path === '/api/sign-in') return { oidc: false, passkeys: true, environment: 'production' }
      return isSignedIn ? undefined : ended()
    })
    await headingIs('Sign in')
    expect(`${location.pathname}${location.search}`).to.equal('/sign-in?return=%2Fclients%3Fstate%3Da')
    expect(text()).to.not.contain('Audit log')
    isSignedIn = true
    goTo('/clients?state=a', { isReplacement: true })
    await headingIs('Clients')
    expect(requests.filter((each) => each === 'GET /api/session').length).to.equal(2)
  })

  it('whose session ends while it is open shows the sign-in page', async () => {
    let isEnded = false
    const { headingIs, link } = await open('/attention', () => (isEnded ? ended() : undefined))
    await headingIs('Attention')
    isEnded = true
    link('Audit log')?.click()
    await headingIs('Sign in')
    expect(new URLSearchParams(location.search).get('return')).to.equal('/audit-log')
  })

  it('signs out', async () => {
    const { headingIs, requests, link } = await open('/attention', usual)
    await headingIs('Attention')
    link('Sign out')?.click()
    await headingIs('Sign in')
    expect(requests).to.include('POST /api/sign-out')
    expect(location.search).to.equal('')
  })

  it('shows why it cannot be opened', async () => {
    const { app, text } = await open('/attention', () =>
      Response.json({ errorType: 'internalError', message: 'The console could not answer.' }, { status: 500 }),
    )
    await waitUntil(() => text().includes('The console could not answer.'))
    await expect(app).to.be.accessible()
    await settled()
  })

  it('shows the address that was requested last, however long an earlier one takes', async () => {
    const waiting: ((response: unknown) => void)[] = []
    const { headingIs, all } = await open('/clients', (path) =>
      path === '/api/session' ? new Promise((resolve) => waiting.push(resolve)) : undefined,
    )
    goTo('/webhooks')
    await waitUntil(() => waiting.length === 2)
    waiting[1]?.(session)
    await headingIs('Webhooks')
    waiting[0]?.(session)
    await settled()
    await settled()
    expect(
      all()
        .filter(({ localName }) => localName === 'h1')
        .map(({ textContent }) => textContent),
    ).to.deep.equal(['Webhooks'])
  })

  it('that could not go on is shown again by the next address', async () => {
    let fails = false
    const { headingIs, link, text } = await open('/attention', (path) =>
      fails && path === '/api/sign-out' ? Promise.reject(new TypeError('Failed to fetch')) : undefined,
    )
    await headingIs('Attention')
    link('Clients')?.click()
    await headingIs('Clients')
    fails = true
    link('Sign out')?.click()
    await waitUntil(() => text().includes('The server could not be reached.'))
    goTo('/clients?state=a')
    await headingIs('Clients')
    expect(text()).to.not.contain('The server could not be reached.')
  })

  it('opens its navigation on a phone by a button, and closes it by Escape', async () => {
    const { headingIs, all } = await open('/attention', usual)
    await headingIs('Attention')
    const menu = all().find((each) => each.matches('.menu')) as HTMLElement
    const side = all().find((each) => each.id === 'navigation') as HTMLElement
    menu.click()
    await settled()
    expect([menu.ariaExpanded, 'open' in side.dataset]).to.deep.equal(['true', true])
    let focuses = 0
    menu.focus = () => focuses++
    side.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    await settled()
    expect([menu.ariaExpanded, 'open' in side.dataset]).to.deep.equal(['false', false])
    expect(focuses, 'the button is hidden on a wide screen').to.equal(1)
  })

  it('skips its navigation by the first button', async () => {
    const { headingIs, all } = await open('/attention', usual)
    await headingIs('Attention')
    const skip = all().find((each) => each.matches('a, button')) as HTMLElement
    expect(skip.textContent).to.equal('Skip to content')
    skip.click()
    expect(focused()?.localName).to.equal('main')
    expect(location.hash).to.equal('')
  })
})
