// The screens for wallets. Loaded when the user chooses a wallet.

import { choosePayment } from './choose-payment.ts'
import { chooseWallet } from './choose-wallet.ts'
import { confirmInWallet } from './confirm-in-wallet.ts'
import { connectWallet } from './connect-wallet.ts'
import { otherAccount } from './other-account.ts'
import { payByLink } from './pay-by-link.ts'
import { paymentAmount } from './payment-amount.ts'
import { proveWallet } from './prove-wallet.ts'
import { reviewOfWallet } from './review-wallet.ts'
import { addScreens } from './screens.ts'
import { receiptOfWallet, trackOfWallet } from './track-wallet.ts'
import { walletStyles } from './wallet-styles.ts'

addScreens(
  {
    'choose-wallet': chooseWallet,
    'connect-wallet': connectWallet,
    'confirm-in-wallet': confirmInWallet,
    'other-account': otherAccount,
    'prove-wallet': proveWallet,
    'choose-payment': choosePayment,
    'payment-amount': paymentAmount,
    'pay-by-link': payByLink,
    'review-transfer': reviewOfWallet,
    'track-transfer': trackOfWallet,
    'transfer-receipt': receiptOfWallet,
  },
  walletStyles,
)
