// What the page of a transfer shows.

import type { AttemptView, DeliveryView, TransferView } from '../contract/console/transfers.ts'
import type { AttemptTable, TransferTable } from '../storage/transfer-tables.ts'
import { resolutionOptions } from '../transfers/resolution-rules.ts'
import { proposalOf } from '../transfers/resolve-proposals.ts'
import { eventsOf } from '../transfers/timeline.ts'
import { type Transfer, transferOf } from '../transfers/transfer-store.ts'
import { verifyTimeline } from '../transfers/verify-timelines.ts'
import { listSubjectDeliveries, type SubjectDelivery } from '../webhooks/list-subject-deliveries.ts'
import { outcomeText } from './attempt-words.ts'
import { attentionView } from './attention-view.ts'
import { clientNames } from './client-names.ts'
import type { ConsoleDeps } from './console-deps.ts'
import { timelineEntry } from './event-words.ts'
import { proposalView } from './proposal-view.ts'
import { rawTransfer } from './raw-transfer.ts'
import { resolutionView } from './resolution-words.ts'
import { supportText } from './support-text.ts'
import { factsOf } from './transfer-facts.ts'
import { originOf, transferRow } from './transfer-row.ts'
import { walletView } from './wallet-view.ts'

export async function transferView(
  deps: ConsoleDeps,
  row: TransferTable,
  { operatorId }: { operatorId: string },
): Promise<TransferView> {
  const { query } = deps.database
  const transfer = transferOf(row)
  const events = await eventsOf(query, transfer.id)
  const attempts = await attemptRows(deps, transfer.id)
  const proposal = await proposalOf(query, transfer.id)
  const deliveries = await listSubjectDeliveries(query, { clientId: transfer.clientId, subjectId: transfer.id })
  const facts = factsOf(deps, transfer, { row, lastAttempt: attempts.at(-1) })
  return {
    ...transferRow(deps, transfer, await clientNames(query, [transfer])),
    ...facts,
    erasureRequestedAt: await erasureRequestedAt(deps, transfer),
    wallet: await walletView(deps, transfer),
    needsAttention: attentionView(transfer, events),
    resolutions: (await resolutionOptions(deps, transfer)).map((option) => resolutionView(transfer, option)),
    proposal: proposal === undefined ? null : proposalView(transfer, proposal, operatorId),
    timeline: events.map(timelineEntry),
    lastEvent: transfer.lastEvent,
    brokenAt: await verifyTimeline(query, transfer.id),
    attempts: attempts.map(attemptView),
    deliveries: deliveries.map(deliveryView),
    supportText: supportText(transfer, { events, attempts, facts, from: originOf(deps, transfer) }),
    raw: rawTransfer(row, { events, attempts }),
  }
}

async function erasureRequestedAt(
  { database: { query } }: ConsoleDeps,
  { clientId, userId, createdAt }: Transfer,
): Promise<string | null> {
  const requests = query.selectFrom('erasure').select('requested_at').where('client_id', '=', clientId)
  const later = requests.where('user_id', '=', userId).where('requested_at', '>=', createdAt.getTime())
  const found = await later.executeTakeFirst()
  return found === undefined ? null : new Date(found.requested_at).toISOString()
}

async function attemptRows({ database: { query } }: ConsoleDeps, transferId: string): Promise<AttemptTable[]> {
  return query.selectFrom('attempt').selectAll().where('transfer_id', '=', transferId).orderBy('n').execute()
}

function attemptView({
  n,
  created_at: at,
  valid_until: validUntil,
  client_reference,
  outcome,
}: AttemptTable): AttemptView {
  const times = { at: new Date(at).toISOString(), validUntil: new Date(validUntil).toISOString() }
  return { n, ...times, clientReference: client_reference, outcome: outcomeText(outcome) }
}

const failures: Record<string, string> = {
  refused: 'The connection was refused',
  timeout: 'No response in time',
  tls: 'The certificate was refused',
}

function deliveryView({ endpoint, eventId, type, at, state, tries, nextTryAt, last }: SubjectDelivery): DeliveryView {
  const status = last === null || last.status === null ? null : `HTTP ${last.status}`
  return {
    ...{ endpointId: endpoint.id, origin: new URL(endpoint.url).origin, eventId, type, at: at.toISOString() },
    ...{ state, tries, nextTryAt: nextTryAt?.toISOString() ?? null },
    response: status ?? (last === null ? null : (failures[last.reason ?? ''] ?? null)),
  }
}
