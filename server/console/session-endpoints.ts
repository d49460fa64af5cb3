// The sessions of all operators, for admins.

import { type EndedSessions, operatorsQuery, reasonRequest, type SessionRow } from '../contract/console/operators.ts'
import { type Page, pageSize } from '../contract/console/page.ts'
import { readCursor } from '../http/time-cursor.ts'
import { endEverySession, endKnownSession, endSessionsOfKnown, requireOperator } from './change-operators.ts'
import { actionEndpoint, readEndpoint } from './console-endpoint.ts'
import { changing } from './operator-endpoints.ts'
import { pageOf } from './page-of.ts'
import { listSessions } from './sessions.ts'

export const listSessionRows = readEndpoint({
  path: '/api/operators/sessions',
  role: 'admin',
  query: operatorsQuery,
  async respond({ deps, session, input: { after } }) {
    const sessions = await listSessions(deps.database.query, {
      now: deps.now(),
      after: readCursor(after, 'after'),
      limit: pageSize + 1,
    })
    const { rows, next } = pageOf(sessions)
    const page: Page<SessionRow> = {
      rows: rows.map(({ id, operator, address, ...times }) => ({
        ...{ id, operator, address, isOwn: id === session.id },
        createdAt: times.createdAt.toISOString(),
        usedAt: times.usedAt.toISOString(),
        expiresAt: times.expiresAt.toISOString(),
      })),
      next,
    }
    return page
  },
})

export const endOneSession = actionEndpoint({
  method: 'DELETE',
  path: '/api/operators/sessions/:id',
  role: 'admin',
  recentSignIn: true,
  body: reasonRequest,
  async act(call, record) {
    await endKnownSession(changing(call, record), call.params.id ?? '')
    return {}
  },
})

export const endSessionsOfOperator = actionEndpoint({
  method: 'POST',
  path: '/api/operators/:id/end-sessions',
  role: 'admin',
  recentSignIn: true,
  body: reasonRequest,
  async act(call, record) {
    const operator = await requireOperator(call.deps.database.query, { id: call.params.id ?? '' })
    const ended: EndedSessions = { ended: await endSessionsOfKnown(changing(call, record), operator) }
    return ended
  },
})

export const endSessions = actionEndpoint({
  method: 'POST',
  path: '/api/operators/end-sessions',
  role: 'admin',
  recentSignIn: true,
  body: reasonRequest,
  async act(call, record) {
    const ended: EndedSessions = { ended: await endEverySession(changing(call, record)) }
    return ended
  },
})
