// The values that texts are chosen by. The texts do not depend on the flow.

export type CodeKind = 'totp' | 'phone' | 'email'

export type ConfirmKind = 'emailConfirmationRequired' | 'deviceConfirmationRequired' | 'addressWhitelistRequired'

export type AmountProblem =
  | { kind: 'empty' | 'unreadable' | 'zero' | 'noPrice' }
  | { kind: 'tooPrecise'; decimals: number }
  | { kind: 'belowMinimum'; minimum: string }
  | { kind: 'aboveMaximum'; maximum: string }
