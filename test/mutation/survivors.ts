// Mutants that no test can kill, because they do not change what the code does. Each has its reason. `npm run mutate` fails if a survivor
// is missing here, or if one listed here no longer survives.

export interface ExplainedSurvivor {
  file: string
  /** The line of the file on which the mutated code begins, without its indentation. */
  line: string
  /** The mutated code, and what the mutant has in its place. */
  original: string
  replacement: string
  reason: string
}

const amount = 'server/contract/amount.ts'
const powers = 'const powersOfTen = Array.from({ length: scale + 1 }, (_, exponent) => 10n ** BigInt(exponent))'
const powersReason = 'The table saves time. `powerOfTen` computes a power that the table lacks.'

const exchangeLimits = 'server/limits/exchange-limits.ts'
const queueReason = 'It costs memory. The next request would wait for a promise that has settled.'
const queueTest = 'if (queues.get(bucket) === done) queues.delete(bucket)'

const slots = 'server/webhooks/request-slots.ts'
const slotsReason = 'It costs memory. A key without a count has the count 0.'

const base58check = 'server/networks/base58check.ts'
const lengthReason =
  'The limit saves time. 25 bytes take at most 35 letters, and a text of any other length is refused afterwards.'

const busyKeys = 'server/transfers/busy-keys.ts'
const cleaning = 'if (Math.abs(at - cleanedAt) < rememberedMs) return'
const cleaningReason = 'Cleaning more often costs time. A key may be forgotten as soon as it is unused for a minute.'

export const explainedSurvivors: ExplainedSurvivor[] = [
  { file: amount, line: powers, original: 'scale + 1', replacement: 'scale - 1', reason: powersReason },
  { file: amount, line: powers, original: '{ length: scale + 1 }', replacement: '{}', reason: powersReason },
  {
    file: amount,
    line: powers,
    original: '(_, exponent) => 10n ** BigInt(exponent)',
    replacement: '() => undefined',
    reason: powersReason,
  },
  {
    file: amount,
    line: "const [, sign, whole = '', fraction = '', exponent] = match",
    original: "''",
    replacement: '"Stryker was here!"',
    reason: 'The pattern matches no text without digits. The default is there for the type.',
  },
  {
    file: amount,
    line: 'const negative = dividend < 0n',
    original: 'dividend < 0n',
    replacement: 'dividend <= 0n',
    reason: 'Zero has no sign.',
  },
  {
    file: exchangeLimits,
    line: '} finally {',
    original: `{ ${queueTest} }`,
    replacement: '{}',
    reason: queueReason,
  },
  {
    file: exchangeLimits,
    line: queueTest,
    original: 'queues.get(bucket) === done',
    replacement: 'false',
    reason: queueReason,
  },
  { file: exchangeLimits, line: queueTest, original: 'queues.delete(bucket)', replacement: ';', reason: queueReason },
  {
    file: slots,
    line: 'if (count > 0) counts.set(key, count)',
    original: 'count > 0',
    replacement: 'true',
    reason: slotsReason,
  },
  {
    file: slots,
    line: 'if (count > 0) counts.set(key, count)',
    original: 'count > 0',
    replacement: 'count >= 0',
    reason: slotsReason,
  },
  {
    file: slots,
    line: 'else counts.delete(key)',
    original: 'counts.delete(key)',
    replacement: ';',
    reason: slotsReason,
  },
  {
    file: base58check,
    line: 'if (text.length > 40) return null',
    original: 'text.length > 40',
    replacement: 'false',
    reason: lengthReason,
  },
  {
    file: base58check,
    line: 'if (text.length > 40) return null',
    original: 'text.length > 40',
    replacement: 'text.length >= 40',
    reason: lengthReason,
  },
  {
    file: 'server/networks/evm-address.ts',
    line: 'cachedAddresses.set(given, address)',
    original: 'cachedAddresses.set(given, address)',
    replacement: ';',
    reason: 'The cache saves time.',
  },
  {
    file: busyKeys,
    line: cleaning,
    original: 'Math.abs(at - cleanedAt) < rememberedMs',
    replacement: 'false',
    reason: cleaningReason,
  },
  {
    file: busyKeys,
    line: cleaning,
    original: 'Math.abs(at - cleanedAt) < rememberedMs',
    replacement: 'Math.abs(at - cleanedAt) <= rememberedMs',
    reason: 'A minute after the last cleaning, no key is unused for longer than a minute.',
  },
  {
    file: busyKeys,
    line: cleaning,
    original: 'at - cleanedAt',
    replacement: 'at + cleanedAt',
    reason: cleaningReason,
  },
  {
    file: busyKeys,
    line: 'const isOtherTurn = (state: KeyState) => lane !== undefined && isTurnOfOther(state, lane, at)',
    original: 'lane !== undefined',
    replacement: 'true',
    reason: 'Each poll has a lane. The condition is there for the type.',
  },
  {
    file: 'server/transfers/poll-schedule.ts',
    line: 'return pollDelays.findLast(({ fromAgeMs }) => ageMs >= fromAgeMs)?.ms ?? pollDelays[0]?.ms ?? 0',
    original: 'pollDelays[0]?.ms',
    replacement: 'pollDelays[0].ms',
    reason: 'Each exchange has a delay. The condition is there for the type.',
  },
]
