import { type DefaultLimits, notDocumented } from '../kit/limits.ts'

export const bitgetLimits = {
  key: {
    quota: 5,
    windowSeconds: 1,
    source: 'bitget.com/api-doc: the endpoints of records and balances allow a user 10 to 20 requests a second, each.',
  },
  address: {
    quota: 1200,
    windowSeconds: 60,
    source: notDocumented,
  },
  withdraw: {
    quota: 3,
    windowSeconds: 1,
    source: 'bitget.com/api-doc, spot/account/Wallet-Withdrawal: 5 requests a second and user.',
  },
  withdrawUnified: {
    quota: 1,
    windowSeconds: 1,
    source: 'bitget.com/api-doc, uta/account/withdrawal: one request a second and user.',
  },
  addresses: {
    quota: 1,
    windowSeconds: 1,
    source: 'bitget.com/api-doc, uta/account/withdrawal/Get-Withdraw-Address: one request a second and user.',
  },
} as const satisfies DefaultLimits
