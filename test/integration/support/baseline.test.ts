// Whether a test that starts the baseline fails or is skipped where the history lacks it.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { missingHistory } from '../../support/baseline.ts'

const git = (...args: string[]) => execFileSync('git', args, { stdio: 'ignore' })

const folder = mkdtempSync(join(tmpdir(), 'baseline-'))
after(() => rmSync(folder, { recursive: true }))

test('a clone without the baseline fails and names the fix, and a folder that is no clone is skipped', () => {
  const [origin, shallow, archive] = [join(folder, 'origin'), join(folder, 'shallow'), join(folder, 'archive')]
  git('init', origin)
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
  for (const n of [1, 2]) git('-C', origin, ...identity, 'commit', '--allow-empty', '-m', `Commit ${n}`)
  git('clone', '--depth', '1', pathToFileURL(origin).href, shallow)
  mkdirSync(archive)
  assert.throws(() => missingHistory(shallow), /no commit \w+, which the test starts: run "git fetch --unshallow"\.$/)
  assert.throws(() => missingHistory(origin), /fetch the history of the original repository\.$/)
  assert.match(missingHistory(archive) ?? '', /is no clone/)
})
