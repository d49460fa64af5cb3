import { type DefaultLimits, notDocumented } from '../kit/limits.ts'

export const binanceLimits = {
  key: {
    quota: 10,
    windowSeconds: 1,
    source: notDocumented,
  },
  address: {
    quota: 600,
    windowSeconds: 60,
    source:
      'developers.binance.com/docs, SAPI: an endpoint that counts by address allows a weight of 12,000 a minute. The heaviest that the adapter calls, capital/config/getall, weighs 10: 1,200 requests a minute.',
  },
  history: {
    quota: 5,
    windowSeconds: 1,
    source:
      'developers.binance.com/docs/wallet, capital/withdraw-history: “Request limit: 10 requests per second” of a user, with a weight of 18,000 each. The reads of localentity/ count together with it.',
  },
  withdraw: {
    quota: 3,
    windowSeconds: 1,
    source:
      'developers.binance.com/docs/wallet, capital/withdraw: a weight of 900 of 180,000 a minute and user, which is 200 orders a minute.',
  },
} as const satisfies DefaultLimits
