// The values that texts speak of, in their own words: the texts know nothing of the flow.

export type CodeKind = 'totp' | 'phone' | 'email'

export type ConfirmKind = 'emailConfirmationRequired' | 'deviceConfirmationRequired' | 'addressWhitelistRequired'

export type AmountProblem =
  | { kind: 'empty' | 'unreadable' | 'zero' | 'noPrice' }
  | { kind: 'tooPrecise'; decimals: number }
  | { kind: 'belowMinimum'; minimum: string }
  | { kind: 'aboveMaximum'; maximum: string }
