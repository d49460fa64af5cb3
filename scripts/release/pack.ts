// The two packages as npm would publish them.

import { join } from 'node:path'
import { runCommand } from '../command.ts'
import { buildPackages } from './build-packages.ts'

export const packageNames = ['transfer-link', 'transfer-link-server'] as const
export type PackageName = (typeof packageNames)[number]

export interface Packed {
  name: PackageName
  version: string
  /** Where the tarball lies. */
  tarball: string
  /** What is in it, by path. */
  files: string[]
}

/** Builds what is stale, and packs both into a folder. */
export async function packPackages(folder: string, log: (sentence: string) => void): Promise<Packed[]> {
  await buildPackages(log)
  const workspaces = packageNames.flatMap((name) => ['--workspace', name])
  const { code, output } = await runCommand(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--loglevel', 'error', '--pack-destination', folder, ...workspaces],
    { quiet: true },
  )
  if (code !== 0) throw new Error(`npm pack failed:\n${output}`)
  const told = JSON.parse(output.slice(output.search(/[[{]/))) as Told[] | Record<string, Told>
  return Object.values(told).map(({ name, version, filename, files }) => ({
    name,
    version,
    tarball: join(folder, filename),
    files: files.map(({ path }) => path),
  }))
}

interface Told {
  name: PackageName
  version: string
  filename: string
  files: { path: string }[]
}
