// The two packages as npm would publish them. A manifest's `publishConfig.exports` replaces its `exports`, as pnpm and Yarn do: in
// the clone the server's entry is its TypeScript source, in the package it is the build of that source.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot, runCommand } from '../command.ts'
import { buildPackages } from './build-packages.ts'

export const packageNames = ['transfer-link', 'transfer-link-server'] as const
export type PackageName = (typeof packageNames)[number]

/** One package in the output of `npm pack --json`. */
interface PackReport {
  name: PackageName
  files: { path: string }[]
}

const packageFolders: Record<PackageName, string> = { 'transfer-link': 'components', 'transfer-link-server': 'server' }

/** Builds what is stale, and packs both into a folder. */
export async function packPackages(folder: string, log: (sentence: string) => void): Promise<void> {
  await buildPackages(log)
  const staging = mkdtempSync(join(tmpdir(), 'transfer-link-pack-'))
  try {
    const sources = packageNames.map((name) => join(projectRoot, packageFolders[name]))
    const staged = (await npmPack([...sources, '--dry-run'])).map((report) => stagePackage(report, staging))
    await npmPack([...staged, '--pack-destination', folder])
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

async function npmPack(args: string[]): Promise<PackReport[]> {
  const words = ['pack', '--json', '--ignore-scripts', '--loglevel', 'error', ...args]
  const { code, output } = await runCommand('npm', words, { quiet: true })
  if (code !== 0) throw new Error(`npm pack failed:\n${output}`)
  const reports = JSON.parse(output.slice(output.search(/[[{]/))) as PackReport[] | Record<string, PackReport>
  return Object.values(reports)
}

/** Copies the files of one package into a folder, with the manifest that is published. Returns the folder. */
function stagePackage({ name, files }: PackReport, staging: string): string {
  const target = join(staging, name)
  for (const { path } of files) cpSync(join(projectRoot, packageFolders[name], path), join(target, path))
  const manifest = join(target, 'package.json')
  writeFileSync(manifest, publishedManifest(readFileSync(manifest, 'utf8')))
  return target
}

/** The manifest with its published exports and without scripts, which only the clone requires. */
function publishedManifest(text: string): string {
  const {
    publishConfig,
    scripts: _,
    ...manifest
  } = JSON.parse(text) as {
    publishConfig?: { exports?: unknown }
    scripts?: unknown
  }
  const { exports, ...rest } = publishConfig ?? {}
  const published = {
    ...manifest,
    ...(exports !== undefined && { exports }),
    ...(Object.keys(rest).length > 0 && { publishConfig: rest }),
  }
  return `${JSON.stringify(published, null, 2)}\n`
}
