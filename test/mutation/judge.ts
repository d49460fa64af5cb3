// What the mutants of a group say about its tests.
import type { ExplainedSurvivor } from './survivors.ts'

export const leastScore = 90

export type MutantStatus = 'killed' | 'timeout' | 'survived' | 'error'

export interface Mutant {
  file: string
  /** From 1. */
  lineNumber: number
  /** The line on which it begins. */
  line: string
  original: string
  replacement: string
  status: MutantStatus
}

export interface GroupResult {
  name: string
  files: number
  mutants: number
  killed: number
  timeout: number
  survived: number
  explained: number
  /** The percentage of mutants that were killed or ran into the timeout. An explained survivor counts as a survivor. */
  score: number
  problems: string[]
}

export function judge(
  { name, files }: { name: string; files: readonly string[] },
  mutants: readonly Mutant[],
  explained: readonly ExplainedSurvivor[],
): GroupResult {
  const count = (status: MutantStatus) => mutants.filter((mutant) => mutant.status === status).length
  const [killed, timeout, survived] = [count('killed'), count('timeout'), count('survived')]
  const reasons = explained.filter(({ file }) => files.includes(file))
  const survivors = mutants.filter(({ status }) => status === 'survived')
  const unexplained = survivors.filter((mutant) => !reasons.some((reason) => isOf(reason, mutant)))
  // A slow machine may end one by the timeout.
  const survives = (reason: ExplainedSurvivor) =>
    mutants.some((mutant) => isOf(reason, mutant) && (mutant.status === 'survived' || mutant.status === 'timeout'))
  const score = mutants.length === 0 ? 0 : (100 * (killed + timeout)) / mutants.length
  return {
    name,
    files: files.length,
    mutants: mutants.length,
    killed,
    timeout,
    survived,
    explained: survived - unexplained.length,
    score,
    problems: [
      ...(score < leastScore ? [`${name}: the score is ${percent(score)}, less than ${leastScore} %`] : []),
      ...mutants.filter(({ status }) => status === 'error').map((mutant) => `not tested: ${textOf(mutant)}`),
      ...unexplained.map((mutant) => `survived without a reason: ${textOf(mutant)}`),
      ...reasons
        .filter((reason) => !survives(reason))
        .map(({ file, original, replacement }) => `listed, but no survivor: ${file} ${original} → ${replacement}`),
    ],
  }
}

function isOf({ file, lineWith, original, replacement }: ExplainedSurvivor, mutant: Mutant): boolean {
  const isSame = mutant.original === original && mutant.replacement === replacement
  return isSame && mutant.file === file && mutant.line.includes(lineWith)
}

function textOf({ file, lineNumber, original, replacement }: Mutant): string {
  return `${file}:${lineNumber} ${original} → ${replacement}`
}

/** Never rounded up: 89.96 is not 90. */
export function percent(score: number): string {
  return `${(Math.floor(score * 10) / 10).toFixed(1)} %`
}
