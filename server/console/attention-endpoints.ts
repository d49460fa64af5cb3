import { type Attention, type AttentionRow, attentionQuery } from '../contract/console/attention.ts'
import { pageSize } from '../contract/console/page.ts'
import { isSelfCustody } from '../exchanges/registry.ts'
import { readCursor, writeCursor } from '../http/time-cursor.ts'
import type { AttemptTable } from '../storage/transfer-tables.ts'
import { transfersNeedingAttention } from '../transfers/attention.ts'
import { resolutionOptions } from '../transfers/resolution-rules.ts'
import { listProposals, type ResolveProposal } from '../transfers/resolve-proposals.ts'
import { eventsOfTransfers, type TransferEvent } from '../transfers/timeline.ts'
import type { Transfer } from '../transfers/transfer-store.ts'
import { outcomeText } from './attempt-words.ts'
import { attentionNotices } from './attention-notices.ts'
import { attentionView, lastOnChain } from './attention-view.ts'
import { type ClientNames, clientNames } from './client-names.ts'
import type { ConsoleDeps } from './console-deps.ts'
import { readEndpoint } from './console-endpoint.ts'
import { timelineEntry } from './event-words.ts'
import { proposalView } from './proposal-view.ts'
import { resolutionView } from './resolution-words.ts'
import { transferRow } from './transfer-row.ts'

export const readAttention = readEndpoint({
  path: '/api/attention',
  role: 'viewer',
  query: attentionQuery,
  async respond({ deps, input, session }) {
    const { query } = deps.database
    const after = readCursor(input.after, 'after')
    const found = await transfersNeedingAttention(query, { after, limit: pageSize + 1 })
    const page = found.slice(0, pageSize)
    const last = page.at(-1)
    const ids = page.map(({ id }) => id)
    const proposals = await listProposals(query)
    const evidence: Evidence = {
      names: await clientNames(query, page),
      events: ids.length === 0 ? new Map() : await eventsOfTransfers(query, ids),
      attempts: await attemptsOf(deps, ids),
      proposals: new Map(proposals.map((proposal) => [proposal.transferId, proposal])),
      operatorId: session.operator.id,
    }
    const attention: Attention = {
      rows: await Promise.all(page.map((transfer) => rowOf(deps, transfer, evidence))),
      next: found.length > pageSize && last !== undefined ? writeCursor(last) : null,
      notices: await attentionNotices(deps, proposals),
      checkedAt: deps.now().toISOString(),
    }
    return attention
  },
})

interface Evidence {
  names: ClientNames
  events: ReadonlyMap<string, readonly TransferEvent[]>
  attempts: ReadonlyMap<string, readonly AttemptTable[]>
  proposals: ReadonlyMap<string, ResolveProposal>
  operatorId: string
}

async function rowOf(
  deps: ConsoleDeps,
  transfer: Transfer,
  { names, events: eventsById, attempts: attemptsById, proposals, operatorId }: Evidence,
): Promise<AttentionRow> {
  const { id, hash, terms, exchangeType } = transfer
  const events = eventsById.get(id) ?? []
  const attempts = attemptsById.get(id) ?? []
  const needsAttention = attentionView(transfer, events)
  if (needsAttention === null) throw new Error('the transfer needs no operator')
  const proposal = proposals.get(id)
  return {
    ...transferRow(deps, transfer, names),
    needsAttention,
    response: isSelfCustody(exchangeType) ? null : responseText(attempts, events),
    attempts: attempts.length,
    lastEvent: transfer.lastEvent,
    chain: chainText(events, transfer.attention),
    mayHaveUnassigned:
      isSelfCustody(exchangeType) && (transfer.state === 'AwaitingWallet' || transfer.state === 'Ambiguous'),
    hash: hash === '' ? null : hash,
    explorerUrl: hash === '' ? null : deps.explorerUrl(terms.networkId, hash) || null,
    resolutions: (await resolutionOptions(deps, transfer)).map((option) => resolutionView(transfer, option)),
    proposal: proposal === undefined ? null : proposalView(transfer, proposal, operatorId),
  }
}

/** With what the exchange said, such as its code. */
function responseText(attempts: readonly AttemptTable[], events: readonly TransferEvent[]): string {
  const last = attempts.at(-1)
  if (last === undefined) return 'No request was sent'
  const said = events.findLast(({ kind }) => kind === 'unknown' || kind === 'rejected')
  return [outcomeText(last.outcome), ...detailTexts(said)].join('. ')
}

/** Without the reason of the flag, which is stated above. */
function chainText(events: readonly TransferEvent[], reason: string | null): string {
  const event = lastOnChain(events)
  if (event === undefined) return 'No transaction is known.'
  const { reason: stated, ...others } = event.detail
  const unstated = stated === reason ? { ...event, detail: others } : event
  return [timelineEntry(event).text.replace(/\.$/, ''), ...detailTexts(unstated)].join('. ')
}

function detailTexts(event: TransferEvent | undefined): string[] {
  if (event === undefined) return []
  const details = timelineEntry(event).details.filter(([name]) => name !== 'Transaction')
  return details.map(([name, value]) => `${name}: ${value}`)
}

async function attemptsOf({ database: { query } }: ConsoleDeps, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, AttemptTable[]>()
  const rows = await query.selectFrom('attempt').selectAll().where('transfer_id', 'in', ids).orderBy('n').execute()
  return Map.groupBy(rows, (row) => row.transfer_id)
}
