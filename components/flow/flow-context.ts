// The data that the flow carries from step to step, and the state from which a reload resumes.

import type { BrokerConnectedPayload, IntegrationAccessToken } from '../protocol/payloads.ts'
import type { Account, Connection, Integration, Session } from './link-responses.ts'
import type { Holding, Preview, Transfer, WalletChain, WalletRequest } from './transfer-responses.ts'

/** The data carried from step to step. */
export interface FlowContext {
  session: Session
  integrations: Integration[] | null
  /** Types of the integrations used before in this browser, newest first. */
  recent: string[]
  integration: Integration | null
  /** The integration to open first: the app chose it, or a sign-in there has ended. */
  preselectedType: string | null
  /** The user's entries on the sign-in step, without secrets. */
  typedFields: Record<string, string>
  account: Account | null
  /** The accounts of the last sign-in, if there were several. */
  accounts?: Account[]
  /** Their tokens, for the site once the user chooses an account or leaves. Never saved or shown. */
  tokens?: { authData: BrokerConnectedPayload; isReported: boolean } | null
  holdings: Holding[] | null
  draft: AmountDraft | null
  token: IntegrationAccessToken | null
  extra: DeclaredExtra | null
  /** The review that the user went back from: a new quote of the same transfer is compared with it. */
  reviewed?: { choice: Choice; preview: Preview }
  /** The state from which a reload resumes. Emptied once the flow has reached it. */
  resumeState: ResumeState
}

/** The complete choice of a transfer: account, network, asset and amount. */
export interface Choice {
  accountId: string
  networkId: string
  symbol: string
  amount: string
}

export type AmountUnit = 'token' | 'fiat'

/** The user's entries on the amount step. Preserved when the user goes back and forth. */
export interface AmountDraft {
  symbol: string
  networkId: string
  typed: string
  unit: AmountUnit
  /** The app fixed the amount. */
  locked: boolean
}

/** A preview and when it arrived, on the page's monotonic clock. */
export interface Quote {
  preview: Preview
  receivedAtMs: number
}

/** An order to send: the same previewId never makes a second transfer. */
export interface Execution {
  previewId: string
  code?: string
  extra?: Record<string, string>
}

/** Information that the user declared by law, for the preview that required it. Others may differ in destination or amount. */
export interface DeclaredExtra {
  previewId: string
  values: Record<string, string>
}

/** A transfer that waits for the user's wallet. */
export interface WalletOrder {
  transfer: Transfer
  request: WalletRequest
  chain: WalletChain
}

export interface ResumeState {
  /** A sign-in that waits for its response, or for a code. */
  integration?: Integration | undefined
  connection?: Connection | undefined
  draft?: AmountDraft | null
  /**
   * With a quote, an order that was given and may be on its way: the same preview never makes a second transfer. Without a quote,
   * what was about to be sent.
   */
  choice?: Choice | undefined
  quote?: Quote | undefined
  followed?: FollowedFullPage | undefined
}

/** The full page that the link continues on, with the session's data: after the move the server no longer returns it. */
export interface FollowedFullPage {
  session: Session
  choice: Choice | null
  returnCode: string
}
