import { expect, waitUntil } from '@open-wc/testing'
import type { OperatorsScreen } from '../../../host/console/screens/operators-screen.ts'
import '../../../host/console/screens/operators-screen.ts'
import type { OperatorRow, SessionRow } from '../../../server/contract/console/operators.ts'
import { deepElements, deepText } from '../deep.ts'
import { type Call, refused, session, settled, showScreen, stubApi, testClock } from './show-in-console.ts'

const at = '2026-11-28T14:01:11.000Z'
const own: OperatorRow = {
  ...{
    id: session.operator.id,
    name: session.operator.name,
    role: 'admin',
    signIn: 'passkey',
    passkeys: 2,
    sessions: 1,
  },
  ...{ createdAt: at, lastUsedAt: at },
}
const other: OperatorRow = { ...own, id: 'operator-2', name: "Kim <b>O'Neil</b>", role: 'viewer', passkeys: 1 }
const atProvider: OperatorRow = {
  ...own,
  id: 'operator-3',
  name: 'ada@example.com',
  signIn: 'oidc',
  passkeys: 0,
  sessions: 0,
}
const ownSession: SessionRow = {
  ...{ id: 'session-1', operator: own, createdAt: at, usedAt: at, expiresAt: '2026-11-29T02:01:11.000Z' },
  ...{ address: '203.0.113.7', isOwn: true },
}
const otherSession: SessionRow = { ...ownSession, id: 'session-2', operator: other, isOwn: false }
const url = 'https://console.example.com/sign-in#invite=the-code'

describe('the operators', () => {
  async function show({
    respond = () => undefined,
    role = 'admin',
    methods = {},
  }: {
    respond?: (call: Call) => unknown
    role?: 'admin' | 'operator'
    methods?: object
  } = {}) {
    const { api, calls } = stubApi(async (call) => {
      const response = await respond(call)
      if (response !== undefined) return response
      if (call.path === '/api/operators') return { rows: [own, other, atProvider], next: null }
      if (call.path === '/api/operators/sessions') return { rows: [ownSession, otherSession], next: null }
      if (call.path === '/api/operators/invite') return { name: 'Linus', role: 'viewer', url, expiresAt: at }
      if (call.path === '/api/sign-in') return { oidc: false, passkeys: true, passkeysRefused: null, ...methods }
      return {}
    })
    const screen = await showScreen<OperatorsScreen>(document.createElement('operators-screen'), {
      ...{ api, clock: testClock(), session: { ...session, operator: { ...session.operator, role } } },
    })
    await settled()
    await screen.updateComplete
    const all = () => [...deepElements(screen.renderRoot as ShadowRoot)]
    const button = (name: string) =>
      all().find((each) => each.localName === 'button' && each.textContent?.replace(/\s+/g, ' ').trim() === name)
    const press = async (name: string) => {
      ;(button(name) as HTMLElement).click()
      await settled()
    }
    const field = (name: string) => all().find((each) => each.getAttribute('name') === name) as HTMLInputElement
    const enter = (name: string, value: string) => {
      field(name).value = value
      field(name).dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
    }
    const writes = () => calls.filter(({ method }) => method !== 'GET')
    return { screen, all, button, press, enter, field, writes, text: () => deepText(screen).replace(/\s+/g, ' ') }
  }

  it('is accessible, and shows roles, ways to sign in and sessions', async () => {
    const { screen, all, text } = await show()
    await expect(screen).to.be.accessible()
    for (const shown of [
      "Kim <b>O'Neil</b>",
      '2 passkeys',
      '1 passkey',
      'Identity provider',
      '203.0.113.7',
      'This session',
    ])
      expect(text()).to.contain(shown)
    expect(all().some((each) => each.localName === 'b' && each.textContent === "O'Neil")).to.equal(false)
  })

  it('offers no change of the own role, and none of what the identity provider decides', async () => {
    const { button } = await show()
    expect(button(`Change role ${own.name}`)).to.equal(undefined)
    expect(button(`End session ${own.name}`)).to.equal(undefined)
    expect(button(`Change role ${other.name}`)).to.not.equal(undefined)
    for (const name of ['Change role', 'Add passkey', 'End sessions'])
      expect(button(`${name} ${atProvider.name}`), name).to.equal(undefined)
    expect(button(`Remove ${atProvider.name}`)).to.not.equal(undefined)
  })

  it('shows the URL of an invitation once, with the focus on it', async () => {
    const { screen, press, enter, writes, text, all } = await show()
    await press('Invite operator')
    enter('name', 'Linus')
    enter('reason', 'New colleague')
    await press('Create invitation')
    await waitUntil(() => text().includes(url))
    expect(writes()).to.deep.equal([
      {
        method: 'POST',
        path: '/api/operators/invite',
        body: { name: 'Linus', role: 'viewer', reason: 'New colleague' },
      },
    ])
    await expect(screen).to.be.accessible()
    expect((screen.renderRoot as ShadowRoot).activeElement?.classList.contains('invitation')).to.equal(true)
    await press('Close')
    expect(text()).to.not.contain(url)
    expect(all().some((each) => each.outerHTML.includes('the-code'))).to.equal(false)
  })

  it('adds a passkey, and deletes those that are lost only if the operator says so', async () => {
    const { press, enter, field, writes, text } = await show()
    await press(`Add passkey ${other.name}`)
    expect(text()).to.contain(`transfer-link operator invite --name 'Kim <b>O'\\''Neil</b>'`)
    field('replaces').click()
    await settled()
    expect(text()).to.contain('--replace')
    enter('reason', 'The phone was stolen')
    await press('Create invitation')
    const body = { name: other.name, replacesPasskeys: true, reason: 'The phone was stolen' }
    expect(writes()).to.deep.equal([{ method: 'POST', path: '/api/operators/invite', body }])
  })

  for (const [name, submit, request] of [
    [`Change role ${other.name}`, 'Change role', 'POST /api/operators/operator-2/role'],
    [`Remove ${other.name}`, 'Remove operator', 'DELETE /api/operators/operator-2'],
    [`End sessions ${other.name}`, 'End sessions', 'POST /api/operators/operator-2/end-sessions'],
    [`End session ${other.name}`, 'End session', 'DELETE /api/operators/sessions/session-2'],
    ['End all sessions', 'End all sessions', 'POST /api/operators/end-sessions'],
  ] as const) {
    it(`${submit}: sends the reason`, async () => {
      const { screen, press, enter, writes, all } = await show()
      await press(name)
      await expect(screen).to.be.accessible()
      enter('reason', 'Left the company')
      const inDialog = all().find((each) => each.matches('.primary') && each.textContent === submit) as HTMLElement
      inDialog.click()
      await waitUntil(() => writes().length === 1)
      const [{ method, path, body } = {} as Call] = writes()
      expect(`${method} ${path}`).to.equal(request)
      expect((body as { reason: string }).reason).to.equal('Left the company')
    })
  }

  it('says why invitations are off', async () => {
    const passkeysRefused = 'Browsers offer passkeys only at a host name.'
    const { screen, text, button } = await show({ methods: { passkeys: false, passkeysRefused } })
    await expect(screen).to.be.accessible()
    expect(text()).to.contain(`Invitations are off. ${passkeysRefused}`)
    expect(button('Invite operator')).to.equal(undefined)
  })

  it('says to others than admins who sees it', async () => {
    const { screen, text } = await show({
      role: 'operator',
      respond: () => {
        throw refused('roleRequired', 403)
      },
    })
    await expect(screen).to.be.accessible()
    expect(text()).to.contain('Only admins see the operators')
  })
})
