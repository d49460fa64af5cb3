// The transitions, calls and screens that most transfers never reach. Loaded when the core flow has no transition.

import { addCalls } from '../flow/effects.ts'
import { findIntegrations } from '../flow/find-integrations.ts'
import { advance } from '../flow/flow.ts'
import { onDemandCalls } from '../flow/on-demand-calls.ts'
import type { OnDemandFlow } from '../flow/run-flow.ts'
import { siteEvents } from '../flow/site-events.ts'
import { accountConnected } from './account-connected.ts'
import './leave-dialog.ts'
import { explainBy } from '../texts/explain.ts'
import { explainError } from '../texts/explain-error.ts'
import { aboutKey } from './about-key.ts'
import { changeNotice, formerFee } from './changed-quote.ts'
import { codeOptions } from './code-options.ts'
import { confirmElsewhere } from './confirm-elsewhere.ts'
import { connectedAccount } from './connected-account.ts'
import { extraData } from './extra-data.ts'
import { handOff } from './hand-off.ts'
import { linkEnded } from './link-ended.ts'
import { networkList } from './network-list.ts'
import { noEligibleAssets } from './no-eligible-assets.ts'
import { onDemandStyles } from './on-demand-styles.ts'
import { onFullPage } from './on-full-page.ts'
import { pendingTransfer } from './pending-transfer.ts'
import { pickAccount } from './pick-account.ts'
import { promises } from './promises.ts'
import { addScreens } from './screens.ts'
import { showProblem } from './show-problem.ts'
import { signInEnded } from './sign-in-ended.ts'
import { fillTemplateSlots } from './template-slots.ts'
import { transferFailed } from './transfer-failed.ts'
import { transferWaiting } from './transfer-waiting.ts'

export const onDemandFlow: OnDemandFlow = { advance, siteEvents }

addCalls({
  ...onDemandCalls,
  // Every flow with a wallet begins with one of these calls, which load its code.
  findWallets: async (...input) => (await import('./wallet-screens.ts')).calls.findWallets(...input),
  proveAddress: async (...input) => (await import('./wallet-screens.ts')).calls.proveAddress(...input),
})
explainBy(explainError)
fillTemplateSlots({
  connected: connectedAccount,
  aboutKey,
  find: findIntegrations,
  promises,
  codeOptions,
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
  onDemandStyles,
)
