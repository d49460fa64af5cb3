// How the flow goes on with a wallet of this browser, and with a payment from any other.

import type { FoundWallet } from '../protocol/wallet-messages.ts'
import { reviewTransferMoves } from './advance-sending.ts'
import {
  chooseWallet,
  failCall,
  followConnection,
  followTransfer,
  isOfTheAmount,
  openAccount,
} from './enter-rare-step.ts'
import { chooseAccount } from './enter-step.ts'
import type { addMoves } from './flow.ts'
import type { FlowRequest, FlowState, Known, PaymentAmount, ReviewTransfer, StateAt } from './flow-state.ts'
import { leave } from './leave.ts'
import type { Destination, Integration, Problem } from './link-answers.ts'

/** Where the list of integrations was not asked for. */
const anyWallet: Integration = {
  type: 'DeFiWallet',
  name: '',
  kind: 'wallet',
  status: 'up',
  transfers: true,
  color: '',
  auth: { scheme: 'wallet', fields: [] },
}

export const walletMoves: Parameters<typeof addMoves>[0] = {
  'choose-wallet': {
    walletsFound: (state, { wallets, expectedWallet }) => ({
      ...state,
      wallets,
      known: expectedWallet === undefined ? state.known : expecting(state.known, expectedWallet),
    }),
    // Found again, with the same account.
    accountOpened: (state, { account }) => openAccount(state.known, account),
    walletChosen: (state, { walletId }) => {
      const wallet = state.wallets?.find(({ id }) => id === walletId)
      if (wallet === undefined) return state
      return connectWallet(state.known, wallet)
    },
    payByLinkAsked: ({ known }) => choosePayment(known),
    callFailed: (state, { problem }) => failCall(state, problem),
    back: ({ known }) => chooseAccount(known),
  },
  'connect-wallet': {
    connectionAnswered: ({ known }, { connection }) =>
      followConnection(known, known.integration ?? anyWallet, connection),
    callFailed: (state, { problem }) => {
      const { known, wallet } = state
      const { expected, address } = problem.errorData ?? {}
      if (problem.errorType === 'otherWalletAccount' && typeof expected === 'string' && typeof address === 'string')
        return { at: 'other-account', pending: null, known: expecting(known, expected), wallet, expected, address }
      return problem.errorType.startsWith('wallet')
        ? { ...chooseWallet(known, false), problem }
        : failCall(state, problem)
    },
    back: ({ known }) => chooseWallet(known, false),
  },
  'other-account': {
    accountSwitched: ({ known, wallet }) => connectWallet(known, wallet),
    otherAccountConfirmed: ({ known, wallet, address }) => connectWallet(expecting(known, address), wallet, address),
    back: ({ known }) => chooseWallet(known, false),
  },
  'review-transfer': {
    ...reviewTransferMoves,
    // Said where the button is, which then asks the server alone.
    callFailed: (state, event) => {
      const { known, choice, quote } = state
      if (event.problem.errorType === 'walletOwnershipRequired')
        return { at: 'prove-wallet', pending: null, known, choice, quote, problem: null }
      return mayHaveSent(event.problem)
        ? { ...state, pending: null, problem: event.problem }
        : (reviewTransferMoves.callFailed?.(state, event) ?? state)
    },
  },
  'prove-wallet': {
    proofAsked: (state) => {
      if (state.pending !== null) return state
      const { accountId, networkId } = state.choice
      const site = state.known.session.client.origin
      return { ...state, problem: null, pending: { call: 'proveWallet', site, accountId, networkId } }
    },
    // The wallet itself is still to confirm the payment.
    walletProved: (state) =>
      state.pending === null
        ? state
        : { ...backToReview(state, null), pending: { call: 'execute', previewId: state.quote.preview.previewId } },
    callFailed: (state, { problem }) => {
      if (state.pending === null) return state
      return problem.errorType === 'sessionEnded' ? failCall(state, problem) : { ...state, pending: null, problem }
    },
    back: (state) => backToReview(state, null),
  },
  'confirm-in-wallet': {
    walletAsked: (state, { stage }) => ({ ...state, stage }),
    walletSent: ({ known }, { transfer }) => followTransfer(known, transfer, null),
    walletRefused: (state, { problem }) =>
      problem.errorType === 'sessionEnded' ? failCall(state, problem) : backToReview(state, problem),
    // What the wallet still shows may be confirmed: it is watched all the same.
    back: (state) => backToReview(state, null),
  },
  'choose-payment': {
    destinationChosen: ({ known }, { index }) => {
      const destination = payable(known)[index]
      return destination ? enterPayment(known, destination) : chooseWallet(known, false)
    },
    back: ({ known }) => chooseWallet(known, false),
  },
  'payment-amount': {
    paymentAsked: (state, { amount }) => {
      if (state.pending !== null) return state
      const { networkId, symbol } = state.destination
      return { ...state, problem: null, pending: { call: 'payment', networkId, symbol, amount } }
    },
    paymentMade: ({ known, destination }, { payment }) => {
      const { transferId } = payment
      const pending: FlowRequest | null = transferId === null ? null : { call: 'follow', transferId }
      return { at: 'pay-by-link', pending, known, destination, payment }
    },
    callFailed: (state, { problem }) =>
      isOfTheAmount(problem) || problem.errorType === 'offline'
        ? { ...state, pending: null, problem }
        : failCall(state, problem),
    back: (state) => {
      if (state.pending !== null) return state
      return payable(state.known).length > 1
        ? { at: 'choose-payment', pending: null, known: state.known }
        : chooseWallet(state.known, false)
    },
  },
  'pay-by-link': {
    // Until there is a transaction, nobody has paid.
    transferSeen: (state, { transfer }) => {
      if (transfer.hash !== '' || transfer.status !== 'Pending')
        return followTransfer(state.known, transfer, state.pending)
      const isLost = transfer.timeline.some(({ kind }) => kind === 'ambiguous' || kind === 'watchEnded')
      return isLost ? { ...state, pending: null, payment: { ...state.payment, watched: false } } : state
    },
    // Nobody here knows it: the site is told no more than that.
    paidTold: (state) => {
      const left = leave(state, 'The user says that it was paid. This page cannot see it.')
      return { ...left, callback: left.callback && { ...left.callback, status: 'Pending' } }
    },
    callFailed: (state, { problem }) => failCall(state, problem),
    back: ({ known, destination }) => enterPayment(known, destination),
  },
}

/** The account has something under way that may be just this. */
export function mayHaveSent(problem: Problem | null): boolean {
  return problem?.errorType === 'walletMayHaveSent'
}

/** What the app takes, as far as it has not fixed what that is. */
export function payable({ session: { destinations, fixed } }: Known): Destination[] {
  return destinations.filter(({ symbol }) => fixed === null || fixed.symbol === null || fixed.symbol === symbol)
}

function connectWallet(known: Known, wallet: FoundWallet, confirmedAddress?: string): FlowState {
  const expected = known.session.expectedWallet ?? null
  const connect = { call: 'connectWallet', wallet, expected } as const
  const pending = confirmedAddress === undefined ? connect : { ...connect, confirmedAddress }
  return { at: 'connect-wallet', pending, known, wallet }
}

function expecting(known: Known, expectedWallet: string): Known {
  return { ...known, session: { ...known.session, expectedWallet } }
}

function choosePayment(known: Known): FlowState {
  const [only, other] = payable(known)
  return only !== undefined && other === undefined
    ? enterPayment(known, only)
    : { at: 'choose-payment', pending: null, known }
}

function enterPayment(known: Known, destination: Destination): PaymentAmount {
  return { at: 'payment-amount', pending: null, known, destination, problem: null }
}

function backToReview(
  { known, choice, quote }: StateAt<'confirm-in-wallet' | 'prove-wallet'>,
  problem: Problem | null,
): ReviewTransfer {
  return { at: 'review-transfer', pending: null, known, choice, quote, changedFrom: null, problem }
}
