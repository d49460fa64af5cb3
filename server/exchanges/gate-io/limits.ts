import type { DefaultLimits } from '../kit/limits.ts'

export const gateIoLimits = {
  key: {
    quota: 100,
    windowSeconds: 10,
    source:
      'Gate’s announcement of API rate limits, in force since 22 January 2024: private endpoints allow a user 200 requests in 10 seconds, each.',
  },
  address: {
    quota: 100,
    windowSeconds: 10,
    source:
      'Gate’s announcement of API rate limits, in force since 22 January 2024: public endpoints allow an address 200 requests in 10 seconds, each. Requests with a key are counted by user.',
  },
  order: {
    quota: 1,
    windowSeconds: 3,
    source: 'Gate’s API v4 documentation, withdrawals: one request in 3 seconds and user.',
  },
} as const satisfies DefaultLimits
