// Resolutions that one operator has proposed and a second one has to approve. A transfer has at most one.

import type { RecordChange } from '../audit/audited.ts'
import type { ResolveProposalTable } from '../storage/console-tables.ts'
import { deleteBatch } from '../storage/delete-batch.ts'
import type { Database, Query } from '../storage/storage.ts'
import type { Resolution } from './resolution.ts'
import { hasEnded, transferStates } from './transfer-status.ts'

export interface ResolveProposal {
  transferId: string
  resolution: Resolution
  evidence: string
  /** The operator who proposed it. */
  operatorId: string
  operator: string
  /** The number of the transfer's last event when it was proposed. */
  lastEvent: number
  proposedAt: Date
}

export async function insertProposal(query: Query, proposal: Omit<ResolveProposal, 'operator'>): Promise<void> {
  const { transferId, resolution, evidence, operatorId, lastEvent, proposedAt } = proposal
  const row = { transfer_id: transferId, resolution: JSON.stringify(resolution), evidence, operator_id: operatorId }
  const more = { last_event: lastEvent, proposed_at: proposedAt.getTime() }
  await query
    .insertInto('resolve_proposal')
    .values({ ...row, ...more })
    .execute()
}

export async function proposalOf(query: Query, transferId: string): Promise<ResolveProposal | undefined> {
  const row = await proposals(query).where('transfer_id', '=', transferId).executeTakeFirst()
  return row && proposalFrom(row)
}

/** Oldest first. */
export async function listProposals(query: Query): Promise<ResolveProposal[]> {
  return (await proposals(query).orderBy('proposed_at').orderBy('transfer_id').execute()).map(proposalFrom)
}

/** Returns false if there is none. */
export async function deleteProposal(query: Query, transferId: string): Promise<boolean> {
  const remove = query.deleteFrom('resolve_proposal').where('transfer_id', '=', transferId)
  return (await remove.executeTakeFirstOrThrow()).numDeletedRows === 1n
}

/** Reports the change for the audit log, without the evidence, which may name the user. */
export async function declineProposal(
  query: Query,
  { transferId, resolution, operator }: ResolveProposal,
  record: RecordChange,
): Promise<void> {
  await deleteProposal(query, transferId)
  const before = { outcome: resolution.kind, operator }
  record({ action: 'transfer.decline', target: transferId, before, after: null })
}

const endedStates = transferStates.filter(hasEnded)

/** Those of transfers that have ended otherwise. At most one batch. Returns the number of rows. */
export function deleteEndedProposals({ database: { query } }: { database: Database }): Promise<number> {
  const ended = query
    .selectFrom('resolve_proposal')
    .select('transfer_id')
    .where(({ exists, selectFrom }) => {
      const transfer = selectFrom('transfer').select('transfer.id').where('transfer.state', 'in', endedStates)
      return exists(transfer.whereRef('transfer.id', '=', 'resolve_proposal.transfer_id'))
    })
  return deleteBatch(query, { table: 'resolve_proposal', key: ['transfer_id'] }, ended)
}

function proposals(query: Query) {
  return query
    .selectFrom('resolve_proposal')
    .innerJoin('operator', 'operator.id', 'resolve_proposal.operator_id')
    .selectAll('resolve_proposal')
    .select('operator.name')
}

function proposalFrom(row: ResolveProposalTable & { name: string }): ResolveProposal {
  return {
    transferId: row.transfer_id,
    resolution: resolutionFrom(row.resolution),
    evidence: row.evidence,
    operatorId: row.operator_id,
    operator: row.name,
    lastEvent: row.last_event,
    proposedAt: new Date(row.proposed_at),
  }
}

/** An earlier version stored no report. */
function resolutionFrom(text: string): Resolution {
  const stored = JSON.parse(text) as Resolution
  if (stored.kind !== 'succeeded') return stored
  const { hash } = stored
  const report = { hash, node: 'none', paysRecipient: false, differences: [], text: 'It was not looked up.' } as const
  return { ...{ report, despite: [] }, ...stored }
}
