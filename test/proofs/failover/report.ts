// The figures of a run as tables, on the screen and, with `--save`, in results.md.
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../../../scripts/command.ts'
import { currentCommit } from '../proof-results.ts'
import { inMs, type Round } from './cases.ts'
import type { FailoverResult } from './run.ts'

export function tableOf({ rounds, ...figures }: FailoverResult): string {
  const { acknowledged, retried, transfers, withdrawals, breaches, seconds } = figures
  const cases = [...Map.groupBy(rounds, ({ name }) => name)]
  const counts: [string, number][] = [
    ['executes acknowledged', acknowledged],
    ['executes repeated until a response', retried],
    ['transfers', transfers],
    ['withdrawals at the exchange', withdrawals],
    ['breaches', breaches.length],
    ['seconds in all', Math.round(seconds)],
  ]
  return [
    draw(['', 'times', 'first write, median', 'most', 'through every server, median', 'most'], cases.map(rowOf)),
    '',
    draw(
      ['', ''],
      counts.map(([name, count]) => [name, String(count)]),
    ),
  ].join('\n')
}

function rowOf([name, rounds]: [string, Round[]]): string[] {
  const [firsts, lasts] = [rounds.map(({ first }) => first), rounds.map(({ last }) => last)]
  const times = [medianOf(firsts), Math.max(...firsts), medianOf(lasts), Math.max(...lasts)]
  return [name, String(rounds.length), ...times.map(inMs)]
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]]
  return (low + high) / 2
}

function draw(header: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(header), line(header.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

export function verdictOf({ breaches, rounds, transfers }: FailoverResult): string {
  return breaches.length === 0
    ? `HELD over ${rounds.length} failovers: nothing was lost or sent twice in ${transfers} transfers, and every server wrote in time.`
    : `BROKEN: ${breaches.length} ${breaches.length === 1 ? 'breach' : 'breaches'} in ${transfers} transfers. The first: ${breaches[0]}`
}

export function save(result: FailoverResult, command: string): string {
  const file = join(import.meta.dirname, 'results.md')
  const date = new Date().toISOString().slice(0, 10)
  const cores = availableParallelism()
  const text = [
    '# Failover: the last saved run',
    '',
    `\`${command}\` on ${date} at ${currentCommit(projectRoot)}, Node ${process.versions.node}, ${cores} cores.`,
    '',
    tableOf(result),
    '',
    ...result.breaches.map((breach) => `- ${breach}`),
    ...(result.breaches.length === 0 ? [] : ['']),
    verdictOf(result),
    '',
    'A time is measured from the moment when the promoted server accepted writes. The standby was promoted at once, so in the last case the',
    'time includes how long the servers took to notice that the primary was silent. `fsync` was off. The API servers ran with',
    '`SANDBOX_SPEEDUP`, which divides send limit, lease and visibility by the same number.',
    '',
  ]
  writeFileSync(file, text.join('\n'))
  return file
}
