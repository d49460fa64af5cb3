// The files of the core that are mutated. A mutant is tested by the test files of its group alone: pure unit tests. docs/src/content/docs/trust/how-it-is-tested.md
// states which files are in no group, and why.

import { globSync } from 'node:fs'
import { projectRoot } from '../../scripts/command.ts'

export interface MutationGroup {
  name: string
  files: string[]
  /** Each runs for the mutants in code that it reaches. */
  tests: string[]
}

const unit = 'test/unit/server'

export const groups: MutationGroup[] = [
  {
    name: 'amount',
    files: ['server/contract/amount.ts'],
    tests: [`${unit}/contract/amount.test.ts`],
  },
  {
    name: 'transfer-status',
    files: ['server/transfers/transfer-status.ts'],
    tests: [`${unit}/transfers/transfer-status.test.ts`],
  },
  {
    name: 'limits',
    files: ['bucket', 'memory-buckets', 'limits', 'exchange-limits'].map((name) => `server/limits/${name}.ts`),
    tests: [
      ...['bucket', 'memory-buckets', 'limits', 'exchange-limits'].map((name) => `${unit}/limits/${name}.test.ts`),
      'test/unit/docs/rate-limits.test.ts',
    ],
  },
  {
    name: 'webhook-schedule',
    files: ['retry-schedule', 'delivery-outcome', 'endpoint-health', 'event-fault', 'request-slots'].map(
      (name) => `server/webhooks/${name}.ts`,
    ),
    tests: ['retry-schedule', 'delivery-outcome', 'endpoint-health', 'event-fault', 'request-slots'].map(
      (name) => `${unit}/webhooks/${name}.test.ts`,
    ),
  },
  {
    name: 'addresses',
    files: [
      ...filesLike('server/networks/*-address.ts'),
      ...['base58check', 'crc16', 'equal-addresses', 'tags'].map((name) => `server/networks/${name}.ts`),
    ],
    tests: ['addresses', 'equal-addresses', 'tags'].map((name) => `${unit}/networks/${name}.test.ts`),
  },
  {
    name: 'polling',
    files: ['poll-schedule', 'busy-keys', 'poll-requests', 'poll-lanes'].map((name) => `server/transfers/${name}.ts`),
    tests: ['poll-schedule', 'busy-keys', 'poll-requests', 'poll-lanes'].map(
      (name) => `${unit}/transfers/${name}.test.ts`,
    ),
  },
  {
    name: 'secrets',
    files: filesLike('server/secrets/*.ts'),
    tests: ['key-ring', 'seal', 'tokens'].map((name) => `${unit}/secrets/${name}.test.ts`),
  },
]

function filesLike(pattern: string): string[] {
  return globSync(pattern, { cwd: projectRoot }).sort()
}
