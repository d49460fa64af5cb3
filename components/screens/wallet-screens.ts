// The part of the flow for wallets: its transitions, calls and screens. Loaded when the user chooses a wallet.

import { addCalls } from '../flow/effects.ts'
import { addTransitions } from '../flow/flow.ts'
import { stepNumbers } from '../flow/step-number.ts'
import { connectWalletBridge } from '../flow/wallet-bridge-client.ts'
import { walletCalls } from '../flow/wallet-calls.ts'
import { walletTransitions } from '../flow/wallet-transitions.ts'
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

export const calls = walletCalls(connectWalletBridge)

addCalls(calls)
addTransitions(walletTransitions)
Object.assign(stepNumbers, {
  ...{ 'choose-wallet': 1, 'connect-wallet': 2, 'confirm-in-wallet': 5 },
  ...{ 'other-account': 2, 'prove-wallet': 5 },
  ...{ 'choose-payment': 3, 'payment-amount': 4, 'pay-by-link': 5 },
} satisfies typeof stepNumbers)
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
