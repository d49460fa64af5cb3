// The scopes that an application may request, and their descriptions for the user.

export const scopes: Record<string, string> = {
  'wallet:user:read': 'See your name',
  'wallet:user:email': 'See your e-mail address',
  'wallet:accounts:read': 'See your accounts and balances',
  'wallet:transactions:read': 'See your transactions',
  'wallet:transactions:send': 'Send from your accounts',
  offline_access: 'Keep this access while you are away',
}

/** Separated by commas or by spaces. */
export function readScopes(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((scope) => scope !== ''))]
}

export interface SendLimit {
  amount: string
  currency: string
  period: string
}

export const defaultSendLimit: SendLimit = { amount: '1', currency: 'USD', period: 'month' }
