// The first release that starts on a newer schema, from the history of this repository.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../../scripts/command.ts'

export const baselineCommit = 'f45ccff0'

/** The packages of this repository, and their folders. */
const workspaces = {
  'transfer-link': 'components',
  'transfer-link-server': 'server',
  'transfer-link-sandbox': 'sandbox',
}

export interface Baseline {
  root: string
  remove(): void
}

/** Returns the reason if this folder is no clone, such as the archive of a release. Throws for a clone without the baseline. */
export function extractBaseline(): Baseline | string {
  const missing = missingHistory(projectRoot)
  if (missing !== null) return missing
  const root = mkdtempSync(join(tmpdir(), 'transfer-link-baseline-'))
  const remove = () => rmSync(root, { recursive: true, force: true })
  const extract = `git archive ${baselineCommit} | tar -x -C "${root}"`
  const extracted = spawnSync('sh', ['-c', extract], { cwd: projectRoot, encoding: 'utf8' })
  if (extracted.status !== 0) {
    remove()
    throw new Error(`the baseline could not be extracted: ${extracted.stderr}`)
  }
  linkModules(root)
  return { root, remove }
}

/** A clone can load the baseline, so without it the tests fail: nobody reads why a test was skipped. */
export function missingHistory(folder: string): string | null {
  if (!existsSync(join(folder, '.git'))) return `${folder} is no clone, so it has no commit ${baselineCommit}`
  const git = (...args: string[]) => spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
  const { status, error } = git('cat-file', '-e', `${baselineCommit}^{commit}`)
  if (error) throw error
  if (status === 0) return null
  const isShallow = git('rev-parse', '--is-shallow-repository').stdout.trim() === 'true'
  const fix = isShallow ? 'run "git fetch --unshallow"' : 'fetch the history of the original repository'
  throw new Error(`The history of this clone has no commit ${baselineCommit}, which the test starts: ${fix}.`)
}

/** Installed packages are those of this clone, whose lock file is the same. Its own packages are those of the baseline. */
function linkModules(root: string): void {
  const [from, to] = [join(projectRoot, 'node_modules'), join(root, 'node_modules')]
  mkdirSync(to)
  for (const name of readdirSync(from)) {
    const own = workspaces[name as keyof typeof workspaces]
    if (name !== '.cache') symlinkSync(own === undefined ? join(from, name) : join(root, own), join(to, name))
  }
}
