// A transfer with its timeline, as `GET /api/v1/transfers/{id}` and events return it.

import { failureOf } from '../transfers/send-withdrawal.ts'
import type { TransferEvent } from '../transfers/timeline.ts'
import { asReported } from '../transfers/transfer-list.ts'
import type { Transfer } from '../transfers/transfer-store.ts'
import type { RouteDeps } from './route-deps.ts'
import { transferToList } from './transfer-wire.ts'

export type TransferViewDeps = Pick<RouteDeps, 'explorerUrl'>

export function detailedTransferToWire(
  { explorerUrl }: TransferViewDeps,
  stored: Transfer,
  timeline: readonly TransferEvent[],
) {
  const transfer = asReported(stored)
  return {
    ...transferToList(transfer),
    message: failureOf(transfer)?.message ?? null,
    explorerUrl: transfer.hash === '' ? null : explorerUrl(transfer.terms.networkId, transfer.hash),
    timeline: timeline.map((event) => ({
      ...event,
      at: event.at.toISOString(),
      detail: withoutOperator(event.detail),
    })),
  }
}

/** The operators' names, and what a manual resolution is based on, are internal. */
function withoutOperator({
  operator: _,
  approvedBy: __,
  evidence: ___,
  report: ____,
  despite: _____,
  ...detail
}: TransferEvent['detail']): TransferEvent['detail'] {
  return detail
}
