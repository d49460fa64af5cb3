import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { projectRoot, runCommand } from '../../../scripts/command.ts'
import { variableOf } from '../../../server/config-credentials.ts'

const analyze = (words: string[]) => runCommand('systemd-analyze', words, { quiet: true })
const isInstalled = (await analyze(['--version'])).code === 0
const skip = !isInstalled && 'systemd-analyze is not installed'
const folder = join(projectRoot, 'deploy/systemd')
const unit = join(folder, 'transfer-link.service')

test('the unit is rated at most 1.5', { skip }, async () => {
  const { output } = await analyze(['security', '--offline=true', '--no-pager', unit])
  const score = Number(/exposure level for transfer-link\.service: ([\d.]+)/.exec(output)?.[1] ?? Number.NaN)
  assert.ok(score <= 1.5, output)
})

test('systemd accepts the unit, alone and as a template with one instance per port', { skip }, async (t) => {
  const installed = mkdtempSync(join(tmpdir(), 'transfer-link-units-'))
  t.after(() => rmSync(installed, { recursive: true }))
  // systemd-analyze also checks that the program exists.
  const text = readFileSync(unit, 'utf8').replace('=/usr/bin/node ', `=${process.execPath} `)
  for (const name of ['transfer-link.service', 'transfer-link@.service']) writeFileSync(join(installed, name), text)
  const dropIns = 'transfer-link@.service.d'
  cpSync(join(folder, dropIns), join(installed, dropIns), { recursive: true })
  for (const name of ['transfer-link.service', 'transfer-link@4000.service']) {
    const { code, output } = await analyze(['verify', '--man=no', join(installed, name)])
    assert.deepEqual([name, code, output], [name, 0, ''])
  }
  assert.match(readFileSync(join(folder, dropIns, 'port.conf'), 'utf8'), /^Environment=PORT=%i$/m)
})

test('systemd starts the server again until its database is ready, however often that is', () => {
  const text = readFileSync(unit, 'utf8')
  assert.match(text, /^After=.*\bpostgresql\.service$/m)
  assert.match(text, /^StartLimitIntervalSec=0$/m)
  assert.match(text, /^Restart=always$/m)
})

test('every instance and every command has the same user, so all of them can use the folder', () => {
  assert.match(readFileSync(unit, 'utf8'), /^User=transfer-link$/m)
  assert.match(readFileSync(join(folder, 'transfer-link'), 'utf8'), /--property=User=transfer-link /)
})

test('a command has every secret that the server reads from a credential', () => {
  const script = readFileSync(join(folder, 'transfer-link'), 'utf8')
  const names = /^for name in (.+); do$/m.exec(script)?.[1]?.split(' ')
  assert.deepEqual(names, Object.keys(variableOf))
})
