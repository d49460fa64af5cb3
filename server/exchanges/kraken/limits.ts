import { type DefaultLimits, notDocumented } from '../kit/limits.ts'

export const krakenLimits = {
  key: {
    quota: 12,
    windowSeconds: 40,
    source:
      'docs.kraken.com, guides/spot-rest-ratelimits: the counter of a key of the lowest tier (Starter) has a maximum of 15 and decreases by 0.33 a second.',
  },
  address: {
    quota: 10,
    windowSeconds: 1,
    source: `${notDocumented} Kraken counts requests with a key by key, not by address (docs.kraken.com, guides/spot-rest-ratelimits).`,
  },
  public: {
    quota: 3,
    windowSeconds: 3,
    source:
      'support.kraken.com/articles/206548367: public requests of an address stay within the limit at one a second.',
  },
} as const satisfies DefaultLimits
