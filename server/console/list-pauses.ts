// The pauses in force, with who paused and why from the audit log.

import { listAudit } from '../audit/list-audit.ts'
import { clientById } from '../clients/clients.ts'
import type { PauseRow } from '../contract/console/pauses.ts'
import { isSelfCustody } from '../exchanges/registry.ts'
import type { Query } from '../storage/storage.ts'
import { pauseTarget } from '../transfers/change-pauses.ts'
import { listPauses, type PauseScope } from '../transfers/sending-pause.ts'
import type { ConsoleDeps } from './console-deps.ts'

/** The oldest first. */
export async function listPauseRows({
  database: { query },
  exchanges,
}: Pick<ConsoleDeps, 'database' | 'exchanges'>): Promise<PauseRow[]> {
  const rows: PauseRow[] = []
  for (const { scope, pausedAt } of await listPauses(query)) {
    const [entry] = await listAudit(query, { action: 'sending.pause', target: pauseTarget(scope), limit: 1 })
    const target = targetOf(scope)
    const name = await nameOf({ query, exchanges }, scope)
    rows.push({
      ...{ scope: scope.kind, target, name, since: pausedAt.toISOString() },
      ...{ by: entry?.actor.name ?? null, reason: entry?.reason ?? null },
    })
  }
  return rows
}

async function nameOf(
  { query, exchanges }: { query: Query; exchanges: ConsoleDeps['exchanges'] },
  scope: PauseScope,
): Promise<string> {
  if (scope.kind === 'client') return (await clientById(query, scope.id))?.name ?? scope.id
  if (scope.kind !== 'exchange') return 'Everything'
  return isSelfCustody(scope.type) ? 'Wallets' : (exchanges.byType(scope.type)?.name ?? scope.type)
}

function targetOf(scope: PauseScope): string | null {
  return scope.kind === 'exchange' ? scope.type : scope.kind === 'client' ? scope.id : null
}

/** Those that cover a client. */
export function pausesOfClient(pauses: readonly PauseRow[], clientId: string): PauseRow[] {
  return pauses.filter(({ scope, target }) => scope !== 'exchange' && (target === null || target === clientId))
}
