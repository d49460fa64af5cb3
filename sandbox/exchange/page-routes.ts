import { readFileSync } from 'node:fs'
import { addressesPage, confirmedPage, devicePage, nothingToConfirmPage, verificationPage } from './approval-pages.ts'
import type { Exchange } from './exchange-context.ts'
import type { Html } from './html.ts'
import { json, type Route, type RouteResponse, route } from './http.ts'
import { type Login, logins } from './logins.ts'
import { consolePage, homePage, type LoginRestriction, outboxPage } from './pages.ts'

export function pageRoutes(exchange: Exchange): Route[] {
  const { approvals, faults, ledger, outbox, withdrawals } = exchange
  const style = readFileSync(new URL('./style.css', import.meta.url), 'utf8')
  const script = readFileSync(new URL('./page-buttons.js', import.meta.url), 'utf8')
  return [
    route('GET /', () => page(homePage())),
    route('GET /outbox', ({ query }) =>
      query.get('format') === 'json' ? json({ messages: outbox.messages() }) : page(outboxPage(outbox.messages())),
    ),
    route('GET /confirm/:id', ({ params }) => {
      const approval = approvals.find(params.id ?? '')
      if (approval?.kind !== 'email') return page(nothingToConfirmPage(), 404)
      return page(confirmedPage(approvals.answer(approval.id, 'given')))
    }),
    route('GET /device', () => page(devicePage(approvals.all().filter(({ kind }) => kind === 'device')))),
    route('GET /addresses', () => page(addressesPage(approvals.all().filter(({ kind }) => kind === 'address')))),
    route('GET /verification', () => page(verificationPage(toVerify(exchange)))),
    route('GET /console', () =>
      page(
        consolePage({
          faults: faults.state(),
          sums: ledger.sums(),
          problems: ledger.check(),
          withdrawals: withdrawals.all().slice(0, 200),
          restrictions: logins.flatMap((login) => restrictionsOf(exchange, login)),
        }),
      ),
    ),
    route('GET /style.css', () => ({ status: 200, type: 'text/css; charset=utf-8', text: style })),
    route('GET /page-buttons.js', () => ({ status: 200, type: 'text/javascript; charset=utf-8', text: script })),
  ]
}

function toVerify({ restrictions }: Exchange) {
  const restricted = logins.filter(({ mustVerify }) => mustVerify === true)
  return restricted.map((login) => ({ name: login.name, isVerified: restrictions.isVerified(login) }))
}

function restrictionsOf({ approvals, restrictions }: Exchange, login: Login): LoginRestriction[] {
  const { name, about } = login
  if (login.mustVerify === true) {
    const isVerified = restrictions.isVerified(login)
    const action = isVerified ? null : { name: 'verify', label: 'Verify' }
    return [{ name, about, state: isVerified ? 'verified' : 'not verified', action }]
  }
  if (login.isOnHold === true) {
    const until = restrictions.heldUntil(login)
    const action = until === null ? null : { name: 'end-hold', label: 'End the hold' }
    return [{ name, about, state: until === null ? 'no hold' : `on hold until ${until.toISOString()}`, action }]
  }
  if (login.savesAddresses === true) {
    const requested = approvals.all().filter(({ kind, login: owner }) => kind === 'address' && owner === name)
    const saved = requested.filter(({ answer }) => answer === 'given').length
    const action = saved < requested.length ? { name: 'save-addresses', label: 'Save requested addresses' } : null
    return [{ name, about, state: `${saved} of ${requested.length} addresses saved`, action }]
  }
  return []
}

function page(content: Html, status = 200): RouteResponse {
  return { status, type: 'text/html; charset=utf-8', text: `<!doctype html>\n${content.text}` }
}
