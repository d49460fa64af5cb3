import { type DefaultLimits, notDocumented } from '../kit/limits.ts'

export const okxLimits = {
  key: {
    quota: 3,
    windowSeconds: 1,
    source: 'okx.com/docs-v5, withdrawal and withdrawal history: 6 requests a second and user for each endpoint.',
  },
  address: {
    quota: 10,
    windowSeconds: 1,
    source: `${notDocumented} OKX counts requests with a key by user, not by address (okx.com/docs-v5, rate limits).`,
  },
} as const satisfies DefaultLimits
