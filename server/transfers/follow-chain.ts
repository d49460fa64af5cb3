// What the chain says. Only a mined transaction that moved the previewed amount of the previewed token to the previewed
// address, deep enough in the chain, makes a transfer succeed.

import type { Account } from '../accounts/accounts.ts'
import type { MinedPayment } from '../chains/chain.ts'
import type { Withdrawal } from '../exchanges/exchange.ts'
import { inTransaction } from '../storage/storage.ts'
import { noteAttention } from './attention.ts'
import { returnOf, withdrawalOf } from './follow-exchange.ts'
import type { TransferDeps } from './transfer-deps.ts'
import { changeTransfer, type Transfer, type TransferChange } from './transfer-store.ts'

/** Answers whether the transfer was changed. */
export async function followOnChain(deps: TransferDeps, transfer: Transfer, account: Account): Promise<boolean> {
  const change = await changeFor(deps, transfer, account)
  if (change === null) return false
  if (change === 'mismatch')
    return noteAttention(deps, transfer, 'the mined transaction is not the one that was previewed')
  return (await inTransaction(deps.database, (query) => changeTransfer(query, transfer, change, deps.now()))) !== null
}

async function changeFor(
  deps: TransferDeps,
  transfer: Transfer,
  account: Account,
): Promise<TransferChange | 'mismatch' | null> {
  const { terms, hash } = transfer
  const chain = deps.chains.get(terms.networkKey)
  if (chain === undefined) return byExchangeWord(deps, transfer, account)
  const payment = await chain.findPayment({ hash, to: terms.toAddress, contract: terms.contract })
  if (payment === undefined) return notMined(deps, transfer, account)
  if (!payment.succeeded) return reverted(deps, transfer, account)
  if (!isAsPreviewed(transfer, payment)) return 'mismatch'
  const { confirmations } = payment
  if (confirmations >= terms.requiredConfirmations) {
    return {
      state: 'Succeeded',
      confirmations,
      lookAt: null,
      event: { kind: 'succeeded', detail: { proof: 'chain', confirmations } },
    }
  }
  if (confirmations === transfer.confirmations) return null
  const lookAt = new Date(deps.now().getTime() + 200)
  return { state: 'Confirming', confirmations, lookAt, event: { kind: 'confirming', detail: { confirmations } } }
}

function isAsPreviewed({ terms }: Transfer, payment: MinedPayment): boolean {
  return (
    payment.to.toLowerCase() === terms.toAddress.toLowerCase() &&
    payment.contract.toLowerCase() === terms.contract.toLowerCase() &&
    payment.units === terms.amount.toBaseUnits(terms.decimals)
  )
}

/** Not in the chain (any more): confirmations are taken back, and a replaced or returned withdrawal is noticed. */
async function notMined(deps: TransferDeps, transfer: Transfer, account: Account): Promise<TransferChange | null> {
  const lookAt = new Date(deps.now().getTime() + 400)
  // At once, and without the exchange, which may be out of reach: the next look asks it.
  if (transfer.confirmations > 0) {
    return { state: 'Confirming', confirmations: 0, lookAt, event: { kind: 'reorganised' } }
  }
  const withdrawal = await withdrawalOf(deps, transfer, account)
  if (withdrawal === undefined) return null
  return returnOf(account, withdrawal) ?? replacementOf(deps, transfer, withdrawal)
}

/** A reverted transaction moved nothing, but the exchange may send anew: it fails when the exchange says so. */
async function reverted(deps: TransferDeps, transfer: Transfer, account: Account): Promise<TransferChange | null> {
  const withdrawal = await withdrawalOf(deps, transfer, account)
  if (withdrawal === undefined) return null
  return returnOf(account, withdrawal) ?? replacementOf(deps, transfer, withdrawal)
}

/** The exchange sent it again, in another transaction. */
function replacementOf(deps: TransferDeps, transfer: Transfer, { hash }: Withdrawal): TransferChange | null {
  if (hash === '' || hash === transfer.hash) return null
  const lookAt = new Date(deps.now().getTime() + 400)
  return { state: 'Confirming', hash, confirmations: 0, lookAt, event: { kind: 'replaced', detail: { hash } } }
}

async function byExchangeWord(
  deps: TransferDeps,
  transfer: Transfer,
  account: Account,
): Promise<TransferChange | null> {
  const withdrawal = await withdrawalOf(deps, transfer, account)
  if (withdrawal === undefined) return null
  if (withdrawal.state !== 'completed') return returnOf(account, withdrawal)
  return { state: 'Succeeded', lookAt: null, event: { kind: 'succeeded', detail: { proof: 'exchange' } } }
}
