// What operators change about pauses, with the entries of the audit log.

import type { RecordChange } from '../audit/audited.ts'
import type { Query } from '../storage/storage.ts'
import { type PauseScope, pauseSending, resumeSending } from './sending-pause.ts'

/** Returns whether sending was not paused before. */
export async function startPause(
  query: Query,
  record: RecordChange,
  { scope, now }: { scope: PauseScope; now: Date },
): Promise<boolean> {
  const isNew = await pauseSending(query, scope, now)
  if (isNew) record({ action: 'sending.pause', target: pauseTarget(scope), ...changeTo(true) })
  return isNew
}

/** Returns whether sending was paused before. */
export async function endPause(query: Query, record: RecordChange, scope: PauseScope): Promise<boolean> {
  const wasPaused = await resumeSending(query, scope)
  if (wasPaused) record({ action: 'sending.resume', target: pauseTarget(scope), ...changeTo(false) })
  return wasPaused
}

/** How the audit log names a pause. */
export function pauseTarget(scope: PauseScope): string {
  return scope.kind === 'exchange' ? scope.type : scope.kind === 'client' ? scope.id : scope.kind
}

function changeTo(isPaused: boolean) {
  return { before: { isPaused: !isPaused }, after: { isPaused } }
}
