// The core flow: the state machine and the screens of a transfer without special cases. Loaded while the user reads the first
// screen. on-demand-flow.ts is loaded later, on demand.

export { pageSurface } from '../flow/page-surface.ts'
export { runFlow } from '../flow/run-flow.ts'
export { SendGuard } from '../flow/send-guard.ts'
export { isLoaded } from './on-demand-parts.ts'
export { spoken } from './spoken.ts'

import { chooseAsset } from './choose-asset.ts'
import { coreStyles } from './core-styles.ts'
import { enterAmount } from './enter-amount.ts'
import { enterCode } from './enter-code.ts'
import { reviewTransfer } from './review-transfer.ts'
import { addScreens } from './screens.ts'
import { signIn } from './sign-in.ts'
import { trackTransfer } from './track-transfer.ts'
import { transferReceipt } from './transfer-receipt.ts'

addScreens(
  {
    'sign-in': signIn,
    'enter-code': enterCode,
    'choose-asset': chooseAsset,
    'enter-amount': enterAmount,
    'review-transfer': reviewTransfer,
    'transfer-code': enterCode,
    'track-transfer': trackTransfer,
    'transfer-receipt': transferReceipt,
  },
  coreStyles,
)
