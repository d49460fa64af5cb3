import { clientById } from '../clients/clients.ts'
import { type PauseList, pauseRequest } from '../contract/console/pauses.ts'
import { isSelfCustody, selfCustodyType } from '../exchanges/registry.ts'
import { endPause, startPause } from '../transfers/change-pauses.ts'
import type { PauseScope } from '../transfers/sending-pause.ts'
import type { ConsoleDeps } from './console-deps.ts'
import { actionEndpoint, readEndpoint } from './console-endpoint.ts'
import { ConsoleError } from './console-error.ts'
import { listPauseRows } from './list-pauses.ts'

export const readPauses = readEndpoint({
  path: '/api/pauses',
  role: 'viewer',
  async respond({ deps }) {
    const list: PauseList = { pauses: await listPauseRows(deps) }
    return list
  },
})

export const pauseSending = actionEndpoint({
  method: 'POST',
  path: '/api/pauses',
  role: 'operator',
  recentSignIn: false,
  body: pauseRequest,
  async act({ deps, input }, record) {
    const scope = await scopeOf(deps, input)
    const isNew = await startPause(deps.database.query, record, { scope, now: deps.now() })
    if (!isNew) throw new ConsoleError('conflict', { message: 'This is paused already. Reload the page.' })
    return {}
  },
})

export const resumeSending = actionEndpoint({
  method: 'DELETE',
  path: '/api/pauses',
  role: 'operator',
  recentSignIn: false,
  body: pauseRequest,
  async act({ deps, input }, record) {
    const wasPaused = await endPause(deps.database.query, record, await scopeOf(deps, input))
    if (!wasPaused) throw new ConsoleError('conflict', { message: 'There is no such pause any more. Reload the page.' })
    return {}
  },
})

/** Throws `notFound`: a misspelled type would pause nothing. */
async function scopeOf(
  { database, exchanges }: Pick<ConsoleDeps, 'database' | 'exchanges'>,
  { scope, target = '' }: { scope: 'all' | 'exchange' | 'client'; target?: string | undefined },
): Promise<PauseScope> {
  if (scope === 'all') return { kind: 'all' }
  if (scope === 'exchange') {
    const type = isSelfCustody(target) ? selfCustodyType : exchanges.byType(target)?.type
    if (type === undefined) throw new ConsoleError('notFound', { message: 'There is no such exchange.' })
    return { kind: 'exchange', type }
  }
  const client = await clientById(database.query, target.toLowerCase())
  if (client === undefined) throw new ConsoleError('notFound', { message: 'There is no such client.' })
  return { kind: 'client', id: client.id }
}
