// What the first screen can do without: the machine behind a usual transfer, and its screens. Loaded while the user looks
// at the first one. What is rare comes later still: rare-steps.ts.

export { pageSurface } from './flow/page-surface.ts'
export { runFlow } from './flow/run-flow.ts'
export { SendGuard } from './flow/send-guard.ts'
export { spoken } from './steps/spoken.ts'

import { chooseAsset } from './steps/choose-asset.ts'
import { enterAmount } from './steps/enter-amount.ts'
import { enterCode } from './steps/enter-code.ts'
import { moreStyles } from './steps/more-styles.ts'
import { reviewTransfer } from './steps/review-transfer.ts'
import { addScreens } from './steps/screens.ts'
import { signIn } from './steps/sign-in.ts'
import { trackTransfer } from './steps/track-transfer.ts'
import { transferReceipt } from './steps/transfer-receipt.ts'

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
  moreStyles,
)
