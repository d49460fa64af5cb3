// The transitions for a wallet of this browser, and for a payment from any other wallet.

import type { FoundWallet } from '../protocol/wallet-messages.ts'
import { openAccount, toChooseAccount, toChooseWallet, toConnectionState } from './account-states.ts'
import { failCall, isAmountProblem } from './failed-calls.ts'
import type { FlowContext } from './flow-context.ts'
import type { FlowRequest } from './flow-request.ts'
import type { FlowState, PaymentAmount } from './flow-state.ts'
import { leave } from './leave.ts'
import type { Destination, Integration } from './link-responses.ts'
import { toReview, toTransferState } from './transfer-states.ts'
import type { TransitionTable } from './transition-table.ts'

/** Used if the list of integrations was not requested. */
const anyWallet: Integration = {
  type: 'DeFiWallet',
  name: '',
  kind: 'wallet',
  status: 'up',
  transfers: true,
  color: '',
  auth: { scheme: 'wallet', fields: [] },
}

export const walletTransitions = {
  'choose-wallet': {
    walletsFound: (state, { wallets, expectedWallet }) => ({
      ...state,
      wallets,
      context: expectedWallet === undefined ? state.context : withExpectedWallet(state.context, expectedWallet),
    }),
    // The same wallet was found again, with the same account.
    accountOpened: (state, { account }) => openAccount(state.context, account),
    walletChosen: (state, { walletId }) => {
      const wallet = state.wallets?.find(({ id }) => id === walletId)
      if (wallet === undefined) return state
      return toConnectWallet(state.context, wallet)
    },
    payByLinkChosen: ({ context }) => toChoosePayment(context),
    callFailed: (state, { problem }) => failCall(state, problem),
    back: ({ context }) => toChooseAccount(context),
  },
  'connect-wallet': {
    connectionAnswered: ({ context }, { connection }) =>
      toConnectionState(context, context.integration ?? anyWallet, connection),
    callFailed: (state, { problem }) => {
      const { context, wallet } = state
      const { expected, address } = problem.errorData ?? {}
      if (problem.errorType === 'otherWalletAccount' && typeof expected === 'string' && typeof address === 'string')
        return {
          at: 'other-account',
          pending: null,
          context: withExpectedWallet(context, expected),
          wallet,
          expected,
          address,
        }
      return problem.errorType.startsWith('wallet')
        ? { ...toChooseWallet(context, { isAgain: false }), problem }
        : failCall(state, problem)
    },
    back: ({ context }) => toChooseWallet(context, { isAgain: false }),
  },
  'other-account': {
    accountSwitched: ({ context, wallet }) => toConnectWallet(context, wallet),
    otherAccountConfirmed: ({ context, wallet, address }) =>
      toConnectWallet(withExpectedWallet(context, address), wallet, address),
    back: ({ context }) => toChooseWallet(context, { isAgain: false }),
  },
  'prove-wallet': {
    proofRequested: (state) => {
      if (state.pending !== null) return state
      const { accountId, networkId } = state.choice
      const site = state.context.session.client.origin
      return { ...state, problem: null, pending: { call: 'proveAddress', site, accountId, networkId } }
    },
    // The user still has to confirm the payment in the wallet.
    walletProved: (state) =>
      state.pending === null
        ? state
        : { ...toReview(state), pending: { call: 'execute', previewId: state.quote.preview.previewId } },
    callFailed: (state, { problem }) => {
      if (state.pending === null) return state
      return problem.errorType === 'sessionEnded' ? failCall(state, problem) : { ...state, pending: null, problem }
    },
    back: (state) => toReview(state),
  },
  'confirm-in-wallet': {
    walletProgressed: (state, { stage }) => ({ ...state, stage }),
    walletSent: ({ context }, { transfer }) => toTransferState(context, transfer, null),
    walletRefused: (state, { problem }) =>
      problem.errorType === 'sessionEnded' ? failCall(state, problem) : toReview(state, problem),
    // The wallet still shows the request, and the user may confirm it. The server keeps watching.
    back: (state) => toReview(state),
  },
  'choose-payment': {
    destinationChosen: ({ context }, { index }) => {
      const destination = payableDestinations(context)[index]
      return destination ? toPaymentAmount(context, destination) : toChooseWallet(context, { isAgain: false })
    },
    back: ({ context }) => toChooseWallet(context, { isAgain: false }),
  },
  'payment-amount': {
    paymentRequested: (state, { amount }) => {
      if (state.pending?.call === 'payment') return state
      const { networkId, symbol } = state.destination
      return { ...state, problem: null, pending: { call: 'payment', networkId, symbol, amount } }
    },
    paymentMade: ({ context, destination }, { payment }) => {
      const { transferId } = payment
      const pending: FlowRequest | null = transferId === null ? null : { call: 'pollTransfer', transferId }
      return { at: 'pay-by-link', pending, context, destination, payment }
    },
    // The payment that the user left had been made.
    transferPolled: (state, { transfer }) =>
      state.pending?.call === 'endPayment' ? toTransferState(state.context, transfer, null) : state,
    paymentEnded: (state) => (state.pending?.call === 'endPayment' ? { ...state, pending: null } : state),
    callFailed: (state, { problem }) => {
      // The request ends with its link.
      if (state.pending?.call === 'endPayment' && problem.errorType !== 'sessionEnded')
        return { ...state, pending: null }
      return isAmountProblem(problem) || problem.errorType === 'offline'
        ? { ...state, pending: null, problem }
        : failCall(state, problem)
    },
    back: (state) => {
      if (state.pending?.call === 'payment') return state
      return payableDestinations(state.context).length > 1
        ? toChoosePayment(state.context)
        : toChooseWallet(state.context, { isAgain: false })
    },
  },
  'pay-by-link': {
    // Without a transaction there is no payment yet.
    transferPolled: (state, { transfer }) => {
      if (transfer.hash !== '' || transfer.status !== 'Pending')
        return toTransferState(state.context, transfer, state.pending)
      const isLost = transfer.timeline.some(({ kind }) => kind === 'ambiguous' || kind === 'watchEnded')
      return isLost ? { ...state, pending: null, payment: { ...state.payment, watched: false } } : state
    },
    // The payment cannot be verified, so the site receives no more than this sentence.
    paymentReported: (state) => {
      const left = leave(state, 'The user says that it was paid. This page cannot see it.')
      return { ...left, callback: left.callback && { ...left.callback, status: 'Pending' } }
    },
    callFailed: (state, { problem }) => failCall(state, problem),
    back: ({ context, destination, payment: { transferId } }) => ({
      ...toPaymentAmount(context, destination),
      pending: transferId === null ? null : { call: 'endPayment', transferId },
    }),
  },
} satisfies Partial<TransitionTable>

/** The destinations, limited to the asset that the app fixed. */
export function payableDestinations({ session: { destinations, fixed } }: FlowContext): Destination[] {
  return destinations.filter(({ symbol }) => fixed === null || fixed.symbol === null || fixed.symbol === symbol)
}

function toConnectWallet(context: FlowContext, wallet: FoundWallet, confirmedAddress?: string): FlowState {
  const expected = context.session.expectedWallet ?? null
  const connect = { call: 'connectWallet', wallet, expected } as const
  const pending = confirmedAddress === undefined ? connect : { ...connect, confirmedAddress }
  return { at: 'connect-wallet', pending, context, wallet }
}

function withExpectedWallet(context: FlowContext, expectedWallet: string): FlowContext {
  return { ...context, session: { ...context.session, expectedWallet } }
}

function toChoosePayment(context: FlowContext): FlowState {
  const [only, other] = payableDestinations(context)
  return only !== undefined && other === undefined
    ? toPaymentAmount(context, only)
    : { at: 'choose-payment', pending: null, context }
}

function toPaymentAmount(context: FlowContext, destination: Destination): PaymentAmount {
  return { at: 'payment-amount', pending: null, context, destination, problem: null }
}
