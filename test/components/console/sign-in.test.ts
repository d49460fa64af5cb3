import { expect, waitUntil } from '@open-wc/testing'
import type { SignInMethods } from '../../../host/console/api/responses.ts'
import { followAddress } from '../../../host/console/router.ts'
import type { SignInScreen } from '../../../host/console/screens/sign-in-screen.ts'
import '../../../host/console/screens/sign-in-screen.ts'
import { deepText } from '../deep.ts'
import { type Call, refused, settled, showScreen, stubApi } from './show-in-console.ts'

const both: SignInMethods = { oidc: true, passkeys: true, environment: 'sandbox' }

describe('the sign-in page', () => {
  const before = location.href
  let stopFollowing = () => {}
  beforeEach(() => {
    stopFollowing = followAddress(() => {})
  })
  afterEach(() => {
    stopFollowing()
    history.replaceState(null, '', before)
  })

  async function show(address: string, respond: (call: Call) => unknown = () => ({}), methods = both) {
    history.replaceState(null, '', address)
    const { api, calls } = stubApi((call) => (call.path === '/api/sign-in' ? methods : respond(call)))
    const query = new URLSearchParams(location.search)
    const screen = await showScreen<SignInScreen>(document.createElement('sign-in-screen'), {
      api,
      query,
      session: null,
    })
    await settled()
    await screen.updateComplete
    const find = (selector: string) => screen.renderRoot.querySelector<HTMLElement>(selector)
    return { screen, calls, find, text: () => deepText(screen).replace(/\s+/g, ' ') }
  }
  const posts = (calls: Call[]) => calls.filter(({ method }) => method === 'POST')

  it('is accessible, and offers what the server accepts', async () => {
    const { screen, find, text } = await show('/sign-in?return=/transfers?user=a')
    await expect(screen).to.be.accessible()
    expect(find('a.button')?.getAttribute('href')).to.equal('/api/sign-in/oidc?return=%2Ftransfers%3Fuser%3Da')
    expect(text()).to.contain('Use a passkey')
    const onlyPasskeys = await show('/sign-in', () => ({}), { ...both, oidc: false })
    expect(onlyPasskeys.find('a.button')).to.equal(null)
    const onlyOidc = await show('/sign-in', () => ({}), { ...both, passkeys: false })
    expect(onlyOidc.text()).to.not.contain('passkey')
  })

  it('says how to get in if there is neither', async () => {
    const { screen, text } = await show('/sign-in', () => ({}), { ...both, oidc: false, passkeys: false })
    await expect(screen).to.be.accessible()
    expect(text()).to.contain('transfer-link operator invite')
  })

  it('signs in by a one-time URL, and goes to the console without the code in the address', async () => {
    const { calls } = await show('/sign-in#once=the-code')
    expect(posts(calls)).to.deep.equal([{ method: 'POST', path: '/api/sign-in/once', body: { code: 'the-code' } }])
    await waitUntil(() => location.pathname === '/')
    expect(location.hash).to.equal('')
  })

  it('signs in by a one-time URL that is opened in the same tab', async () => {
    const { screen, calls } = await show('/sign-in')
    location.hash = 'once=the-code'
    await waitUntil(() => location.pathname === '/')
    expect(posts(calls).map(({ body }) => body)).to.deep.equal([{ code: 'the-code' }])
    screen.remove()
    location.hash = 'once=another'
    await settled()
    expect(posts(calls).length).to.equal(1)
  })

  it('removes a code that is not accepted from the address, and says why', async () => {
    const { screen, text } = await show('/sign-in#once=old', () => {
      throw refused('codeInvalid', 401)
    })
    await expect(screen).to.be.accessible()
    expect([location.pathname, location.hash]).to.deep.equal(['/sign-in', ''])
    expect(text()).to.contain('The message of codeInvalid.')
    expect(text(), 'other ways are offered').to.contain('Use a passkey')
  })

  it('keeps a code that the server did not answer, and can try again', async () => {
    let isOffline = true
    const { find, calls } = await show('/sign-in#once=the-code', () => {
      if (isOffline) throw refused('offline', 0)
      return {}
    })
    expect(location.hash).to.equal('#once=the-code')
    isOffline = false
    find('[role=alert] button')?.click()
    await waitUntil(() => location.pathname === '/')
    expect(posts(calls).length).to.equal(2)
  })

  it('never returns to another site', async () => {
    const { find } = await show('/sign-in?return=//evil.example/')
    expect(find('a.button')?.getAttribute('href')).to.equal('/api/sign-in/oidc?return=%2F')
  })

  it('says what the identity provider refused, in its own words only', async () => {
    const { screen, text } = await show('/sign-in?error=noRole')
    await expect(screen).to.be.accessible()
    expect(text()).to.contain('Your account has no role in this console.')
    const other = await show(`/sign-in?error=${encodeURIComponent('<b>call 555</b>')}`)
    expect(other.text()).to.contain('The sign-in did not succeed. Try again.')
    expect(other.text()).to.not.contain('555')
  })

  it('after a second sign-in in a new tab says where to continue', async () => {
    const again = await show('/sign-in?again')
    expect(again.find('a.button')?.getAttribute('href')).to.equal('/api/sign-in/oidc?return=%2Fsign-in%3Fagain%3Ddone')
    const { screen, text } = await show('/sign-in?again=done')
    await expect(screen).to.be.accessible()
    expect(text()).to.contain('continue in the tab where you were')
  })
})
