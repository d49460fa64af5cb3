// The client of the endpoints: pauses them, turns them on, moves them and deletes them.

import { changeEndpoint, deleteEndpoint } from '../../../../server/webhooks/webhook-endpoint.ts'
import type { PlannedChange } from './webhook-changes.ts'
import { endpointName } from './webhook-truth.ts'
import { untilStored, type Writer } from './webhook-writers.ts'

interface ClientWorld {
  clientId: string
  now(): number
  writer(index: number): Writer
  note(kind: string): void
  /** Its deliveries are no longer expected. */
  deleting(endpoint: string): void
}

const noted = {
  pause: 'endpoint paused by its client',
  on: 'endpoint turned on by its client',
  move: 'endpoint moved by its client',
  delete: 'endpoint deleted by its client',
} as const

/** The changes of one endpoint, one after the other. In the end it is on, unless it was deleted. */
export async function changeInTurn(world: ClientWorld, changes: readonly PlannedChange[]): Promise<void> {
  for (const [index, change] of changes.entries()) {
    const { process } = world.writer(change.writer)
    if (change.atMs > world.now()) await process.sleep(change.atMs - world.now())
    await apply(world, change, index)
  }
  const last = changes.at(-1)
  if (last !== undefined && last.kind !== 'delete') await apply(world, { ...last, kind: 'on' }, changes.length)
}

async function apply(world: ClientWorld, { endpoint, kind, writer }: PlannedChange, index: number): Promise<void> {
  const { process, database } = world.writer(writer)
  const target = { id: endpointName(endpoint), clientId: world.clientId }
  const change = {
    pause: { state: 'paused' as const },
    on: { state: 'on' as const },
    move: { url: `https://${endpoint}.example/${index}` },
  }
  if (kind === 'delete') {
    world.deleting(target.id)
    await untilStored(process, () => deleteEndpoint(database.query, target, process.now()))
  } else await untilStored(process, () => changeEndpoint({ database, now: process.now }, target, change[kind]))
  world.note(noted[kind])
}
