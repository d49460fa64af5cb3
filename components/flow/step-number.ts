import type { At, FlowState } from './flow-state.ts'

export const stepTotal = 5

const stepNumbers: Partial<Record<At, number>> = {
  'choose-account': 1,
  'choose-wallet': 1,
  'sign-in': 2,
  'enter-code': 2,
  'hand-off': 2,
  'pick-account': 2,
  'connect-wallet': 2,
  'other-account': 2,
  'choose-asset': 3,
  'no-eligible-assets': 3,
  'choose-payment': 3,
  'enter-amount': 4,
  'payment-amount': 4,
  'review-transfer': 5,
  'transfer-code': 5,
  'confirm-elsewhere': 5,
  'extra-data': 5,
  'prove-wallet': 5,
  'confirm-in-wallet': 5,
  'pay-by-link': 5,
  'on-full-page': 5,
  'track-transfer': 5,
  'transfer-waiting': 5,
  'transfer-receipt': 5,
  'transfer-failed': 5,
}

/** The number of a screen's step, of five; null if it has none. A connect-only link has no steps. */
export function stepNumber(state: FlowState): number | null {
  if ('context' in state && !state.context.session.transfersEnabled) return null
  return stepNumbers[state.at] ?? null
}
