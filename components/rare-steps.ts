// What most transfers never come to: how the flow goes on there, and its screens. Loaded when something rare happens.

import { announce } from './flow/announce.ts'
import { addCalls } from './flow/effects.ts'
import { findIntegrations } from './flow/find-integrations.ts'
import { advance } from './flow/flow.ts'
import { rareCalls } from './flow/rare-calls.ts'
import type { WholeFlow } from './flow/run-flow.ts'
import { accountConnected } from './steps/account-connected.ts'
import './steps/ask-leave.ts'
import { aboutKey } from './steps/about-key.ts'
import { changeNotice, formerFee } from './steps/changed-quote.ts'
import { codeWays } from './steps/code-ways.ts'
import { confirmElsewhere } from './steps/confirm-elsewhere.ts'
import { connectedAccount } from './steps/connected-account.ts'
import { extraData } from './steps/extra-data.ts'
import { handOff } from './steps/hand-off.ts'
import { linkEnded } from './steps/link-ended.ts'
import { networkList } from './steps/network-list.ts'
import { noEligibleAssets } from './steps/no-eligible-assets.ts'
import { onFullPage } from './steps/on-full-page.ts'
import { pendingTransfer } from './steps/pending-transfer.ts'
import { pickAccount } from './steps/pick-account.ts'
import { promises } from './steps/promises.ts'
import { addRareParts } from './steps/rare-parts.ts'
import { rareStyles } from './steps/rare-styles.ts'
import { addScreens } from './steps/screens.ts'
import { showProblem } from './steps/show-problem.ts'
import { signInEnded } from './steps/sign-in-ended.ts'
import { transferFailed } from './steps/transfer-failed.ts'
import { transferWaiting } from './steps/transfer-waiting.ts'
import { explainBy } from './texts/explain.ts'
import { explainError } from './texts/explain-error.ts'

export const wholeFlow: WholeFlow = { advance, announce }

addCalls({
  ...rareCalls,
  // All that has to do with wallets begins with one of these, and comes with it.
  findWallets: async (...asked) => (await import('./wallet-steps.ts')).calls.findWallets(...asked),
  proveWallet: async (...asked) => (await import('./wallet-steps.ts')).calls.proveWallet(...asked),
})
explainBy(explainError)
addRareParts({
  connected: connectedAccount,
  aboutKey,
  find: findIntegrations,
  promises,
  codeWays,
  networkList,
  changeNotice,
  formerFee,
})
addScreens(
  {
    'link-ended': linkEnded,
    'pending-transfer': pendingTransfer,
    'hand-off': handOff,
    'pick-account': pickAccount,
    'account-connected': accountConnected,
    'sign-in-ended': signInEnded,
    'no-eligible-assets': noEligibleAssets,
    'confirm-elsewhere': confirmElsewhere,
    'extra-data': extraData,
    'on-full-page': onFullPage,
    'transfer-waiting': transferWaiting,
    'transfer-failed': transferFailed,
    'show-problem': showProblem,
  },
  rareStyles,
)
