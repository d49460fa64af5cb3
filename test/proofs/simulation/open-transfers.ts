// Transfers that have not ended.

import type { SimulatedWorld } from './simulated-world.ts'

interface OpenTransfer {
  state: string
  attention: string | null
  withdrawal_id: string | null
}

const open = "'Submitting', 'Submitted', 'Confirming', 'Unknown', 'RequiresAction'"
const wronglyPaid = new Set<string>(['paid too little', 'paid to another address', 'paid in another token'])

export function openTransfers({ storage, exchange }: SimulatedWorld): OpenTransfer[] {
  const select = `select state, attention, withdrawal_id from transfer where state in (${open})`
  const rows = storage.prepared(select).all() as OpenTransfer[]
  return rows.filter(({ attention, withdrawal_id }) => {
    const made = exchange.withdrawals.find(({ id }) => id === withdrawal_id)
    // A wrong payment stays open for an operator.
    return attention === null || made === undefined || !wronglyPaid.has(made.fate)
  })
}
