// Writes the software bill of materials of a package, in CycloneDX by npm.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../command.ts'
import { lockedDependencies, lockFile, type Manifest } from './locked.ts'

/** Describes one package. In the workspace, npm would add the other packages and omit dependencies that are also development tools. */
export async function billOfMaterials(manifest: Manifest): Promise<string> {
  const parent = mkdtempSync(join(tmpdir(), 'transfer-link-sbom-'))
  // npm names the package after its folder.
  const folder = join(parent, manifest.name)
  try {
    mkdirSync(folder)
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    writeFileSync(join(folder, 'package-lock.json'), lockFile(manifest, lockedDependencies(manifest)))
    const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev', '--loglevel', 'error']
    const { code, output } = await runCommand('npm', [...words, '--prefix', folder], { quiet: true })
    if (code !== 0) throw new Error(`npm sbom failed for ${manifest.name}:\n${output}`)
    return output.slice(output.indexOf('{'))
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
}
