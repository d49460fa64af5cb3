// The sessions of all operators, for admins.

import { type EndedSessions, operatorsQuery, reasonRequest, type SessionRow } from '../contract/console/operators.ts'
import { type Page, pageSize } from '../contract/console/page.ts'
import { endEverySession, endKnownSession, endSessionsOfKnown, requireOperator } from './change-operators.ts'
import { actionEndpoint, readEndpoint } from './console-endpoint.ts'
import { ConsoleError } from './console-error.ts'
import { changing } from './operator-endpoints.ts'
import { listSessions } from './sessions.ts'

export const listSessionRows = readEndpoint({
  path: '/api/operators/sessions',
  role: 'admin',
  query: operatorsQuery,
  async respond({ deps, session, input: { after } }) {
    const sessions = await listSessions(deps.database.query, {
      now: deps.now(),
      after: placeOf(after),
      limit: pageSize + 1,
    })
    const rows = sessions.slice(0, pageSize).map(
      ({ id, operator, address, ...times }): SessionRow => ({
        ...{ id, operator, address, isOwn: id === session.id },
        createdAt: times.createdAt.toISOString(),
        usedAt: times.usedAt.toISOString(),
        expiresAt: times.expiresAt.toISOString(),
      }),
    )
    const last = sessions.length > pageSize ? rows.at(-1) : undefined
    const page: Page<SessionRow> = { rows, next: last === undefined ? null : `${last.createdAt}_${last.id}` }
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

function placeOf(after: string | undefined): { createdAt: Date; id: string } | undefined {
  if (after === undefined) return undefined
  const [, time = '', id = ''] = /^([\dTZ:.-]{1,30})_([\w-]{1,60})$/.exec(after) ?? []
  const createdAt = new Date(time)
  if (id !== '' && !Number.isNaN(createdAt.getTime())) return { createdAt, id }
  throw new ConsoleError('invalidField', { field: 'after', message: 'after must be what the previous page returned.' })
}
