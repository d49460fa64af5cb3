import type { DefaultLimits } from '../kit/limits.ts'

export const kuCoinLimits = {
  key: {
    quota: 50,
    windowSeconds: 30,
    source:
      'kucoin.com/docs-new/rate-limit: the management pool of a user without VIP level has 2,000 in 30 seconds. A list of withdrawals weighs 20: 100 requests.',
  },
  address: {
    quota: 200,
    windowSeconds: 15,
    source:
      'kucoin.com/docs/basic-info/request-rate-limit/rest-api: 500 requests in 10 seconds per address, for all endpoints together.',
  },
} as const satisfies DefaultLimits
