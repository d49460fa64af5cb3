import { type DefaultLimits, notDocumented } from '../kit/limits.ts'

export const coinbaseLimits = {
  key: {
    quota: 120,
    windowSeconds: 60,
    source:
      'docs.cdp.coinbase.com/coinbase-app/api-architecture/rate-limiting: 10,000 requests an hour for each user who signed in with OAuth.',
  },
  address: {
    quota: 10,
    windowSeconds: 1,
    source: `${notDocumented} Coinbase counts by user (docs.cdp.coinbase.com/coinbase-app/api-architecture/rate-limiting).`,
  },
} as const satisfies DefaultLimits
