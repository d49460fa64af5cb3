import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { buildIfStale } from '../../../../scripts/build/build-stale.ts'

const project = mkdtempSync(join(tmpdir(), 'transfer-link-build-'))
after(() => rmSync(project, { recursive: true, force: true }))

const part = { name: 'the module', sources: ['source'], outputs: ['dist/new-name.js'], folder: 'dist' }
const inProject = (file: string) => join(project, file)

function write(file: string) {
  mkdirSync(join(inProject(file), '..'), { recursive: true })
  writeFileSync(inProject(file), '')
}

test('a build leaves no file of an earlier version, and only runs again after a change', async () => {
  const built: string[] = []
  const build = async ({ name }: { name: string }) => {
    built.push(name)
    write('dist/new-name.js')
  }
  write('source/new-name.ts')
  // The time of a build has milliseconds, that of a file is finer: a source from the same millisecond would be newer.
  const before = new Date(Date.now() - 1_000)
  utimesSync(inProject('source/new-name.ts'), before, before)
  write('dist/old-name.js')
  await buildIfStale(project, [part], { log: () => {}, build })
  assert.ok(!existsSync(inProject('dist/old-name.js')))
  write('dist/types.d.ts')
  await buildIfStale(project, [part], { log: () => {}, build })
  assert.deepEqual(built, ['the module'])
  assert.ok(existsSync(inProject('dist/types.d.ts')))
})

test('a change of the lock file alone builds again', async () => {
  const built: string[] = []
  const build = async ({ name }: { name: string }) => void built.push(name)
  write('source/new-name.ts')
  write('dist/new-name.js')
  write('package-lock.json')
  for (const [file, secondsAgo] of [
    ['source/new-name.ts', 30],
    ['package-lock.json', 20],
    ['dist/new-name.js', 10],
  ] as const)
    utimesSync(inProject(file), new Date(), new Date(Date.now() - secondsAgo * 1_000))
  await buildIfStale(project, [part], { log: () => {}, build })
  assert.deepEqual(built, [])
  utimesSync(inProject('package-lock.json'), new Date(), new Date())
  await buildIfStale(project, [part], { log: () => {}, build })
  assert.deepEqual(built, ['the module'])
})
