import type { ProposalView } from '../contract/console/transfers.ts'
import type { Resolution } from '../transfers/resolution.ts'
import type { ResolveProposal } from '../transfers/resolve-proposals.ts'
import type { Transfer } from '../transfers/transfer-store.ts'
import { boundedText } from './bounded-text.ts'
import { resolutionWords } from './resolution-words.ts'

export function proposalView(transfer: Transfer, proposal: ResolveProposal, operatorId: string): ProposalView {
  const { resolution, evidence, operator, proposedAt, lastEvent } = proposal
  const { kind } = resolution
  const { label, effect, option } = resolutionWords(transfer, kind)
  const value = valueIn(resolution)
  return {
    ...{ kind, label, effect, option, operator, proposedAt: proposedAt.toISOString() },
    value: value === null ? null : boundedText(value, 300),
    ...(resolution.kind === 'succeeded'
      ? { report: boundedText(resolution.report.text, 2_000), despite: resolution.despite }
      : { report: null, despite: [] }),
    evidence: boundedText(evidence, 2_000),
    isOwn: proposal.operatorId === operatorId,
    eventsSince: transfer.lastEvent - lastEvent,
  }
}

function valueIn(resolution: Resolution): string | null {
  if (resolution.kind === 'sent') return resolution.withdrawalId
  return resolution.kind === 'succeeded' ? resolution.hash : null
}
