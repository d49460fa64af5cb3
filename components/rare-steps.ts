// The screens that most transfers never show. Loaded when an answer of the server leads to one.

import { accountConnected } from './steps/account-connected.ts'
import './steps/ask-leave.ts'
import { confirmElsewhere } from './steps/confirm-elsewhere.ts'
import { extraData } from './steps/extra-data.ts'
import { handOff } from './steps/hand-off.ts'
import { linkEnded } from './steps/link-ended.ts'
import { noEligibleAssets } from './steps/no-eligible-assets.ts'
import { pendingTransfer } from './steps/pending-transfer.ts'
import { pickAccount } from './steps/pick-account.ts'
import { rareStyles } from './steps/rare-styles.ts'
import { addScreens } from './steps/screens.ts'
import { showProblem } from './steps/show-problem.ts'
import { signInEnded } from './steps/sign-in-ended.ts'
import { transferFailed } from './steps/transfer-failed.ts'
import { transferWaiting } from './steps/transfer-waiting.ts'

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
    'transfer-waiting': transferWaiting,
    'transfer-failed': transferFailed,
    'show-problem': showProblem,
  },
  rareStyles,
)
