// The programs and units of the page on backups: an archive is never overwritten, one limit changes, and systemd accepts the units.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { projectRoot, runCommand } from '../../../scripts/command.ts'
import { pageBlocks } from '../../support/readme.ts'

const blocks = pageBlocks('docs/src/content/docs/operate/backup-and-restore.md').map(({ text }) => text)
const blockWith = (part: string) => blocks.find((text) => text.includes(part)) ?? assert.fail(part)
const analyze = (words: string[]) => runCommand('systemd-analyze', words, { quiet: true })
const isInstalled = (await analyze(['--version'])).code === 0

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'transfer-link-backup-page-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('archive-wal copies a file once, and never replaces one in the archive', () => {
  const archive = join(folder, 'archive')
  mkdirSync(archive)
  const program = join(folder, 'archive-wal')
  writeFileSync(program, blockWith('# archive-wal').replaceAll('/archive', archive))
  const copy = (content: string, name: string) => {
    writeFileSync(join(folder, 'wal'), content)
    return spawnSync('sh', [program, join(folder, 'wal'), name], { encoding: 'utf8' }).status
  }
  const archived = (name: string) => readFileSync(join(archive, name), 'utf8')
  assert.deepEqual([copy('first', '1'), archived('1')], [0, 'first'])
  // PostgreSQL was interrupted before it knew of the success.
  assert.deepEqual([copy('first', '1'), archived('1')], [0, 'first'])
  assert.notEqual(copy('other', '1'), 0)
  assert.equal(archived('1'), 'first')
  // The program was interrupted.
  writeFileSync(join(archive, '2.part'), 'sec')
  assert.deepEqual([copy('second', '2'), archived('2')], [0, 'second'])
  assert.deepEqual(readdirSync(archive).toSorted(), ['1', '2'])
})

test('the command for an hourly check changes the limit of BackupTooOld alone', () => {
  const rules = join(folder, 'alerts.yml')
  copyFileSync(join(projectRoot, 'deploy/alerts.yml'), rules)
  const [before = ''] = blockWith('sed -i').split('\n')
  spawnSync('sh', ['-euc', before.replace('/etc/prometheus/alerts.yml', rules)])
  const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n')
  const old = linesOf(join(projectRoot, 'deploy/alerts.yml'))
  const changed = linesOf(rules).filter((line, index) => line !== old[index])
  assert.deepEqual(
    changed.map((line) => line.trim()),
    ['expr: min(transfer_link_backup_age_seconds) > 3 * 3600'],
  )
})

test('systemd accepts the units of the page', {
  skip: !isInstalled && 'systemd-analyze is not installed',
}, async () => {
  const names = blocks.flatMap((text) => {
    const [, name] = /^# \/etc\/systemd\/system\/(\S+)\n/.exec(text) ?? []
    if (name === undefined) return []
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    const installed = text
      .replaceAll('/usr/bin/node ', `${process.execPath} `)
      .replace('/usr/bin/curl', process.execPath)
    writeFileSync(join(folder, name), installed)
    return [name]
  })
  writeFileSync(
    join(folder, 'transfer-link-backup.service.d/copy.conf'),
    `[Service]\n${blockWith('LoadCredential=backup-key')}`.replace('/usr/bin/rsync', process.execPath),
  )
  assert.equal(names.length, 4)
  const units = names.filter((name) => !name.includes('/')).map((name) => join(folder, name))
  const { code, output } = await analyze(['verify', '--man=no', ...units])
  assert.deepEqual([code, output], [0, ''])
})
