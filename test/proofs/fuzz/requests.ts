// The n-th request of a seed.
import { type Random, randomFrom } from '../chaos/random.ts'
import { bytesOf, goodDraft, type Parties, secretsIn, targetOf } from './draft.ts'
import { mutations } from './mutations.ts'
import type { Operation } from './operations.ts'
import { slots } from './pools.ts'
import { malformed } from './raw-malformations.ts'
import type { Source } from './values.ts'

export interface FuzzRequest {
  kind: string
  operationId: string
  slot: number
  method: string
  target: string
  bytes: Buffer
  half: boolean
  secrets: string[]
}

export type Given = Pick<Source, 'pools' | 'schemas' | 'canary' | 'callbackUrl'> & {
  operations: readonly Operation[]
  parties: Parties
  seed: number
}

const rawKind = 'raw malformations'
const rawShare = 4
const shares = [
  ...Object.entries(mutations).map(([kind, { share }]) => ({ kind, share })),
  { kind: rawKind, share: rawShare },
]
export const kinds: readonly string[] = shares.map(({ kind }) => kind)

export function requestAt(n: number, given: Given): FuzzRequest {
  const random = randomFrom((Math.imul(given.seed, 0x9e3779b1) + Math.imul(n + 1, 0x85ebca6b)) >>> 0)
  const { kind } = drawn(random, shares, ({ share }) => share)
  const slot = Math.floor(random.next() * slots)
  if (kind === rawKind) {
    const { method, path, ...raw } = malformed(random, given.canary)
    return { kind, operationId: '', slot, method, target: path, ...raw }
  }
  const operation = drawn(random, given.operations, ({ weight }) => weight)
  const source: Source = { ...given, random, slot, operationId: operation.id }
  const draft = goodDraft(operation, source, given.parties)
  mutations[kind]?.mutate(draft, source, given.parties)
  const target = targetOf(draft)
  const bytes = bytesOf(draft, target, random)
  return {
    kind,
    operationId: operation.id,
    slot,
    method: draft.method,
    target,
    bytes,
    half: false,
    secrets: secretsIn(draft),
  }
}

function drawn<T>(random: Random, list: readonly T[], weightOf: (entry: T) => number): T {
  let left = random.next() * list.reduce((sum, entry) => sum + weightOf(entry), 0)
  for (const entry of list) {
    left -= weightOf(entry)
    if (left <= 0) return entry
  }
  return list.at(-1) as T
}
