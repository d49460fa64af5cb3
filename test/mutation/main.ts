// `npm run mutate`: changes the code of the core in many small ways. The unit tests must fail for each of these mutants.
import { relative } from 'node:path'
import { projectRoot } from '../../scripts/command.ts'
import { oneOf, readCommandLine, refuse } from '../../scripts/command-line.ts'
import { groups } from './groups.ts'
import { type GroupResult, judge, leastScore } from './judge.ts'
import { save, tableOf, verdictOf } from './report.ts'
import { installStryker, reportOf, runStryker } from './run-stryker.ts'
import { explainedSurvivors } from './survivors.ts'

const names = groups.map(({ name }) => name)
const usage = `Usage: npm run mutate -- [group …] [--save]

  Changes the code of each group, or only of those named, in many small ways, and runs its unit tests for each change (mutant).
  The tests must notice at least ${leastScore} % of the mutants of each group, and test/mutation/survivors.ts must explain the others.
  The groups: ${names.join(', ')}.

  The first run installs Stryker in test/mutation. All groups take some minutes.

  --save  writes the table of all groups to test/mutation/results.md`

const { positionals, values } = readCommandLine(usage, {
  allowPositionals: true,
  options: { save: { type: 'boolean', default: false } },
})
const chosen = new Set(positionals.map((text) => oneOf(names, { text, what: 'group', usage })))
if (values.save && chosen.size > 0) refuse('--save needs all groups.', usage)

process.chdir(projectRoot)
// Ctrl-C ends Stryker too. This process then removes the copy, and ends.
process.once('SIGINT', () => {})
await installStryker()
const results: GroupResult[] = []
for (const group of groups) {
  if (chosen.size > 0 && !chosen.has(group.name)) continue
  console.log(`\n── ${group.name}: ${group.files.join(', ')}`)
  const mutants = await runStryker(group)
  if (mutants === null) {
    console.error(`BROKEN: Stryker could not test the group ${group.name}.`)
    process.exit(1)
  }
  const result = judge(group, mutants, explainedSurvivors)
  for (const problem of result.problems) console.log(problem)
  console.log(`The report: ${reportOf(group.name)}`)
  results.push(result)
}
console.log(`\n${tableOf(results)}`)
if (values.save) console.log(`\nSaved to ${relative(projectRoot, save(results))}.`)
console.log(`\n${verdictOf(results)}`)
process.exitCode = results.every(({ problems }) => problems.length === 0) ? 0 : 1
