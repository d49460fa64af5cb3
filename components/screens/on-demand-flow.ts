// The screens that most transfers never reach. Loaded when the first of them shows (transfer-flow.ts).

import { findIntegrations } from '../flow/find-integrations.ts'
import { accountConnected } from './account-connected.ts'
import './leave-dialog.ts'
import { explainBy } from '../texts/explain.ts'
import { explainError } from '../texts/explain-error.ts'
import { findText, texts } from '../texts/texts.ts'
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

explainBy(explainError)
fillTemplateSlots({
  connected: connectedAccount,
  aboutKey,
  find: (integrations, query) => findIntegrations(integrations, query, findText(texts.wallets, 'byLink') ?? ''),
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
