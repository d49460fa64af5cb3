// Transfers in the states that operators meet, over the engine and its scripted exchange.
import { selfCustodyType } from '../../server/exchanges/registry.ts'
import { statusOf } from '../../server/transfers/transfer-status.ts'
import type { Transfer } from '../../server/transfers/transfer-store.ts'
import { type Engine, paymentFor } from './engine.ts'
import { loseRequest } from './scripted-exchange.ts'

export const stagedHash = `0x${'ab'.repeat(32)}`

/** The exchange has accepted it. */
export async function acceptedTransfer(engine: Engine, amount = '25'): Promise<Transfer> {
  const preview = await engine.preview(amount)
  await engine.execute(preview)
  return engine.transferOf(preview)
}

/** The response was lost. */
export async function lostTransfer(engine: Engine, amount = '40'): Promise<Transfer> {
  const { outcomes } = engine.script
  engine.script.outcomes = [loseRequest, ...outcomes]
  const transfer = await acceptedTransfer(engine, amount)
  engine.script.outcomes = outcomes
  return transfer
}

/** Its mined transaction pays too little, so the server has requested an operator. */
export async function flaggedTransfer(engine: Engine, amount = '25'): Promise<Transfer> {
  const hash = `0x${Number(amount).toString(16).padStart(64, 'c0')}`
  const { id, previewId } = await acceptedTransfer(engine, amount)
  const { made } = engine.script
  for (const [reference, withdrawal] of made) {
    if (withdrawal.amount.toString() === amount) made.set(reference, { ...withdrawal, state: 'sent', hash })
  }
  engine.wait(1_000)
  await engine.poll()
  const sent = await engine.transferOf({ id: previewId } as Parameters<Engine['transferOf']>[0])
  engine.mined.set(hash, { ...paymentFor(sent, 9), baseUnits: 1n })
  engine.wait(1_000)
  await engine.poll()
  const flagged = await engine.transferOf({ id: previewId } as Parameters<Engine['transferOf']>[0])
  if (flagged.id !== id || flagged.attention === null) throw new Error('the transfer was not flagged')
  return flagged
}

/** A wallet was requested to send, and the search for its payment has ended. */
export async function unpaidTransfer(engine: Engine, amount = '60'): Promise<Transfer> {
  const { id, previewId } = await lostTransfer(engine, amount)
  const row = {
    ...{ state: 'AwaitingWallet', status: statusOf('AwaitingWallet'), exchange_type: selfCustodyType },
    ...{ attention: 'the watch has ended: no payment was found on the chain in 24 hours', next_poll_at: null },
    created_at: engine.deps.now().getTime() - 90_000_000,
  }
  await engine.deps.database.query.updateTable('transfer').set(row).where('id', '=', id).execute()
  return engine.transferOf({ id: previewId } as Parameters<Engine['transferOf']>[0])
}
