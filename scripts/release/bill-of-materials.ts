// Writes the software bill of materials of a package, in CycloneDX by npm.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../command.ts'
import { lockFile, type Manifest, withBundled } from './locked.ts'

/** Of one package with those that its files contain. npm runs outside of the workspace, because it would describe all of it. */
export async function billOfMaterials(published: Manifest): Promise<string> {
  const { manifest, packages } = withBundled(published)
  const parent = mkdtempSync(join(tmpdir(), 'transfer-link-sbom-'))
  // npm names the package after its folder.
  const folder = join(parent, manifest.name)
  try {
    mkdirSync(folder)
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    writeFileSync(join(folder, 'package-lock.json'), lockFile(manifest, packages))
    const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev', '--loglevel', 'error']
    const { code, output } = await runCommand('npm', [...words, '--prefix', folder], { quiet: true })
    if (code !== 0) throw new Error(`npm sbom failed for ${manifest.name}:\n${output}`)
    return withoutTimes(output.slice(output.indexOf('{')))
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
}

/** The same packages make the same file, so that releases and images are reproducible. Both parts are optional in CycloneDX. */
function withoutTimes(text: string): string {
  const { serialNumber: _, metadata, ...rest } = JSON.parse(text)
  const { timestamp: __, ...lasting } = metadata
  return `${JSON.stringify({ ...rest, metadata: lasting }, null, 2)}\n`
}
