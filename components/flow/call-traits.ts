// What the flow must know of each call before it is made. Every call declares all of it: the name of a call decides nothing,
// and a call without an entry does not compile.

import type { FlowRequest } from './flow-request.ts'

export interface CallTraits {
  /** The same call may be made twice: it reads, or it carries what makes the second one the same as the first. */
  repeatable: boolean
  /** Money may have been sent although no response arrived. */
  mayHaveSentMoney: boolean
  /** Made again and again until the state changes. */
  polled: boolean
  /** A person responds, in a wallet: there is no time after which the response is late. */
  waitsForUser: boolean
}

const reads = { repeatable: true, mayHaveSentMoney: false, polled: false, waitsForUser: false } satisfies CallTraits
/** A second one could lock an account, or send a second code. */
const once = { ...reads, repeatable: false } satisfies CallTraits
/** The same previewId never makes a second transfer, therefore an order to send may be repeated. */
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
  preview: reads,
  execute: sends,
  // The server may repeat the order to send a new code.
  resendExecute: { ...sends, repeatable: false },
  pollExecute: { ...sends, polled: true },
  pollTransfer: { ...reads, polled: true },
  pollFullPage: { ...reads, polled: true },
  // The page repeats it with the same secret.
  reclaimLink: reads,
  findWallets: { ...reads, waitsForUser: true },
  connectWallet: { ...once, waitsForUser: true },
  // Signs a message once, and moves nothing.
  proveAddress: { ...once, waitsForUser: true },
  // A wallet that is called a second time pays a second time.
  sendWithWallet: { repeatable: false, mayHaveSentMoney: true, polled: false, waitsForUser: true },
  // A second payment to watch for could be taken for the first.
  payment: once,
}

/** Whether this call, or one before it with the same order, may have sent money. */
export function mayHaveSentMoney(pending: FlowRequest | null): boolean {
  return pending !== null && callTraits[pending.call].mayHaveSentMoney
}
