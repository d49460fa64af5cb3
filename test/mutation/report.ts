// The results of the groups as a table, on the screen and, with `--save`, in results.md.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../scripts/command.ts'
import { currentCommit } from '../proofs/proof-results.ts'
import { type GroupResult, leastScore, percent } from './judge.ts'

export function tableOf(results: readonly GroupResult[]): string {
  const header = ['group', 'files', 'mutants', 'killed', 'timeout', 'survived', 'explained', 'score']
  const rows = results.map(({ name, files, mutants, killed, timeout, survived, explained, score }) => [
    name,
    ...[files, mutants, killed, timeout, survived, explained].map(String),
    percent(score),
  ])
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(header), line(header.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

export function verdictOf(results: readonly GroupResult[]): string {
  const problems = results.flatMap((result) => result.problems)
  const mutants = results.reduce((sum, result) => sum + result.mutants, 0)
  const lowest = percent(Math.min(...results.map(({ score }) => score)))
  return problems.length === 0
    ? `HELD over ${mutants} mutants: every group has at least ${leastScore} % (the lowest ${lowest}), and every survivor is explained.`
    : `BROKEN: ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} with ${mutants} mutants. The first: ${problems[0]}`
}

export function save(results: readonly GroupResult[]): string {
  const file = join(import.meta.dirname, 'results.md')
  const date = new Date().toISOString().slice(0, 10)
  const text = [
    '# Mutation score: the last saved run',
    '',
    `\`npm run mutate\` on ${date} at ${currentCommit(projectRoot)}, Node ${process.versions.node}.`,
    '',
    tableOf(results),
    '',
    verdictOf(results),
    '',
    'The score is the share of mutants that a test killed or that ran into the timeout. Survivors count against it, whether `survivors.ts`',
    'explains them or not.',
    '',
  ]
  writeFileSync(file, text.join('\n'))
  return file
}
