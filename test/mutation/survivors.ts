// Mutants that no test can kill: they change only speed, memory, a moment between two calls, or code that exists for a type. `npm run mutate`
// fails if a survivor is missing here, or if a mutant that is listed here no longer survives.

export interface ExplainedSurvivor {
  file: string
  /** A part of the line on which the mutated code begins. No other line of the file has it. */
  lineWith: string
  original: string
  replacement: string
  reason: string
}

interface Explanation {
  file: string
  lineWith: string
  /** The code, and what the mutant has in its place. */
  mutants: [original: string, replacement: string][]
  reason: string
}

const explanations: Explanation[] = [
  {
    file: 'server/contract/amount.ts',
    lineWith: 'const powersOfTen =',
    mutants: [
      ['scale + 1', 'scale - 1'],
      ['{ length: scale + 1 }', '{}'],
      ['(_, exponent) => 10n ** BigInt(exponent)', '() => undefined'],
    ],
    reason: 'The table saves time. `powerOfTen` computes a power that the table lacks.',
  },
  {
    file: 'server/contract/amount.ts',
    lineWith: "whole = '', fraction = ''",
    mutants: [["''", '"Stryker was here!"']],
    reason: 'The pattern matches no text without digits. The default is there for the type.',
  },
  {
    file: 'server/contract/amount.ts',
    lineWith: 'const negative = dividend < 0n',
    mutants: [['dividend < 0n', 'dividend <= 0n']],
    reason: 'Zero has no sign.',
  },
  {
    file: 'server/limits/exchange-limits.ts',
    lineWith: '} finally {',
    mutants: [['{ if (queues.get(bucket) === done) queues.delete(bucket) }', '{}']],
    reason: 'It costs memory. The next request would wait for a promise that has settled.',
  },
  {
    file: 'server/limits/exchange-limits.ts',
    lineWith: 'queues.delete(bucket)',
    mutants: [
      ['queues.get(bucket) === done', 'false'],
      ['queues.delete(bucket)', ';'],
    ],
    reason: 'It costs memory. The next request would wait for a promise that has settled.',
  },
  {
    file: 'server/webhooks/request-slots.ts',
    lineWith: 'counts.set(key, count)',
    mutants: [
      ['count > 0', 'true'],
      ['count > 0', 'count >= 0'],
    ],
    reason: 'It costs memory. A key without a count has the count 0.',
  },
  {
    file: 'server/webhooks/request-slots.ts',
    lineWith: 'counts.delete(key)',
    mutants: [['counts.delete(key)', ';']],
    reason: 'It costs memory. A key without a count has the count 0.',
  },
  {
    file: 'server/networks/base58check.ts',
    lineWith: 'text.length > 40',
    mutants: [
      ['text.length > 40', 'false'],
      ['text.length > 40', 'text.length >= 40'],
    ],
    reason:
      'The limit saves time. 25 bytes take at most 35 letters, and texts of other lengths are refused afterwards.',
  },
  {
    file: 'server/networks/evm-address.ts',
    lineWith: 'cachedAddresses.set(',
    mutants: [['cachedAddresses.set(given, address)', ';']],
    reason: 'The cache saves time.',
  },
  {
    file: 'server/transfers/busy-keys.ts',
    lineWith: 'Math.abs(at - cleanedAt)',
    mutants: [
      ['Math.abs(at - cleanedAt) < rememberedMs', 'false'],
      ['at - cleanedAt', 'at + cleanedAt'],
    ],
    reason: 'Cleaning more often costs time. A key may be forgotten as soon as it is unused for a minute.',
  },
  {
    file: 'server/transfers/busy-keys.ts',
    lineWith: 'Math.abs(at - cleanedAt)',
    mutants: [['Math.abs(at - cleanedAt) < rememberedMs', 'Math.abs(at - cleanedAt) <= rememberedMs']],
    reason: 'A minute after the last cleaning, no key is unused for longer than a minute.',
  },
  {
    file: 'server/transfers/busy-keys.ts',
    lineWith: 'lane !== undefined',
    mutants: [['lane !== undefined', 'true']],
    reason: 'Each poll has a lane. The condition is there for the type.',
  },
  {
    file: 'server/transfers/poll-schedule.ts',
    lineWith: 'pollDelays[0]?.ms',
    mutants: [['pollDelays[0]?.ms', 'pollDelays[0].ms']],
    reason: 'Each exchange has a delay. The condition is there for the type.',
  },
  {
    file: 'server/secrets/key-ring.ts',
    lineWith: "flag: 'wx'",
    mutants: [
      ["{ mode: 0o600, flag: 'wx' }", '{}'],
      ["'wx'", '""'],
    ],
    reason:
      'The mode matters until `chmodSync`, and the flag if two processes start at once. A test cannot stop between the calls.',
  },
  {
    file: 'server/secrets/seal.ts',
    lineWith: 'derived.set(',
    mutants: [['derived.set(name, key)', ';']],
    reason: 'The cache saves time.',
  },
]

export const explainedSurvivors: ExplainedSurvivor[] = explanations.flatMap(({ mutants, ...explanation }) =>
  mutants.map(([original, replacement]) => ({ ...explanation, original, replacement })),
)
