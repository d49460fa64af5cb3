// The requests that a state can wait for. effects.ts makes them.

import type { FoundWallet } from '../protocol/wallet-messages.ts'
import type { CodeKind } from '../texts/text-values.ts'
import type { Choice, Execution, WalletOrder } from './flow-context.ts'
import type { Account } from './link-responses.ts'

/** A request to the server or a wallet that a state waits for. effects.ts makes it; a new object means a new call. */
export type FlowRequest =
  | { call: 'integrations' }
  | { call: 'connect'; type: string; fields: Record<string, string> }
  | { call: 'code'; connectionId: string; code: string }
  | { call: 'resend'; connectionId: string; kind?: CodeKind }
  | { call: 'pollConnection'; connectionId: string }
  | { call: 'reconnect'; connectionId: string }
  | { call: 'account'; accessToken: string; brokerType: string }
  | { call: 'holdings'; accountId: string }
  | { call: 'balances'; accountIds: string[] }
  | ({ call: 'preview' } & Choice)
  | ({ call: 'execute' } & Execution)
  | { call: 'resendExecute'; previewId: string; kind?: CodeKind }
  | ({ call: 'pollExecute' } & Execution)
  | { call: 'pollTransfer'; transferId: string }
  | { call: 'pollFullPage' }
  | { call: 'reclaimLink'; returnCode: string }
  /** With an account, the account's wallet is searched first: a reload continues with that wallet. */
  | { call: 'findWallets'; site: string; account: Account | null; accessToken?: string }
  /** `confirmedAddress`: the user confirmed this address in place of the expected one. */
  | { call: 'connectWallet'; wallet: FoundWallet; expected: string | null; confirmedAddress?: string }
  | { call: 'proveAddress'; site: string; accountId: string; networkId: string }
  | ({ call: 'sendWithWallet' } & WalletOrder)
  /** The user left the payment by link. A late payment still counts. */
  | { call: 'endPayment'; transferId: string }
  | { call: 'payment'; networkId: string; symbol: string; amount: string }
