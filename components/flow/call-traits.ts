// The traits of each call that the flow reads before the call. Every call declares all traits. A call without an entry does not
// compile.

import type { FlowRequest } from './flow-request.ts'

export interface CallTraits {
  /** The call may be repeated: it only reads, or it carries an id that makes the repetition the same call. */
  repeatable: boolean
  /** Money may have been sent although no response arrived. */
  mayHaveSentMoney: boolean
  /** Repeated until the state changes. */
  polled: boolean
  /** The user responds in a wallet, so the call has no time limit. */
  waitsForUser: boolean
}

const reads = { repeatable: true, mayHaveSentMoney: false, polled: false, waitsForUser: false } satisfies CallTraits
/** A repetition could lock an account or send a second code. */
const once = { ...reads, repeatable: false } satisfies CallTraits
/** The same previewId never makes a second transfer, so an order to send may be repeated. */
const sends = { ...reads, mayHaveSentMoney: true } satisfies CallTraits

export const callTraits: { readonly [Call in FlowRequest['call']]: CallTraits } = {
  integrations: reads,
  connect: once,
  code: once,
  resend: once,
  pollConnection: { ...reads, polled: true },
  reconnect: reads,
  account: reads,
  holdings: reads,
  balances: reads,
  preview: reads,
  execute: sends,
  // The server may repeat the order to send a new code.
  resendExecute: { ...sends, repeatable: false },
  pollExecute: { ...sends, polled: true },
  pollTransfer: { ...reads, polled: true },
  pollFullPage: { ...reads, polled: true },
  // The page repeats this call with the same return code.
  reclaimLink: reads,
  findWallets: { ...reads, waitsForUser: true },
  connectWallet: { ...once, waitsForUser: true },
  // Signs one message and moves no funds.
  proveAddress: { ...once, waitsForUser: true },
  // A wallet that is called twice pays twice.
  sendWithWallet: { repeatable: false, mayHaveSentMoney: true, polled: false, waitsForUser: true },
  endPayment: reads,
  // A second expected payment could be matched with the first payment.
  payment: once,
}

/** Whether this call, or one before it with the same order, may have sent money. */
export function mayHaveSentMoney(pending: FlowRequest | null): boolean {
  return pending !== null && callTraits[pending.call].mayHaveSentMoney
}
