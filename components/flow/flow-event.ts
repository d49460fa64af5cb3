// The events of the flow: actions of the user, responses of the server, messages of the site and the wallets.

import type { IntegrationAccessToken } from '../protocol/payloads.ts'
import type { FoundWallet } from '../protocol/wallet-messages.ts'
import type { CodeKind } from '../texts/text-values.ts'
import type { AmountUnit, ResumeState } from './flow-context.ts'
import type { FullPageLink, WalletStage } from './flow-state.ts'
import type { Account, Connection, FullPageState, Integration, Problem, Session } from './link-responses.ts'
import type { ExecuteResponse, Holding, Payment, Preview, Transfer } from './transfer-responses.ts'

export type UserEvent =
  | { type: 'integrationChosen'; integrationType: string }
  | { type: 'fieldsEntered'; fields: Record<string, string> }
  | { type: 'codeEntered'; code: string }
  | { type: 'codeResendRequested'; kind?: CodeKind; atMs: number }
  | { type: 'accountChosen'; accountId: string }
  | { type: 'assetChosen'; symbol: string }
  | { type: 'networkChosen'; networkId: string }
  | { type: 'amountTyped'; typed: string; unit: AmountUnit }
  | { type: 'amountEntered'; amount: string }
  | { type: 'quoteExpired' }
  | { type: 'sendRequested' }
  | { type: 'confirmedElsewhere' }
  | { type: 'extraEntered'; extra: Record<string, string> }
  | { type: 'walletChosen'; walletId: string }
  | { type: 'accountSwitched' }
  | { type: 'otherAccountConfirmed' }
  | { type: 'proofRequested' }
  | { type: 'payByLinkChosen' }
  | { type: 'destinationChosen'; index: number }
  | { type: 'paymentRequested'; amount: string }
  | { type: 'paymentReported' }
  | { type: 'pendingOpened' }
  | { type: 'pendingDismissed' }
  | { type: 'signInRequested' }
  | { type: 'otherAccountRequested' }
  | { type: 'changeRequested' }
  /** The link has ended, and the user requests another one from the site. */
  | { type: 'newLinkRequested' }
  | { type: 'retried' }
  /** The frame does not show the whole transfer. */
  | { type: 'fullPageRequested' }
  | { type: 'back' }
  | { type: 'leaveRequested' }
  | { type: 'stayed' }
  | { type: 'left' }

type ServerEvent =
  | {
      type: 'sessionOpened'
      session: Session
      recent: string[]
      integrations?: Integration[] | null
      resumeState?: ResumeState
    }
  | { type: 'linkRefused'; problem: Problem }
  | { type: 'integrationsListed'; integrations: Integration[] }
  | { type: 'connectionAnswered'; connection: Connection }
  | { type: 'accountOpened'; account: Account }
  | { type: 'holdingsListed'; status: string; holdings: Holding[] }
  /** In fiat, by account. Null if a price is missing. */
  | { type: 'balancesRead'; balances: Record<string, string | null> }
  | { type: 'previewed'; preview: Preview; receivedAtMs: number }
  | { type: 'executed'; response: ExecuteResponse }
  | { type: 'transferPolled'; transfer: Transfer }
  | { type: 'paymentMade'; payment: Payment }
  | { type: 'paymentEnded' }
  | { type: 'fullPageOpened'; returnCode: string; link: FullPageLink | null }
  | { type: 'fullPagePolled'; page: FullPageState; transfer: Transfer | null }
  /** Null if the full page was not opened: the session is still here. */
  | { type: 'linkReclaimed'; session: Session | null }
  | { type: 'callFailed'; problem: Problem }

/** Messages of the browser's wallets. */
type WalletEvent =
  | { type: 'walletsFound'; wallets: FoundWallet[]; expectedWallet?: string }
  | { type: 'walletProved' }
  | { type: 'walletProgressed'; stage: WalletStage }
  | { type: 'walletSent'; transfer: Transfer }
  | { type: 'walletRefused'; problem: Problem }

type SiteEvent = { type: 'tokensReceived'; tokens: IntegrationAccessToken[] }

export type FlowEvent = UserEvent | ServerEvent | WalletEvent | SiteEvent
export type EventOf<Type extends FlowEvent['type']> = Extract<FlowEvent, { type: Type }>
