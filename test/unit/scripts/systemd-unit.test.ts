import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { projectRoot, runCommand } from '../../../scripts/command.ts'
import { variableOf } from '../../../server/config-credentials.ts'

const analyze = (words: string[]) => runCommand('systemd-analyze', words, { quiet: true })
const isInstalled = (await analyze(['--version'])).code === 0
const unit = join(projectRoot, 'deploy/systemd/transfer-link.service')

test('the unit is rated at most 1.5', { skip: !isInstalled && 'systemd-analyze is not installed' }, async () => {
  const { output } = await analyze(['security', '--offline=true', '--no-pager', unit])
  const score = Number(/exposure level for transfer-link\.service: ([\d.]+)/.exec(output)?.[1] ?? Number.NaN)
  assert.ok(score <= 1.5, output)
})

test('a command has every secret that the server reads from a credential', () => {
  const script = readFileSync(join(projectRoot, 'deploy/systemd/transfer-link'), 'utf8')
  const names = /^for name in (.+); do$/m.exec(script)?.[1]?.split(' ')
  assert.deepEqual(names, Object.keys(variableOf))
})
