import { clientById } from '../clients/clients.ts'
import { escapeText } from '../contract/plain-text.ts'
import type { Database } from '../storage/storage.ts'
import { listPauses } from '../transfers/sending-pause.ts'

/** A sentence for each pause in force. */
export async function describePauses({ query }: Database): Promise<string[]> {
  const sentences: string[] = []
  for (const { scope, pausedAt } of await listPauses(query)) {
    const since = `is paused since ${pausedAt.toISOString()}.`
    if (scope.kind === 'restore') sentences.push(`Everything ${since.slice(0, -1)}, because the database was restored.`)
    else if (scope.kind === 'all') sentences.push(`Everything ${since}`)
    else if (scope.kind === 'exchange') sentences.push(`Exchange ${scope.type} ${since}`)
    else sentences.push(`Client ${escapeText((await clientById(query, scope.id))?.name ?? scope.id)} ${since}`)
  }
  return sentences
}
