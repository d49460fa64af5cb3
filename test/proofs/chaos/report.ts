// The figures of the runs as a table, on the screen and, with `--save`, in results.md.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { RunResult } from './run.ts'

export function tableOf(results: readonly RunResult[]): string {
  const columns = results.map(rowsOf)
  const names = columns[0]?.map(([name]) => name) ?? []
  const lines = names.map((name, at) => [name, ...columns.map((rows) => String(rows[at]?.[1] ?? ''))])
  const header = ['', ...results.map(({ storage }) => storage)]
  const widths = header.map((_, column) => Math.max(...[header, ...lines].map((line) => line[column]?.length ?? 0)))
  const draw = (cells: string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [draw(header), rule, ...lines.map(draw)].join('\n')
}

function rowsOf({
  kills: figures,
  proxy,
  clients,
  books,
  events,
  received,
  startMs,
  seconds,
  breaches,
  seed,
}: RunResult): [string, string | number][] {
  const { server, serverStarting, serverFrozen, exchange, chain } = figures.kills
  const transfers = books?.transfers ?? []
  const ended = (detail: string) => transfers.filter((transfer) => transfer.detail === detail).length
  const met = (kind: string) => transfers.filter(({ timeline }) => timeline.some((event) => event.kind === kind)).length
  const arrived = received.reduce((sum, each) => sum + each.length, 0)
  const sorted = [...startMs].sort((a, b) => a - b)
  const quantile = (share: number) => `${Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)} ms`
  return [
    ['seed', seed],
    ['SIGKILL in all', server + serverStarting + serverFrozen + exchange + chain],
    ['… API server running', server],
    ['… API server starting', serverStarting],
    ['… API server frozen', serverFrozen],
    ['… exchange', exchange],
    ['… chains', chain],
    ['SIGKILL of a receiver of webhooks', figures.receiverKills],
    ['SIGSTOP and SIGCONT of an API server', figures.freezes],
    ['proxy: responses lost', proxy.lostResponse],
    ['proxy: responses cut, then half-closed', proxy.halfResponse],
    ['proxy: requests lost', proxy.lostRequest],
    ['proxy: stalled, then reset', proxy.stall],
    ['proxy: delayed', proxy.delay],
    ['proxy: connections refused for a while', proxy.refused],
    ['faults switched on at the exchange', figures.exchangeFaults],
    ['times that access to the exchange expired', figures.expiries],
    ['sign-ins repeated by clients', clients.reconnects],
    ['calls of clients that failed', clients.failedCalls],
    ['executes repeated until a response', clients.retried],
    ['executes acknowledged', clients.acknowledged],
    ['transfers', transfers.length],
    ['… Succeeded', ended('Succeeded')],
    ['… Rejected', ended('Rejected')],
    ['… Returned', ended('Returned')],
    ['… NotSent', ended('NotSent')],
    ['… that were unknown on the way', met('unknown')],
    ['… then found at the exchange', met('found')],
    ['… then proved not sent', transfers.filter(wasProvedAbsent).length],
    ['withdrawals at the exchange', books?.withdrawals.length ?? 0],
    ['webhook events', events.length],
    ['webhooks received', arrived],
    ['… that were repeats', arrived - received.length * events.length],
    ['start of an API server, p50', quantile(0.5)],
    ['start of an API server, p99', quantile(0.99)],
    ['seconds of killing', seconds.kill.toFixed(1)],
    ['seconds until nothing was pending', seconds.settle.toFixed(1)],
    ['seconds in all', seconds.total.toFixed(1)],
    ['breaches', breaches.length],
  ]
}

function wasProvedAbsent({ timeline }: { timeline: { kind: string }[] }): boolean {
  const kinds = timeline.map(({ kind }) => kind)
  return kinds.includes('unknown') && kinds.includes('notSent')
}

export function verdictOf(results: readonly RunResult[]): string {
  const breaches = results.reduce((sum, result) => sum + result.breaches.length, 0)
  const transfers = results.reduce((sum, { books }) => sum + (books?.transfers.length ?? 0), 0)
  const where = results.map(({ storage }) => storage).join(' and ')
  return breaches === 0
    ? `HELD on ${where}: client journal, service, exchange ledger and chain agree to the last unit over ${transfers} transfers, and the receivers of webhooks with their timelines.`
    : `BROKEN on ${where}: ${breaches} ${breaches === 1 ? 'breach' : 'breaches'} in ${transfers} transfers.`
}

export function save(results: readonly RunResult[], command: string): string {
  const file = join(import.meta.dirname, 'results.md')
  const text = [
    '# Killed at random: the last saved run',
    '',
    `\`${command}\` on ${new Date().toISOString().slice(0, 10)} at ${commit()}, Node ${process.versions.node}, ${availableParallelism()} cores.`,
    '',
    tableOf(results),
    '',
    verdictOf(results),
    '',
    'The API servers ran with `SANDBOX_SPEEDUP`, which divides send limit, lease and visibility by the same number: the order of',
    'events stays what it is in production, the waits are shorter.',
    '',
  ]
  writeFileSync(file, text.join('\n'))
  return file
}

function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
  try {
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', '../../../server') === '' ? '' : ' with changes'}`
  } catch {
    return 'an unknown commit'
  }
}
