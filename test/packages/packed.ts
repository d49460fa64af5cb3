// Both packages, packed by the release script once for all tests of this part.
import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runCommand } from '../../scripts/command.ts'
import { type PackageName, packageNames } from '../../scripts/release/pack.ts'
import { readManifest } from '../../scripts/release/problems-before.ts'
import { endWithProcess } from '../support/end-of-process.ts'

interface Packed {
  name: PackageName
  tarball: string
  /** The paths of its files. */
  files: string[]
}

const run = promisify(execFile)
export const folder = mkdtempSync(join(tmpdir(), 'transfer-link-packages-'))
endWithProcess(() => rm(folder, { recursive: true, force: true }))

/** Every file that the release script writes. */
export const releaseFolder = join(folder, 'release')
const words = ['scripts/release/main.ts', '--skip-tests', '--allow-changes', '--into', releaseFolder]
const { code, output } = await runCommand(process.execPath, words, { quiet: true })
if (code !== 0) throw new Error(`The release script failed:\n${output}`)

const { version } = readManifest('components')
export const packed: Packed[] = await Promise.all(
  packageNames.map(async (name) => {
    const tarball = join(releaseFolder, `${name}-${version}.tgz`)
    const { stdout } = await run('tar', ['-tzf', tarball])
    const files = stdout.trim().split('\n')
    return { name, tarball, files: files.map((file) => file.replace(/^package\//, '')) }
  }),
)
