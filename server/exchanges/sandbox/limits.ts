import type { DefaultLimit } from '../kit/limits.ts'

export const sandboxLimits = {
  address: { quota: 100, windowSeconds: 1, source: 'The sandbox has no limit. Our choice.' },
} as const satisfies Record<string, DefaultLimit>
