// The figures of a soak as tables, on the screen and, with `--save`, in results.md.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type Judgement, leastMinutesJudged } from './judge.ts'
import type { Load } from './load.ts'
import type { Sample } from './sample.ts'

export interface SoakResult {
  storage: string
  minutes: number
  samples: readonly Sample[]
  load: Pick<Load, 'figures' | 'breaches'>
  /** Empty for a run that is too short. */
  judgements: readonly Judgement[]
}

export function lineOf({ minute, rows, sizes, server }: Sample): string {
  const { link, preview, sign_in, token, idempotency_key, transfer } = rows
  const mebibytes = (bytes: number) => (bytes / 1_048_576).toFixed(1)
  return [
    `${minute.toFixed(1)} min: ${transfer} transfers, ${link} links, ${preview} previews, ${sign_in} sign-ins, ${token} tokens`,
    `${idempotency_key} keys, ${mebibytes(sizes.expiring)} + ${mebibytes(sizes.wal)} MiB, heap ${mebibytes(server.heap)}`,
    `rss ${mebibytes(server.rss)} MiB, ${server.handles} handles, p99 ${server.delayMs.toFixed(0)} ms`,
  ].join(', ')
}

export function tableOf({ samples, judgements, load }: SoakResult): string {
  const round = (value: number) => String(Math.round(value))
  const judged = judgements.map(({ what, middle, last, most, isFlat }) => [
    what,
    ...[middle, last, most].map(round),
    isFlat ? 'flat' : 'GROWS',
  ])
  const counts = Object.entries({ ...load.figures, transfers: samples.at(-1)?.rows.transfer ?? 0 })
  return [
    draw(['', 'middle third', 'last third', 'bound', ''], judged),
    '',
    draw(
      ['load', 'times'],
      counts.map(([what, times]) => [what, String(times)]),
    ),
  ].join('\n')
}

function draw(header: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(header), line(header.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

export function verdictOf({ storage, minutes, judgements, load: { breaches }, samples }: SoakResult): string {
  const grown = judgements.filter(({ isFlat }) => !isFlat).map(({ what }) => what)
  if (breaches.length > 0) return `BROKEN on ${storage}: ${breaches.length} wrong responses, the first: ${breaches[0]}`
  if (grown.length > 0) return `BROKEN on ${storage}: ${grown.join(', ')} did not stay flat.`
  const transfers = samples.at(-1)?.rows.transfer ?? 0
  return judgements.length === 0
    ? `HELD on ${storage}: ${transfers} transfers without a wrong response. Growth is judged from ${leastMinutesJudged} minutes on.`
    : `HELD on ${storage}: rows, files, memory, handles and event-loop delay stayed flat for ${minutes} minutes, over ${transfers} transfers.`
}

export function save(result: SoakResult, command: string): string {
  const file = join(import.meta.dirname, 'results.md')
  const text = [
    '# Soak: the last saved run',
    '',
    `\`${command}\` on ${new Date().toISOString().slice(0, 10)} at ${commit()}, Node ${process.versions.node}, ${availableParallelism()} cores.`,
    '',
    tableOf(result),
    '',
    verdictOf(result),
    '',
    'Each figure is the median of its third. A bound is the figure of the middle third with a tolerance (`judge.ts`). Retention periods were',
    'one minute. The tables of transfers are left out: transfers stay.',
    '',
  ]
  writeFileSync(file, text.join('\n'))
  return file
}

function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
  const hasChanges = git('status', '--porcelain', '../../../server') !== ''
  return `${git('rev-parse', '--short', 'HEAD')}${hasChanges ? ' with changes' : ''}`
}
