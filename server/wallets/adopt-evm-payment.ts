// Adopts a transaction found on the chain as the payment of a transfer, unless it may belong to another transfer.

import { LostRace } from '../storage/lost-race.ts'
import { inTransaction } from '../storage/storage.ts'
import { hasProvedAnother, isAsPreviewed, proofOf } from '../transfers/payment-proof.ts'
import type { TransferTerms } from '../transfers/terms.ts'
import type { TransferDeps } from '../transfers/transfer-deps.ts'
import { changeTransfer, type Transfer } from '../transfers/transfer-store.ts'
import { mayClaim } from './credited-transfer.ts'
import { isFromAnyAccount, type Sent } from './find-sent.ts'
import { isEqualReorganised, isOfExchange, matchPayment } from './match-payment.ts'
import { hasProved } from './proved-addresses.ts'
import type { WalletNetwork } from './wallet-networks.ts'
import { claimPayment, isClaimedByOther } from './watch-rows.ts'

/** Follows this transaction from now on. Returns false if it belongs to another transfer. */
export async function adopt(
  deps: TransferDeps,
  at: WalletNetwork,
  { transfer, sent, kind }: { transfer: Transfer; sent: Sent; kind: 'sent' | 'replaced' },
): Promise<boolean> {
  if (isFromAnyAccount(transfer.terms)) {
    if (!(await hasArrived(at, transfer.terms, sent.hash))) return false
    if (await isEqualReorganised(deps.database.query, at.chain, transfer)) throw new Undecided()
  }
  const claim = proofOf(transfer.terms, sent.hash)
  const event = { kind, detail: { hash: sent.hash } }
  const seen = { state: 'Broadcast', hash: sent.hash, confirmations: 0, emptyPolls: 0, attention: null } as const
  return inTransaction(deps.database, async (query) => {
    if (isFromAnyAccount(transfer.terms) && !(await mayClaim(query, transfer, sent.block))) return false
    if (await hasProvedAnother(query, claim)) return false
    const ofExchange = await isOfExchange(query, transfer.terms, sent.hash)
    if (ofExchange === 'yes') return false
    // An exchange may still name this transaction for its own transfer. Only a proved address excludes that: an exchange's hot
    // wallet can be named by any user.
    if (ofExchange === 'unknown' && !(await hasProved(query, transfer, transfer.terms))) throw new Undecided()
    if (await isClaimedByOther(query, transfer.id, claim)) return false
    const belonging = await matchPayment(query, transfer, sent)
    if (belonging === 'other') return false
    if (belonging === 'ambiguous') throw new Ambiguous(sent.hash)
    if (!(await claimPayment(query, transfer.id, { claim, sentNonce: sent.nonce }))) return false
    const changed = await changeTransfer(query, transfer, {
      change: { ...seen, nextPollAt: deps.now(), event },
      now: deps.now(),
    })
    if (changed === null) throw new LostRace()
    return true
  })
}

/** A transaction of another sender counts only if it succeeded. Its failure is not a failure of this transfer. */
async function hasArrived({ chain }: WalletNetwork, terms: TransferTerms, hash: string): Promise<boolean> {
  const payment = await chain.findPayment({ hash, to: terms.toAddress, contract: terms.contract })
  // One node has it in a block; the node read now does not have it yet.
  if (payment === undefined) throw new Undecided()
  return isAsPreviewed(terms, payment)
}

/** Thrown if a later poll must decide whether and to whom a payment belongs. The search stops before it. */
export class Undecided extends Error {}

/** Thrown if a payment matches attempts of several users and nothing identifies one. The search stops before it. */
export class Ambiguous extends Error {
  readonly hash: string

  constructor(hash: string) {
    super('a payment fits the attempts of several users')
    this.hash = hash
  }
}
