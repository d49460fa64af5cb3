// The last result of each proof, in a committed file. A result is stale if anything except the results has changed since its commit.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

export interface ProofResult {
  held: boolean
  /** When it ended, in UTC. */
  date: string
  /** With a plus sign if there were uncommitted changes. */
  commit: string
  seconds: number
}

type ProofResults = Record<string, ProofResult>
type ProofState = 'current' | 'stale' | 'no result of `npm run proof`'

/** Files changed since a commit; null for an unknown commit. */
type ChangedSince = (commit: string) => readonly string[] | null

export const resultsFile = 'test/proofs/results.json'

export function readResults(file: string): ProofResults {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ProofResults) : {}
}

/** Writes each result immediately: the next proof may take hours. */
export function saveResult(file: string, name: string, result: ProofResult): void {
  writeFileSync(file, `${JSON.stringify({ ...readResults(file), [name]: result }, null, 2)}\n`)
}

export function stateOf(result: ProofResult | undefined, changedSince: ChangedSince): ProofState {
  if (result === undefined) return 'no result of `npm run proof`'
  if (result.commit.endsWith('+')) return 'stale'
  const changed = changedSince(result.commit)
  return changed?.every((file) => file === resultsFile) ? 'current' : 'stale'
}

export function tableOf(names: readonly string[], results: ProofResults, changedSince: ChangedSince): string {
  const rows = names.map((name) => {
    const result = results[name]
    const state = stateOf(result, changedSince)
    if (result === undefined) return [name, '', '', '', '', state]
    const { held, date, commit, seconds } = result
    return [name, held ? 'held' : 'broken', date, commit, minutes(seconds), state]
  })
  const table = [['proof', 'result', 'date', 'commit', 'minutes', 'state'], ...rows]
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? []
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const minutes = (seconds: number) => (seconds / 60).toFixed(1)

export function currentCommit(cwd: string): string {
  const hash = git(cwd, 'rev-parse', '--short=9', 'HEAD')
  const isChanged = filesIn(git(cwd, 'status', '--porcelain=v1', '--untracked-files=no')).length > 0
  return isChanged ? `${hash}+` : hash
}

export function changesIn(cwd: string): ChangedSince {
  return (commit) => {
    try {
      return git(cwd, 'diff', '--name-only', commit).split('\n').filter(Boolean)
    } catch {
      return null
    }
  }
}

function filesIn(status: string): string[] {
  return status.split('\n').filter((line) => line !== '' && !line.endsWith(resultsFile))
}

function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}
