import { expect } from '@open-wc/testing'
import type { AuditLogScreen } from '../../../host/console/screens/audit-log-screen.ts'
import type { AuditRow, AuditVerification } from '../../../server/contract/console/audit.ts'
import '../../../host/console/screens/audit-log-screen.ts'
import { deepElements, deepText } from '../deep.ts'
import { type Call, refused, settled, showScreen, stubApi, testClock } from './show-in-console.ts'

const row: AuditRow = {
  n: 12,
  at: '2026-11-28T14:01:11.000Z',
  actor: 'dana@example.com',
  origin: 'console 203.0.113.7',
  action: 'transfer.resolve',
  target: '3f9cba82-9b1d-4c2e-b7a4-7f3e21a0cd71',
  before: { state: 'NeedsReview', url: 'https://shop.example' },
  after: { state: 'Failed', url: 'https://shop.example' },
  reason: 'Ticket 4821 <b>bold</b>',
}
const whole: AuditVerification = { entries: 12, lastHash: 'ab'.repeat(32), broken: null }

describe('the audit log', () => {
  async function show(respond: (call: Call) => unknown = () => undefined, search = '') {
    const { api, calls } = stubApi(
      async (call) =>
        (await respond(call)) ?? (call.path === '/api/audit/verify' ? whole : { rows: [row], next: null }),
    )
    const clock = testClock()
    const query = new URLSearchParams(search)
    const screen = await showScreen<AuditLogScreen>(document.createElement('audit-log-screen'), { api, query, clock })
    await settled()
    await screen.updateComplete
    const all = () => [...deepElements(screen.renderRoot as ShadowRoot)]
    return { screen, calls, clock, all, text: () => deepText(screen).replace(/\s+/g, ' ') }
  }

  it('is accessible, also with its details open', async () => {
    const { screen, all } = await show()
    await expect(screen).to.be.accessible()
    for (const each of all()) if (each instanceof HTMLDetailsElement) each.open = true
    await expect(screen).to.be.accessible()
  })

  it('shows who did what to what, why, and what changed', async () => {
    const { all, text } = await show()
    for (const shown of ['12', row.actor, row.origin, row.action, row.target, row.reason ?? ''])
      expect(text()).to.contain(shown)
    const changes = all().filter((each) => each.matches('dl.change > div'))
    expect(changes.map((each) => each.textContent?.replace(/\s+/g, ' ').trim())).to.deep.equal([
      'stateNeedsReview → Failed',
      'urlhttps://shop.example (unchanged)',
    ])
    expect(all().some((each) => each.localName === 'b' && each.textContent === 'bold')).to.equal(false)
  })

  it('sends the filters of the address', async () => {
    const { calls } = await show(undefined, 'action=client&since=2026-11-20T14:02:00Z&other=1')
    expect(calls.map(({ path }) => path)).to.include('/api/audit?action=client&since=2026-11-20T14%3A02%3A00Z')
  })

  it('shows at the filter that it is wrong', async () => {
    const { screen, all, text } = await show(({ path }) => {
      if (path.startsWith('/api/audit?')) throw refused('invalidField', 400, 'action')
    }, 'action=%3F')
    await expect(screen).to.be.accessible()
    expect(all().filter((each) => each.getAttribute('aria-invalid') === 'true').length).to.equal(1)
    expect(text().split('The message of invalidField.').length).to.equal(2)
  })

  it('says that there is nothing, and whether that is because of filters', async () => {
    const none = ({ path }: Call) => (path.startsWith('/api/audit/') ? undefined : { rows: [], next: null })
    const { screen, text } = await show(none)
    await expect(screen).to.be.accessible()
    expect(text()).to.contain('No entries yet')
    expect((await show(none, 'actor=x')).text()).to.contain('No entry matches these filters')
  })

  it('says that the chain of hashes is complete, with the last hash to note', async () => {
    const { text } = await show()
    expect(text()).to.contain(`The chain of 12 entries is complete. The last hash is ${'ab'.repeat(32)}`)
  })

  it('says where the chain is broken', async () => {
    const { screen, all, text } = await show(({ path }) =>
      path === '/api/audit/verify' ? { ...whole, broken: 7 } : undefined,
    )
    await expect(screen).to.be.accessible()
    expect(text()).to.contain('The chain is broken at entry 7')
    expect(all().some((each) => each.getAttribute('role') === 'alert')).to.equal(true)
    expect(text()).to.not.contain('is complete')
  })

  it('verifies again when the operator wants it', async () => {
    const { all, calls } = await show()
    all()
      .find((each) => each.localName === 'button' && each.textContent === 'Verify the chain')
      ?.click()
    await settled()
    expect(calls.filter(({ path }) => path === '/api/audit/verify').length).to.equal(2)
  })

  it('adds new entries by itself, and keeps open details open', async () => {
    let rows = [row]
    const { all, clock, screen } = await show(({ path }) =>
      path === '/api/audit/verify' ? undefined : { rows, next: null },
    )
    const details = () => all().filter((each) => each instanceof HTMLDetailsElement)
    const [first] = details()
    if (first) first.open = true
    rows = [{ ...row, n: 13 }, row]
    clock.pass(2_000)
    await settled()
    await screen.updateComplete
    expect(details().map(({ open }) => open)).to.deep.equal([false, true])
  })
})
