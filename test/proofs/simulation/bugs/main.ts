// `npm run sim:bugs`: plants each bug in turn, and runs the schedules of `npm run sim` until one breaks a rule. A bug that is not found,
// or that no longer matches the code, fails the command: the simulation then proves less than it claims.

import { availableParallelism } from 'node:os'
import { readCommandLine, refuse, wholeNumber } from '../../../../scripts/command-line.ts'
import type { Found, Work } from '../run-seeds.ts'
import { runInWorkers } from '../workers.ts'
import type { Bug } from './bug.ts'
import { bugs } from './bugs.ts'

const usage = `Usage: npm run sim:bugs -- [--only WORDS] [--seeds N]

  Plants one bug at a time. The simulation must find each one.
  --only WORDS  only the bugs whose name contains these words
  --seeds N     number of schedules for each bug (20000)`

const { values } = readCommandLine(usage, {
  options: { seeds: { type: 'string', default: '20000' }, only: { type: 'string', default: '' } },
})
const seeds = wholeNumber(values.seeds, { option: '--seeds', usage, least: 1 })
const chunk = 100
/** Up to this schedule every violation is counted, to show how easily a bug is found. */
const countedSeeds = 300

interface Verdict {
  bug: Bug
  first: Found | undefined
  counted: number
  problem: string
}

const chosen = bugs.filter(({ name }) => name.includes(values.only))
if (chosen.length === 0) {
  const known = bugs.map(({ name }) => `\n  ${name}`).join('')
  refuse(`No bug has "${values.only}" in its name. There are:${known}`, usage)
}
const waiting = [...chosen]
const verdicts: Verdict[] = []

await Promise.all(Array.from({ length: Math.min(availableParallelism(), 8) }, hunt))
const missed = verdicts.filter(({ first, problem }) => first === undefined || problem !== '')
const rules = new Set(chosen.flatMap(({ breaks }) => breaks))
for (const { bug, problem } of missed) console.log(`NOT FOUND: ${bug.name}${problem === '' ? '' : ` (${problem})`}`)
console.log(
  `${verdicts.length - missed.length} of ${chosen.length} bugs found within ${seeds} schedules, ${rules.size} rules.`,
)
process.exitCode = missed.length === 0 ? 0 : 1

async function hunt(): Promise<void> {
  for (let bug = waiting.shift(); bug !== undefined; bug = waiting.shift()) {
    const verdict = await verdictOn(bug)
    verdicts.push(verdict)
    const { first, counted, problem } = verdict
    const where = first === undefined ? 'not found' : `first seed ${String(first.seed).padStart(5)}`
    const often = `${String(counted).padStart(3)} of the first ${countedSeeds}`
    console.log(`${where}  ${often}  ${bug.name.padEnd(62)} ${first?.message.slice(0, 90) ?? problem}`)
  }
}

async function verdictOn(bug: Bug): Promise<Verdict> {
  const verdict: Verdict = { bug, first: undefined, counted: 0, problem: '' }
  let next = 1
  const nextWork = (): Work | undefined => {
    if (next > seeds || verdict.problem !== '') return undefined
    if (verdict.first !== undefined && next > countedSeeds) return undefined
    const work = { kind: 'seeds', first: next, count: Math.min(chunk, seeds - next + 1), only: null } as const
    next += work.count
    return { ...work, untilFound: false }
  }
  try {
    await runInWorkers(
      1,
      nextWork,
      ({ stretch: { found }, unplanted }) => {
        if (unplanted.length > 0) verdict.problem = `never loaded: ${unplanted.join(', ')}`
        // A violation of another rule does not prove that this rule is checked.
        const expected = found.filter(({ invariant }) => bug.breaks.includes(invariant))
        verdict.first ??= expected[0]
        verdict.counted += expected.filter(({ seed }) => seed <= countedSeeds).length
      },
      bug.name,
    )
  } catch (error) {
    verdict.problem = error instanceof Error ? error.message : String(error)
  }
  return verdict
}
