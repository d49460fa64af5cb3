// A data folder in which root has left a folder and a file, as in a restore. Needs root, to become another user.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { projectRoot } from '../../../../scripts/command.ts'

const nobody = { uid: 65_534, gid: 65_534 }
const mayRunNode = () => process.getuid?.() === 0 && spawnSync(process.execPath, ['--version'], nobody).status === 0
const skip = mayRunNode() ? false : 'Only root can become another user.'

test('what root has left in the data folder does not keep a server from starting', { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'private-files-'))
  const [module, data] = [join(folder, 'private-files.ts'), join(folder, 'data')]
  copyFileSync(join(projectRoot, 'server/storage/private-files.ts'), module)
  mkdirSync(join(data, 'before-restore'), { recursive: true })
  const [ofRoot, own] = ['of-root.db', 'own.db'].map((name) => join(data, name)) as [string, string]
  for (const file of [ofRoot, own]) writeFileSync(file, '', { mode: 0o644 })
  for (const path of [folder, data, own]) chownSync(path, nobody.uid, nobody.gid)
  chmodSync(folder, 0o755)
  const script = `const { makePrivateFolder } = await import(${JSON.stringify(pathToFileURL(module).href)}); makePrivateFolder(${JSON.stringify(data)})`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    ...nobody,
    cwd: folder,
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
  const modes = [data, own, ofRoot].map((path) => statSync(path).mode & 0o777)
  assert.deepEqual(modes, [0o700, 0o600, 0o644])
})
