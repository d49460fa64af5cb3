import type { DefaultLimits } from '../kit/limits.ts'

export const bybitLimits = {
  key: {
    quota: 3,
    windowSeconds: 1,
    source: 'bybit-exchange.github.io/docs/v5/asset/withdraw: 5 requests a second and user.',
  },
  address: {
    quota: 300,
    windowSeconds: 5,
    source:
      'bybit-exchange.github.io/docs/v5/rate-limit: “600 requests within a 5-second window per IP”, for all hosts together.',
  },
  withdraw: {
    quota: 1,
    windowSeconds: 10,
    source:
      'bybit-exchange.github.io/docs/v5/asset/withdraw: “you can only withdraw once every 10 seconds per chain/coin combination”.',
  },
} as const satisfies DefaultLimits
