import { clientById } from '../clients/clients.ts'
import { escapeText } from '../contract/plain-text.ts'
import type { Database } from '../storage/storage.ts'
import { listPauses, type PauseScope } from './sending-pause.ts'

interface DescribedPause {
  scope: PauseScope
  pausedAt: Date
  sentence: string
  /** The command that ends it. */
  fix: string
}

/** Each pause in force. */
export async function describePauses(database: Database): Promise<DescribedPause[]> {
  const described: DescribedPause[] = []
  for (const { scope, pausedAt } of await listPauses(database.query)) {
    const sentence = `${await nameOf(database, scope)} is paused since ${pausedAt.toISOString()}.`
    if (scope.kind !== 'restore') described.push({ scope, pausedAt, sentence, fix: resumeCommand(scope) })
    else {
      const restored = `${sentence} The database was restored.`
      described.push({ scope, pausedAt, sentence: restored, fix: 'transfer-link reconcile' })
    }
  }
  return described
}

function resumeCommand(scope: Exclude<PauseScope, { kind: 'restore' }>): string {
  if (scope.kind === 'all') return 'transfer-link resume --all'
  return `transfer-link resume ${scope.kind === 'exchange' ? `--exchange ${scope.type}` : `--client ${scope.id}`}`
}

async function nameOf({ query }: Database, scope: PauseScope): Promise<string> {
  if (scope.kind === 'all' || scope.kind === 'restore') return 'Everything'
  if (scope.kind === 'exchange') return `Exchange ${scope.type}`
  return `Client ${escapeText((await clientById(query, scope.id))?.name ?? scope.id)}`
}
