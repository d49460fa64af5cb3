// The approvals that an order waits for, and the user's answers on the exchange's pages.

import { accountRoute } from './account-routes.ts'
import { type Approval, type ApprovalAnswer, recipientOf } from './approvals.ts'
import type { Exchange } from './exchange-context.ts'
import { badRequest, ExchangeError } from './exchange-error.ts'
import { json, type Route, route } from './http.ts'
import { findLogin, type Login } from './logins.ts'
import { optionalText, text } from './read-order.ts'
import { addressOf, orderOf } from './required-action.ts'

export function approvalRoutes(exchange: Exchange): Route[] {
  const { approvals, codes } = exchange
  return [
    accountRoute(exchange, 'GET /v1/accounts/:account/approvals', ({ query }, login, accountId) => {
      const clientId = query.get('clientId') ?? ''
      const destination = { network: query.get('network') ?? '', address: query.get('address') ?? '' }
      const subject = { accountId, clientId, ...destination, tag: query.get('tag') ?? '' }
      const found = [
        approvals.findBySubject(login.name, 'withdrawal', orderOf(subject)),
        approvals.findBySubject(login.name, 'address', addressOf(subject)),
      ]
      return json({ waiting: found.some((approval) => approval !== undefined && isOpen(approval)) })
    }),
    accountRoute(exchange, 'POST /v1/accounts/:account/approvals/resend', ({ body }, login, accountId) => {
      const clientId = text(body, 'clientId')
      const approval = approvals.findBySubject(login.name, 'withdrawal', orderOf({ accountId, clientId }))
      if (approval !== undefined && isOpen(approval)) {
        approvals.notify(approval)
        const { kind } = approval
        return json({ approval: kind, to: recipientOf(kind), page: approvals.pageOf(kind) })
      }
      if (codes.isRequested(accountId, clientId)) {
        return json({ code: codes.resend(accountId, clientId, optionalText(body, 'kind')) })
      }
      throw new ExchangeError(404, 'not_found', 'This order has no code or approval to send again.')
    }),
    route('GET /console/approvals', () => json({ approvals: approvals.all().map((row) => onTheWire(exchange, row)) })),
    route('POST /console/approvals/:id', ({ params, body }) =>
      json({ approval: onTheWire(exchange, approvals.answer(params.id ?? '', readAnswer(body))) }),
    ),
    route('POST /console/logins/:login/:action', ({ params }) => {
      const login = findLogin(params.login ?? '')
      if (login === undefined) throw new ExchangeError(404, 'not_found', 'There is no such login.')
      runLoginAction(exchange, login, params.action ?? '')
      return json({ login: login.name })
    }),
  ]
}

function isOpen({ answer }: Approval): boolean {
  return answer === null
}

function readAnswer(body: Record<string, unknown>): ApprovalAnswer {
  if (body.answer !== 'given' && body.answer !== 'declined') throw badRequest('answer must be given or declined.')
  return body.answer
}

function runLoginAction({ approvals, restrictions }: Exchange, login: Login, action: string): void {
  const actions: Record<string, () => void> = {
    verify: () => restrictions.verify(login),
    'end-hold': () => restrictions.endHold(login),
    'save-addresses': () => {
      const found = approvals.all().filter(({ kind, login: name }) => kind === 'address' && name === login.name)
      for (const { id } of found) approvals.answer(id, 'given')
    },
    reset: () => {
      restrictions.reset(login)
      approvals.forgetAllOf(login.name)
    },
  }
  const act = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (act === undefined) throw badRequest(`The actions are: ${Object.keys(actions).join(', ')}.`)
  act()
}

function onTheWire({ approvals, pageUrl }: Exchange, { id, login, kind, purpose, about, answer }: Approval) {
  return {
    id,
    login,
    kind,
    purpose,
    about,
    answer,
    link: kind === 'email' ? `${pageUrl()}/confirm/${id}` : approvals.pageOf(kind),
  }
}
