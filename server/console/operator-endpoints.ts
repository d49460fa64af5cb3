// The operators: invitations, roles and removals, by admins.

import {
  type InviteResponse,
  inviteRequest,
  type OperatorRow,
  operatorsQuery,
  reasonRequest,
  roleRequest,
} from '../contract/console/operators.ts'
import { type Page, pageSize } from '../contract/console/page.ts'
import { changeRole, inviteOperator, refused, removeKnown, requireOperator } from './change-operators.ts'
import { actionEndpoint, type ConsoleCall, type RecordAction, readEndpoint } from './console-endpoint.ts'
import { listOperators } from './list-operators.ts'
import { isAnotherAdmin, type KnownOperator } from './operators.ts'
import { requirePasskeys } from './passkey-endpoints.ts'

export const listOperatorRows = readEndpoint({
  path: '/api/operators',
  role: 'admin',
  query: operatorsQuery,
  async respond({ deps, input: { after } }) {
    const operators = await listOperators(deps.database.query, {
      now: deps.now(),
      ...(after === undefined ? {} : { after }),
      limit: pageSize + 1,
    })
    const rows = operators.slice(0, pageSize).map(
      ({ createdAt, lastUsedAt, ...operator }): OperatorRow => ({
        ...operator,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      }),
    )
    const page: Page<OperatorRow> = { rows, next: operators.length > pageSize ? (rows.at(-1)?.name ?? null) : null }
    return page
  },
})

export const invite = actionEndpoint({
  method: 'POST',
  path: '/api/operators/invite',
  role: 'admin',
  recentSignIn: true,
  body: inviteRequest,
  async act(call, record) {
    const { deps, input, session } = call
    requirePasskeys(deps)
    if (input.replacesPasskeys && input.name === session.operator.name)
      throw refused('You cannot delete your own passkeys. Ask another admin.')
    const { code, expiresAt, ...invited } = await inviteOperator(changing(call, record), {
      ...input,
      invitedBy: session.operator.id,
    })
    const url = `${deps.settings.url}/sign-in#invite=${code}`
    const response: InviteResponse = { ...invited, url, expiresAt: expiresAt.toISOString() }
    return response
  },
})

export const setOperatorRole = actionEndpoint({
  method: 'POST',
  path: '/api/operators/:id/role',
  role: 'admin',
  recentSignIn: true,
  body: roleRequest,
  async act(call, record) {
    const { deps, params, input, session } = call
    const operator = await requireOperator(deps.database.query, { id: params.id ?? '' })
    if (operator.id === session.operator.id) throw refused('You cannot change your own role. Ask another admin.')
    await requireAnotherAdmin(call, operator, `transfer-link operator role "${operator.name}" ${input.role}`)
    await changeRole(changing(call, record), operator, input.role)
    return {}
  },
})

export const removeOperatorRow = actionEndpoint({
  method: 'DELETE',
  path: '/api/operators/:id',
  role: 'admin',
  recentSignIn: true,
  body: reasonRequest,
  async act(call, record) {
    const operator = await requireOperator(call.deps.database.query, { id: call.params.id ?? '' })
    await requireAnotherAdmin(call, operator, `transfer-link operator remove "${operator.name}"`)
    await removeKnown(changing(call, record), operator)
    return {}
  },
})

/** Where admins come from the identity provider, there can always be another one. */
async function requireAnotherAdmin(
  { deps: { database, settings } }: ConsoleCall<unknown>,
  { id, name, role }: KnownOperator,
  command: string,
): Promise<void> {
  if (role !== 'admin' || settings.oidc !== null || (await isAnotherAdmin(database.query, id))) return
  throw refused(`${name} is the last admin. Invite another one first, or run: ${command}`)
}

export function changing({ deps }: ConsoleCall<unknown>, record: RecordAction) {
  return { query: deps.database.query, now: deps.now(), record }
}
