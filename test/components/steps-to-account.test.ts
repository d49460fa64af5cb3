import { aTimeout, expect } from '@open-wc/testing'
import { loadTexts } from '../../components/texts/load-texts.ts'
import { account, connection, integration, problem, states } from './samples.ts'
import { showStep } from './show-step.ts'
import { openGuard } from './test-surface.ts'

const site = {
  ...{ name: 'site', label: 'Site of your account', defaultValue: 'global' },
  options: [
    { value: 'global', label: 'exchange.example' },
    { value: 'eu', label: 'eu.exchange.example' },
  ],
}
const withSites = {
  ...states['sign-in'],
  integration: {
    ...integration,
    auth: { scheme: 'apiKey' as const, fields: [{ name: 'apiKey', label: 'API key' }, site] },
  },
}
const selectIn = (step: HTMLElement) => step.shadowRoot?.querySelector('select') as HTMLSelectElement

const refused = { ...problem, errorType: 'signInRejected', message: 'Check your details.', httpStatus: 422 }

describe('choose-account', () => {
  it('is accessible and emits the chosen integration', async () => {
    const { step, press, events } = await showStep(states['choose-account'])
    await expect(step).to.be.accessible()
    press(/^Sandbox Exchange/)
    expect(events).to.deep.equal([{ type: 'integrationChosen', integrationType: 'sandbox' }])
  })

  it('tolerates typos in the search, and says when nothing matches', async () => {
    const { type, text, step } = await showStep(states['choose-account'])
    type('Search exchanges and wallets', 'binnace')
    await (step as HTMLElement & { updateComplete: Promise<unknown> }).updateComplete
    expect(text()).to.contain('Binance').and.not.to.contain('Kraken')
    type('Search exchanges and wallets', 'zzzzzz')
    await aTimeout(0)
    expect(text()).to.contain('No match for “zzzzzz”')
  })

  it('lists recent integrations first, and marks a slow or unavailable exchange', async () => {
    const flow = states['choose-account']
    const { text } = await showStep({ ...flow, context: { ...flow.context, recent: ['DeFiWallet'] } })
    expect(text()).to.match(/Recent ?M ?MetaMask/)
    expect(text()).to.contain('Slow right now').and.to.contain('Not available')
  })

  it('is gone through by arrow keys, from the search to the last and back', async () => {
    const { step } = await showStep(states['choose-account'])
    const root = step.shadowRoot as ShadowRoot
    const press = (key: string) =>
      root.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }))
    root.querySelector('input')?.focus()
    press('ArrowDown')
    expect(root.activeElement?.textContent).to.contain('Sandbox Exchange')
    press('End')
    expect(root.activeElement?.textContent).to.contain('MetaMask')
    press('Home')
    expect(root.activeElement?.localName).to.equal('input')
  })

  it('says what is read, what is sent and what is never accessed', async () => {
    const { text } = await showStep(states['choose-account'])
    expect(text()).to.contain('Only what you confirm is sent').and.to.contain('never sees')
  })

  it('says that nothing is sent if the link only connects an account', async () => {
    const flow = states['choose-account']
    const connectOnly = { ...flow.context, session: { ...flow.context.session, transfersEnabled: false } }
    const other = await showStep({ ...flow, context: connectOnly })
    await expect(other.step).to.be.accessible()
    expect(other.text()).to.contain('Nothing can be sent').and.not.to.contain('only what you confirm is sent')
  })

  it('moves the focus to its heading', async () => {
    const { step } = await showStep(states['choose-account'])
    expect(step.shadowRoot?.activeElement?.tagName).to.equal('H1')
  })

  it('offers the connected account, or lists the connected ones', async () => {
    const flow = states['choose-account']
    const context = { ...flow.context, account }
    const { step, press, events, text } = await showStep({ ...flow, context })
    await expect(step).to.be.accessible()
    expect(text()).to.contain('Account connected').and.to.contain(account.name)
    press(/Continue$/)
    expect(events).to.deep.equal([{ type: 'accountChosen', accountId: account.accountId }])
    const accounts = [account, { ...account, accountId: 'a2', name: 'Savings' }]
    const several = await showStep({ ...flow, context: { ...flow.context, accounts } })
    expect(several.text()).to.contain(account.name).and.to.contain('Savings')
  })

  it('is accessible while it loads', async () => {
    const { step } = await showStep(states['choose-account (loading)'])
    await expect(step).to.be.accessible()
  })
})

describe('sign-in', () => {
  it('lists the addresses to allow for a key, each with a copy button', async () => {
    const serverAddresses = ['203.0.113.7', '2001:db8::7']
    const auth = { scheme: 'apiKey', fields: [{ name: 'apiKey', label: 'API key' }], serverAddresses } as const
    const bound = { ...integration, auth: { ...auth, fields: [...auth.fields] } }
    const { step, text } = await showStep({ ...states['sign-in'], integration: bound })
    await expect(step).to.be.accessible()
    expect(text()).to.contain(`for the key on ${integration.name}`).and.to.contain('203.0.113.7')
    expect(step.shadowRoot?.querySelectorAll('copy-text').length).to.equal(2)
  })

  it('lists the permissions of a key, and links to the page that creates it if that is a web address', async () => {
    const shown = async (keysUrl: string) => {
      const auth = { scheme: 'apiKey' as const, fields: [{ name: 'apiKey', label: 'API key' }], keysUrl }
      const { step, text } = await showStep({ ...states['sign-in'], integration: { ...integration, auth } })
      return { step, link: step.shadowRoot?.querySelector('a'), text: text() }
    }
    const { step, link, text } = await shown('https://exchange.example/keys')
    await expect(step).to.be.accessible()
    expect(text)
      .to.contain('permission to read balances and withdraw')
      .and.to.contain(`Create an API key on ${integration.name}`)
    expect([link?.href, link?.rel]).to.deep.equal(['https://exchange.example/keys', 'noopener noreferrer'])
    expect((await shown('javascript:alert(1)')).link).to.equal(null)
  })

  it('names the parts of a key as the exchange does, also when one is missing', async () => {
    const fields = [
      { name: 'apiKey', label: 'API key' },
      { name: 'apiSecret', label: 'Private key', secret: true },
      { name: 'pin', label: 'Funding PIN' },
    ]
    const auth = { scheme: 'apiKey', fields } as const
    const byKey = { ...integration, auth: { ...auth, fields: [...fields] } }
    const { field, press, type, text } = await showStep({ ...states['sign-in'], integration: byKey })
    expect([field('API key').name, field('API private key').name]).to.deep.equal(['apiKey', 'apiSecret'])
    expect(field('Funding PIN').name).to.equal('pin')
    press(/^Continue$/)
    await aTimeout(0)
    expect(text()).to.contain('Enter your API key.')
    type('API key', 'k')
    press(/^Continue$/)
    await aTimeout(0)
    expect(text()).to.contain('Enter your API private key.')
    const german = { texts: await loadTexts('de'), locale: 'de' }
    const translated = await showStep({ ...states['sign-in'], integration: byKey }, openGuard(), german)
    expect(translated.field('Privater API-Schlüssel (Private key)').name).to.equal('apiSecret')
  })

  it('lets the user leave an optional field empty, and no other', async () => {
    const fields = [
      { name: 'apiKey', label: 'API key' },
      { name: 'otp', label: 'One-time password', secret: true, optional: true },
    ]
    const byKey = { ...integration, auth: { scheme: 'apiKey' as const, fields } }
    const { field, press, type, events, text } = await showStep({ ...states['sign-in'], integration: byKey })
    expect([field('API key').required, field('One-time password').required]).to.deep.equal([true, false])
    press(/^Continue$/)
    await aTimeout(0)
    expect(text()).to.contain('Enter your API key.')
    type('API key', 'k')
    press(/^Continue$/)
    expect(events).to.deep.equal([{ type: 'fieldsEntered', fields: { apiKey: 'k', otp: '' } }])
  })

  it('offers the sites of an exchange by their own names', async () => {
    const { step, press, type, events } = await showStep(withSites)
    await expect(step).to.be.accessible()
    const select = selectIn(step)
    expect([...select.options].map(({ label }) => label)).to.deep.equal(['exchange.example', 'eu.exchange.example'])
    expect([select.value, select.labels[0]?.textContent]).to.deep.equal(['global', 'Site of your account'])
    type('API key', 'k')
    select.value = 'eu'
    press(/^Continue$/)
    expect(events).to.deep.equal([{ type: 'fieldsEntered', fields: { apiKey: 'k', site: 'eu' } }])
  })

  it('marks the site that does not know the key, and stays accessible', async () => {
    const errorData = { name: integration.name, site: 'eu.exchange.example' }
    const context = { ...withSites.context, typedFields: { site: 'eu' } }
    const unknown = { ...refused, errorType: 'keyNotFoundAtSite', errorData }
    const { step, text } = await showStep({ ...withSites, context, problem: unknown })
    await expect(step).to.be.accessible()
    expect([selectIn(step).value, selectIn(step).ariaInvalid]).to.deep.equal(['eu', 'true'])
    expect(text()).to.contain('This key was not found at eu.exchange.example.')
  })

  it('is accessible and emits the fields that the integration declares', async () => {
    const { step, type, press, events } = await showStep(states['sign-in'])
    await expect(step).to.be.accessible()
    type('User name', 'user_mfa')
    type('Password', 'pass_good')
    press(/^Continue$/)
    expect(events).to.deep.equal([{ type: 'fieldsEntered', fields: { username: 'user_mfa', password: 'pass_good' } }])
  })

  it('shows the earlier user name, and names the field that is missing', async () => {
    const { field, press, events, step } = await showStep(states['sign-in'])
    expect(field('User name').value).to.equal('user_good')
    press(/^Continue$/)
    await aTimeout(0)
    expect(events).to.deep.equal([])
    expect(step.shadowRoot?.activeElement).to.equal(field('Password'))
    expect(step.shadowRoot?.querySelector('#error-password')?.textContent).to.contain('Enter your password.')
  })

  it('says why it was refused and stays accessible', async () => {
    const { step, text } = await showStep({ ...states['sign-in'], problem: refused })
    await expect(step).to.be.accessible()
    expect(text()).to.contain('Check your details.')
  })

  it('cannot be sent twice', async () => {
    const { press, events } = await showStep(states['sign-in (checking)'])
    press(/^Checking/)
    expect(events).to.deep.equal([])
  })

  it('lets password managers and pasting work', async () => {
    const { field } = await showStep(states['sign-in'])
    expect(field('User name').autocomplete).to.equal('username')
    expect(field('Password').autocomplete).to.equal('current-password')
  })

  it('fills in the sandbox login, in a sandbox link alone', async () => {
    const { press, field } = await showStep(states['sign-in'])
    press(/^Fill in$/)
    expect(field('Password').value).to.equal('pass_good')
    const flow = states['sign-in']
    const real = { ...flow.context, session: { ...flow.context.session, sandbox: false } }
    const { text } = await showStep({ ...flow, context: real })
    expect(text()).not.to.contain('user_good')
  })

  it('has no fields where the exchange has its own page', async () => {
    const oauth = { ...integration, auth: { scheme: 'oauth', fields: [] } } as const
    const { step, press, events } = await showStep({
      ...states['sign-in'],
      integration: { ...oauth, auth: { scheme: 'oauth', fields: [] } },
    })
    await expect(step).to.be.accessible()
    press(/^Continue to/)
    expect(events).to.deep.equal([{ type: 'fieldsEntered', fields: {} }])
  })
})

describe('sign-in, where the exchange does not respond', () => {
  const outage = { ...problem, errorType: 'exchangeError', httpStatus: 502 }

  it('offers to try again, and selects no field', async () => {
    const before = states['sign-in']
    const { step, events, press, type } = await showStep(before)
    type('User name', 'user_good')
    type('Password', 'pass_good')
    ;(step.shadowRoot?.activeElement as HTMLElement | null)?.blur()
    Object.assign(step, { state: { ...before, problem: outage } })
    await aTimeout(0)
    expect(step.shadowRoot?.activeElement).to.equal(null)
    press(/^Try again$/)
    expect(events.at(-1)).to.deep.equal({
      type: 'fieldsEntered',
      fields: { username: 'user_good', password: 'pass_good' },
    })
  })

  it('selects the field that another entry can fix', async () => {
    const before = states['sign-in']
    const { step, type } = await showStep(before)
    type('User name', 'user_good')
    type('Password', 'pass_bad')
    Object.assign(step, { state: { ...before, problem: refused } })
    await aTimeout(0)
    expect(step.shadowRoot?.activeElement?.id).to.equal('password')
  })

  it('links to the exchange if it names a page', async () => {
    const locked = {
      ...outage,
      errorType: 'accountLocked',
      httpStatus: 423,
      errorData: { url: 'https://exchange.example/unlock' },
    }
    const { step } = await showStep({ ...states['sign-in'], problem: locked })
    expect(step.shadowRoot?.querySelector('a.button')?.getAttribute('href')).to.equal('https://exchange.example/unlock')
  })
})

describe('the first focus', () => {
  it('is on the first field of the sign-in, and on the code', async () => {
    const signIn = await showStep(states['sign-in'])
    expect(signIn.step.shadowRoot?.activeElement?.id).to.equal('username')
    const code = await showStep(states['enter-code'])
    expect(code.step.shadowRoot?.activeElement?.id).to.equal('code')
  })

  it('is on the heading of a screen without fields', async () => {
    const { step } = await showStep(states['choose-asset'])
    expect(step.shadowRoot?.activeElement?.localName).to.equal('h1')
  })
})

describe('enter-code', () => {
  it('is accessible and emits the digits alone', async () => {
    const { step, type, press, events } = await showStep(states['enter-code'])
    await expect(step).to.be.accessible()
    type('Authenticator code', '123-4 56')
    press(/^Continue$/)
    expect(events).to.deep.equal([{ type: 'codeEntered', code: '123456' }])
  })

  it('is one text field that phones can fill', async () => {
    const { field } = await showStep(states['enter-code'])
    const input = field('Authenticator code')
    expect([input.type, input.getAttribute('autocomplete'), input.inputMode]).to.deep.equal([
      'text',
      'one-time-code',
      'numeric',
    ])
  })

  it('says how many attempts are left, in the description of the field', async () => {
    const wrong = {
      ...refused,
      errorType: 'codeWrong',
      message: 'That code did not work.',
      errorData: { attemptsLeft: 4 },
    }
    const { step, field } = await showStep({ ...states['enter-code'], problem: wrong })
    await expect(step).to.be.accessible()
    expect(field('Authenticator code').getAttribute('aria-invalid')).to.equal('true')
    expect(step.shadowRoot?.querySelector('#problem')?.textContent).to.contain('4 attempts left')
  })

  it('offers another method, and sends a new code for it', async () => {
    const folded = states['enter-code']
    const { step, field, press, events } = await showStep(folded)
    press(/^Use another method$/)
    await aTimeout(0)
    expect(step.shadowRoot?.activeElement?.textContent).to.contain('Text message')
    press(/^Text message/)
    expect(events[0]).to.include({ type: 'codeResendRequested', kind: 'phone' })
    await aTimeout(0)
    expect(step.shadowRoot?.activeElement).to.equal(field('Authenticator code'))
  })

  it('does not send a new code again at once', async () => {
    const phone = { ...connection, codeKind: 'phone' } as const
    const { press, events, text } = await showStep({
      ...states['enter-code'],
      connection: phone,
      resentAtMs: performance.now(),
    })
    expect(text()).to.match(/Send a new code \(0:\d\d\)/)
    press(/^Send a new code/)
    expect(events).to.deep.equal([])
  })

  it('shows the transfer that a code confirms', async () => {
    const { step, text } = await showStep(states['transfer-code'])
    await expect(step).to.be.accessible()
    expect(text()).to.contain('Enter it to send 250 USDC to Northwind')
  })
})

describe('hand-off', () => {
  it('is accessible and opens the exchange in a new window', async () => {
    const { step } = await showStep(states['hand-off'])
    await expect(step).to.be.accessible()
    const link = step.shadowRoot?.querySelector('a')
    expect(link?.rel).to.equal('noopener noreferrer')
  })

  it('waits for an e-mail, and sends it again once', async () => {
    const flow = states['hand-off (e-mail)']
    const { step, text, press, events } = await showStep(flow)
    await expect(step).to.be.accessible()
    expect(text()).to.contain('u•••@example.com')
    press(/^Send it again/)
    expect(events[0]).to.include({ type: 'codeResendRequested' })
    Object.assign(step, { state: { ...flow, resentAtMs: performance.now() } })
    await aTimeout(0)
    press(/^Send it again/)
    expect(events.length).to.equal(1)
  })

  it('shows the number to enter in the other window, which is open already', async () => {
    const { step, text } = await showStep(states['hand-off'])
    const status = step.shadowRoot?.querySelector('[role=status]')
    Object.assign(step, { state: { ...states['hand-off'], confirmationNumber: '472' } })
    await aTimeout(0)
    await expect(step).to.be.accessible()
    expect(step.shadowRoot?.querySelector('[role=status]')).to.equal(status)
    expect(status?.textContent).to.equal('472')
    expect(text()).to.contain('Enter this number in the other window')
    expect(step.shadowRoot?.querySelector('a')).to.equal(null)
  })

  it('never opens anything but a web address', async () => {
    const redirectUrl = 'javascript:alert(1)'
    const { step } = await showStep({ ...states['hand-off'], connection: { ...connection, redirectUrl } })
    expect(step.shadowRoot?.querySelector('a')).to.equal(null)
  })
})

describe('pick-account', () => {
  it('tells accounts apart by the ends of their ids', async () => {
    const state = states['pick-account']
    const accounts = state.accounts.map((each, index) => ({ ...each, maskedId: `••000${index}` }))
    const { text } = await showStep({ ...state, accounts })
    expect(text()).to.contain('••0000').and.to.contain('••0001').and.not.to.contain('Sandbox ExchangeSandbox Exchange')
  })

  it('omits a masked id that only repeats the end of a name, unless another account has the name', async () => {
    const accounts = [
      { ...account, accountId: 'a1', name: 'Main', maskedId: '••main' },
      { ...account, accountId: 'a2', name: 'Trading', maskedId: '••7777' },
    ]
    const { text } = await showStep({ ...states['pick-account'], accounts })
    expect(text()).to.contain('Main').and.to.contain('••7777').and.not.to.contain('••main')
    const { text: ofTwins } = await showStep({
      ...states['pick-account'],
      accounts: accounts.map((each) => ({ ...each, name: 'Main' })),
    })
    expect(ofTwins()).to.contain('••main')
  })

  it('shows the balances that are known, and the others’ rows without one', async () => {
    const state = { ...states['pick-account'], balances: { a1: '20000.5', a2: null } }
    const { step } = await showStep(state)
    const rows = [...(step.shadowRoot?.querySelectorAll('.row') ?? [])]
    const [known, unknown] = rows.map((row) => row.querySelector('.end')?.textContent)
    expect(known).to.contain('20,000.50')
    expect(unknown).to.equal(undefined)
  })

  it('is accessible and emits the account', async () => {
    const { step, press, events } = await showStep(states['pick-account'])
    await expect(step).to.be.accessible()
    press(/^Savings/)
    expect(events).to.deep.equal([{ type: 'accountChosen', accountId: 'a2' }])
  })
})

describe('account-connected', () => {
  it('is accessible and ends the link', async () => {
    const { step, press, events } = await showStep(states['account-connected'])
    await expect(step).to.be.accessible()
    press(/^Done$/)
    expect(events).to.deep.equal([{ type: 'leaveRequested' }])
  })
})

describe('sign-in-ended', () => {
  it('is accessible and goes back to signing in', async () => {
    const { step, press, events } = await showStep(states['sign-in-ended'])
    await expect(step).to.be.accessible()
    press(/^Sign in again$/)
    expect(events).to.deep.equal([{ type: 'signInRequested' }])
  })
})
