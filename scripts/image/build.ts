// Builds the image from the package that npm would publish, with the dependencies of the lock file.

import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { outputOf, projectRoot } from '../command.ts'
import { billOfMaterials } from '../release/bill-of-materials.ts'
import { lockedDependencies, lockFile, type Manifest } from '../release/locked.ts'
import { packPackages } from '../release/pack.ts'
import { baseName } from './base.ts'
import { readContents } from './contents.ts'
import type { Engine } from './engine.ts'
import { imageBill } from './image-bill.ts'

export interface ImageSource {
  version: string
  /** The commit. */
  revision: string
}

export function imageTag(version: string): string {
  return `transfer-link:${version}`
}

/** Writes the folder that the image is built from. The base must be there. */
export async function writeContext(
  engine: Engine,
  folder: string,
  log: (sentence: string) => void,
): Promise<ImageSource> {
  rmSync(folder, { recursive: true, force: true })
  const packed = join(folder, 'packed')
  mkdirSync(packed, { recursive: true })
  await packPackages(packed, log)
  const archive = readdirSync(packed).find((name) => name.startsWith('transfer-link-server-')) ?? ''
  await outputOf('tar', '-xzf', join(packed, archive), '-C', packed)
  cpSync(join(packed, 'package'), folder, { recursive: true })
  rmSync(packed, { recursive: true })
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  writeFileSync(join(folder, 'package-lock.json'), lockFile(manifest, lockedDependencies(manifest)))
  const base = await readContents(engine, baseName)
  writeFileSync(join(folder, 'sbom.cdx.json'), imageBill(await billOfMaterials(manifest), base))
  copyFileSync(join(projectRoot, 'deploy/image/Containerfile'), join(folder, 'Containerfile'))
  return { version: manifest.version, revision: await outputOf('git', 'rev-parse', 'HEAD') }
}

export async function buildImage(
  engine: Engine,
  { folder, tag, source: { version, revision } }: { folder: string; tag: string; source: ImageSource },
): Promise<void> {
  const args = ['BASE', baseName, 'VERSION', version, 'REVISION', revision]
  const words = ['--no-cache', '--tag', tag, ...(await secrets())]
  for (let at = 0; at < args.length; at += 2) words.push('--build-arg', `${args[at]}=${args[at + 1]}`)
  if (engine.name === 'docker') words.push('--output', 'type=image,rewrite-timestamp=true')
  // The format of docker contains a random id.
  else words.push('--pull-never', '--format', 'oci', '--timestamp', '0', '--isolation', 'chroot')
  await engine.run('build', ...words, '--file', join(folder, 'Containerfile'), folder)
}

/** The npm settings of this machine, which only the build stage sees. */
async function secrets(): Promise<string[]> {
  const settings = join(homedir(), '.npmrc')
  const configured = await outputOf('npm', 'config', 'get', 'cafile')
  const authority = existsSync(configured) ? configured : (process.env.NODE_EXTRA_CA_CERTS ?? '')
  return [
    ...(existsSync(settings) ? ['--secret', `id=npmrc,src=${settings}`] : []),
    ...(existsSync(authority) ? ['--secret', `id=ca,src=${authority}`] : []),
  ]
}
