// What each screen does with a press, and each screen with fields with a wrong entry. What is pressed and filled in is found by its role
// and name. The types require a row for each entry of screens.ts.
import { expect } from '@open-wc/testing'
import type { LitElement } from 'lit'
import type { UserEvent } from '../../components/flow/flow-event.ts'
import type { FlowState } from '../../components/flow/flow-state.ts'
import type { ScreenAt } from '../../components/screens/screens.ts'
import { accessibleName, hasRole, type Role } from '../support/accessible-name.ts'
import { deepElements } from './deep.ts'
import { states } from './samples.ts'
import { showStep } from './show-step.ts'

interface Press {
  /** The screen's usual state, if no other is given. */
  state?: FlowState
  entries?: Record<string, string>
  button: string | RegExp
  emits: UserEvent
}

/** Opens an address instead of emitting an event. */
interface Open {
  link: string
  opens: string
}

const leave: UserEvent = { type: 'leaveRequested' }
const back: UserEvent = { type: 'back' }
const login = { 'User name': 'user_good', Password: 'pass_good' }

const presses: { [A in ScreenAt]: Press | Open } = {
  'link-ended': { button: 'Close', emits: leave },
  'pending-transfer': { button: 'Start another transfer', emits: { type: 'pendingDismissed' } },
  'choose-account': {
    button: 'Sandbox Exchange User name and password',
    emits: { type: 'integrationChosen', integrationType: 'sandbox' },
  },
  'sign-in': {
    entries: login,
    button: 'Continue',
    emits: { type: 'fieldsEntered', fields: { username: 'user_good', password: 'pass_good' } },
  },
  'enter-code': {
    entries: { 'Authenticator code': '123 456' },
    button: 'Continue',
    emits: { type: 'codeEntered', code: '123456' },
  },
  'hand-off': { link: 'Open Sandbox Exchange (opens in a new window)', opens: 'https://exchange.example/approve' },
  'pick-account': { button: 'Savings ••8002', emits: { type: 'accountChosen', accountId: 'a2' } },
  'account-connected': { button: 'Done', emits: leave },
  'sign-in-ended': { button: 'Sign in again', emits: { type: 'signInRequested' } },
  'choose-asset': {
    // Browsers write the dollar differently.
    button: /^USD Coin USDC · Base, Ethereum 20,000\.50 (US)?\$20,000\.50$/,
    emits: { type: 'assetChosen', symbol: 'USDC' },
  },
  'no-eligible-assets': { button: 'Try another account', emits: { type: 'otherAccountRequested' } },
  'enter-amount': { button: 'Review', emits: { type: 'amountEntered', amount: '250' } },
  'review-transfer': { button: 'Send 250 USDC', emits: { type: 'sendRequested' } },
  'transfer-code': {
    entries: { 'Authenticator code': '123456' },
    button: 'Continue',
    emits: { type: 'codeEntered', code: '123456' },
  },
  'confirm-elsewhere': { button: 'I’ve done it', emits: { type: 'confirmedElsewhere' } },
  'extra-data': {
    entries: {
      'Where are the funds going?': 'wallet',
      'Full name of the recipient': 'Ada Lovelace',
      'Your relationship to the recipient': 'self',
      'Recipient’s country of residence': 'GB',
      'I confirm that this information is correct': 'yes',
    },
    button: 'Continue',
    emits: {
      type: 'extraEntered',
      extra: {
        destinationKind: 'wallet',
        recipientFullName: 'Ada Lovelace',
        recipientRelation: 'self',
        recipientCountry: 'GB',
        recipientConfirmed: 'true',
      },
    },
  },
  'choose-wallet': { button: 'Sandbox Wallet', emits: { type: 'walletChosen', walletId: '1' } },
  'connect-wallet': { button: 'Cancel', emits: back },
  'other-account': { button: 'Use this account instead', emits: { type: 'otherAccountConfirmed' } },
  'prove-wallet': { button: 'Sign with Sandbox Wallet', emits: { type: 'proofRequested' } },
  'confirm-in-wallet': { button: 'Cancel', emits: back },
  'choose-payment': { button: 'USD Coin USDC · Ethereum', emits: { type: 'destinationChosen', index: 1 } },
  'payment-amount': {
    entries: { 'Amount in USDC': '1,250.50' },
    button: 'Continue',
    emits: { type: 'paymentRequested', amount: '1250.5' },
  },
  'pay-by-link': {
    state: states['pay-by-link (by hand)'],
    button: 'I have paid',
    emits: { type: 'paymentReported' },
  },
  'on-full-page': { button: 'Open it again', emits: { type: 'fullPageRequested' } },
  'track-transfer': { button: 'Close', emits: leave },
  'transfer-waiting': { button: 'Close – checking continues', emits: leave },
  'transfer-receipt': { button: 'Done', emits: leave },
  'transfer-failed': { button: 'Change amount', emits: { type: 'changeRequested' } },
  'show-problem': { button: 'Try again', emits: { type: 'retried' } },
}

interface WrongEntry {
  state?: FlowState
  entries: Record<string, string>
  /** Null where the message appears while typing. */
  button: string | null
  role: 'alert' | 'status'
  message: string
}

const wrongEntries: Partial<{ [A in ScreenAt]: WrongEntry }> = {
  'choose-account': {
    entries: { 'Search exchanges and wallets': 'zzzzzz' },
    button: null,
    role: 'status',
    message: '0 accounts found',
  },
  'sign-in': { entries: { Password: '' }, button: 'Continue', role: 'alert', message: 'Enter your password.' },
  'enter-code': { entries: {}, button: 'Continue', role: 'alert', message: 'Enter the code.' },
  'enter-amount': {
    state: { ...states['enter-amount'], draft: { ...states['enter-amount'].draft, typed: '' } },
    entries: {},
    button: 'Review',
    role: 'alert',
    message: 'Enter an amount.',
  },
  'transfer-code': { entries: {}, button: 'Continue', role: 'alert', message: 'Enter the code.' },
  'extra-data': { entries: {}, button: 'Continue', role: 'alert', message: 'Answer this to continue.' },
  'payment-amount': {
    entries: { 'Amount in USDC': 'some' },
    button: 'Continue',
    role: 'alert',
    message: 'That is not an amount',
  },
}

const entriesOf = <Row>(rows: Partial<Record<ScreenAt, Row>>) => Object.entries(rows) as [ScreenAt, Row][]

function choose(select: HTMLSelectElement, value: string) {
  select.value = value
  select.dispatchEvent(new Event('change', { bubbles: true }))
}

async function show(at: ScreenAt, state: FlowState = states[at]) {
  const { step, events, type } = await showStep(state)
  const screen = step as unknown as LitElement
  const all = (role: Role) =>
    [...deepElements(step.shadowRoot as ShadowRoot)].filter((element) => hasRole(element, role)) as HTMLElement[]
  const names = (role: Role) => all(role).map(accessibleName)
  const byRole = (role: Role, name: string | RegExp) => {
    const found = all(role).filter((element) =>
      typeof name === 'string' ? accessibleName(element) === name : name.test(accessibleName(element)),
    )
    expect(found.length, `${role} ${name} among ${names(role).join(' | ')}`).to.equal(1)
    return found[0] as HTMLElement
  }
  const enter = async (entries: Record<string, string>) => {
    for (const [name, text] of Object.entries(entries)) {
      if (names('combobox').includes(name)) choose(byRole('combobox', name) as HTMLSelectElement, text)
      else if (names('checkbox').includes(name)) byRole('checkbox', name).click()
      else type(name, text)
      await screen.updateComplete
    }
  }
  return { events, names, byRole, enter, screen }
}

describe('every screen', () => {
  for (const [at, row] of entriesOf<Press | Open>(presses))
    it(`${at} does what its button or link says`, async () => {
      const { events, byRole, enter } = await show(at, 'state' in row ? row.state : states[at])
      if ('link' in row) expect((byRole('link', row.link) as HTMLAnchorElement).href).to.equal(row.opens)
      else {
        await enter(row.entries ?? {})
        byRole('button', row.button).click()
        expect(events.filter(({ type }) => type === row.emits.type)).to.deep.equal([row.emits])
      }
    })

  for (const [at, { state, entries, button, role, message }] of entriesOf<WrongEntry>(wrongEntries))
    it(`${at} says what is wrong with an entry, and emits nothing`, async () => {
      const { events, names, byRole, enter, screen } = await show(at, state)
      await enter(entries)
      if (button !== null) byRole('button', button).click()
      await screen.updateComplete
      expect(names(role).join(' ')).to.contain(message)
      expect(events.filter(({ type }) => /Entered|Requested$/.test(type))).to.deep.equal([])
    })
})
