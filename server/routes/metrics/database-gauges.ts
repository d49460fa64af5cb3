// The gauges that are read from the database. They count the whole database, so several scrapers share one result.

import { countSealedCredentials } from '../../accounts/count-sealed-credentials.ts'
import { cached } from '../../cache/cached.ts'
import { countSealedResponses } from '../../clients/count-sealed-responses.ts'
import { type Gauge, single } from '../../log/metric-types.ts'
import { readLastBackup } from '../../storage/last-backup.ts'
import { isStorageFailure } from '../../storage/storage.ts'
import { readRestore } from '../../transfers/restore.ts'
import { countNeedingAttention, countTransfers } from '../../transfers/transfer-counts.ts'
import { countEndpoints, countWaiting } from '../../webhooks/count-backlog.ts'
import { countSealedSecrets } from '../../webhooks/count-sealed-secrets.ts'
import type { RouteDeps } from '../route-deps.ts'

type GaugeDeps = Pick<RouteDeps, 'database' | 'now' | 'sealer'>

/** Each statement takes milliseconds, with any number of rows. */
const smallMaxAgeMs = 10_000
/** With a million transfers, a statement takes up to a few tenths of a second. Meanwhile SQLite serves no request. */
const largeMaxAgeMs = 60_000

/** Gauges that cannot be read are missing. The other metrics are most useful while the database fails. */
export function databaseGauges(deps: GaugeDeps): () => Promise<Gauge[]> {
  const reads = [
    read(deps, smallMaxAgeMs, urgentGauges),
    read(deps, largeMaxAgeMs, transferGauges),
    read(deps, largeMaxAgeMs, waitingGauges),
    read(deps, largeMaxAgeMs, keyGauges),
  ]
  return async () => (await Promise.all(reads.map((each) => each()))).flat()
}

function read(deps: GaugeDeps, maxAgeMs: number, load: (deps: GaugeDeps) => Promise<Gauge[]>): () => Promise<Gauge[]> {
  const gauges = cached(() => load(deps), { now: deps.now, freshMs: maxAgeMs, usableMs: maxAgeMs })
  return () =>
    gauges().catch((error: unknown) => {
      if (isStorageFailure(error)) return []
      throw error
    })
}

async function urgentGauges({ database: { query }, now }: GaugeDeps): Promise<Gauge[]> {
  const at = now()
  const flagged = await countNeedingAttention(query)
  const { states, failingSince } = await countEndpoints(query)
  const restore = await readRestore(query)
  const backup = await readLastBackup(query)
  return [
    single('transfer_link_transfers_needing_attention', 'Transfers that need an operator’s review.', flagged),
    single(
      'transfer_link_backup_age_seconds',
      'Age of the last backup. Without a value if there is none.',
      backup === null ? null : secondsSince(backup, at),
    ),
    single(
      'transfer_link_restore_unconfirmed_seconds',
      'Time since a server was started with --after-restore, until the restore is confirmed. 0 if none is open.',
      secondsSince(restore?.startedAt ?? at, at),
    ),
    {
      name: 'transfer_link_webhook_endpoints',
      help: 'Webhook endpoints, by state.',
      labels: ['state'],
      values: states.map(({ state, count }) => [[state], count] as const),
    },
    {
      name: 'transfer_link_webhook_oldest_due_seconds',
      help: 'How long the oldest due webhook delivery has been due, by the state of its endpoint. 0 if none is due.',
      labels: ['state'],
      values: states.map(({ state, firstDue }) => [[state], secondsSince(firstDue ?? at, at)] as const),
    },
    single(
      'transfer_link_webhook_longest_failing_seconds',
      'How long the webhook endpoint that has failed for longest has accepted nothing. 0 if none fails.',
      secondsSince(failingSince ?? at, at),
    ),
  ]
}

async function transferGauges({ database, now }: GaugeDeps): Promise<Gauge[]> {
  const { byStatus, openByState } = await countTransfers(database.query)
  const at = now()
  return [
    {
      name: 'transfer_link_transfers',
      help: 'Transfers by status.',
      labels: ['status'],
      values: byStatus.map(([status, count]) => [[status], count] as const),
    },
    {
      name: 'transfer_link_open_transfers',
      help: 'Open transfers, by state.',
      labels: ['state'],
      values: openByState.map(({ state, count }) => [[state], count] as const),
    },
    {
      name: 'transfer_link_oldest_open_transfer_age_seconds',
      help: 'Age of the oldest open transfer, by state.',
      labels: ['state'],
      values: openByState.map(({ state, oldest }) => [[state], secondsSince(oldest, at)] as const),
    },
  ]
}

async function waitingGauges({ database: { query } }: GaugeDeps): Promise<Gauge[]> {
  return [single('transfer_link_webhook_waiting', 'Webhook deliveries that wait.', await countWaiting(query))]
}

/** What keeps an old key from being removed. Of responses, most of which expire before a key is replaced, only those of old keys count. */
async function keyGauges({ database: { query }, sealer }: GaugeDeps): Promise<Gauge[]> {
  const oldKeys = sealer.keyIds.filter((id) => id !== sealer.keyId)
  const counts = {
    credentials: await countSealedCredentials(query),
    webhooks: await countSealedSecrets(query),
    responses: await countSealedResponses(query, oldKeys),
  }
  const values = Object.entries(counts).flatMap(([kind, byKey]) =>
    [...byKey].map(([keyId, count]) => [[kind, keyId, `${keyId === sealer.keyId}`], count] as const),
  )
  return [
    {
      name: 'transfer_link_sealed_rows',
      help: 'Sealed credentials, secrets of webhook endpoints, and responses that an old key has sealed, by the id of their master key.',
      labels: ['kind', 'key', 'current'],
      values,
    },
  ]
}

function secondsSince(time: Date, now: Date): number {
  return Math.max(0, (now.getTime() - time.getTime()) / 1_000)
}
