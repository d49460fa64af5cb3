// The first release that starts on a newer schema, from the history of this repository.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
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

/** Returns the reason if the history does not contain it. */
export function extractBaseline(): Baseline | string {
  const found = spawnSync('git', ['cat-file', '-e', `${baselineCommit}^{commit}`], { cwd: projectRoot })
  if (found.status !== 0) return `the history has no commit ${baselineCommit}: "git fetch --unshallow" loads it`
  const root = mkdtempSync(join(tmpdir(), 'transfer-link-baseline-'))
  const remove = () => rmSync(root, { recursive: true, force: true })
  const extract = `git archive ${baselineCommit} | tar -x -C "${root}"`
  const extracted = spawnSync('sh', ['-c', extract], { cwd: projectRoot, encoding: 'utf8' })
  if (extracted.status !== 0) {
    remove()
    return `the baseline could not be extracted: ${extracted.stderr}`
  }
  linkModules(root)
  return { root, remove }
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
