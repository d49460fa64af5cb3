// Lists the problems that prevent a release, one sentence each.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot, runCommand } from '../command.ts'
import type { Manifest } from './locked.ts'

const versionPattern = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[\w.]+)?$/

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(projectRoot, folder, 'package.json'), 'utf8')) as Manifest
}

export async function releaseProblems(
  manifests: Manifest[],
  { allowChanges }: { allowChanges: boolean },
): Promise<string[]> {
  const changelog = readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8')
  const element = readFileSync(join(projectRoot, 'components/embed/transfer-link.ts'), 'utf8')
  const all = [...manifests, readManifest('.')]
  return [...(allowChanges ? [] : await uncommitted()), ...versionProblems(all, changelog, element)]
}

/** Both packages and the workspace must have the same version. The server serves the script of its version. */
export function versionProblems(manifests: Manifest[], changelog: string, element: string): string[] {
  const [version = '', ...others] = new Set(manifests.map((manifest) => manifest.version))
  if (others.length > 0)
    return [
      `The packages have different versions: ${manifests.map((each) => `${each.name} ${each.version}`).join(', ')}.`,
    ]
  if (!versionPattern.test(version)) return [`${version} is not a version.`]
  const heading = `## [${version}]`
  const [, section] = changelog.split(`\n${heading}`)
  const [, ...lines] = section?.split(/\n## \[/)[0]?.split('\n') ?? []
  return [
    ...(section === undefined ? [`CHANGELOG.md has no heading "${heading}".`] : []),
    ...(section !== undefined && !lines.some(Boolean) ? [`CHANGELOG.md has no text under "${heading}".`] : []),
    ...(element.includes(`version = '${version}'`)
      ? []
      : ['components/embed/transfer-link.ts states another version.']),
  ]
}

async function uncommitted(): Promise<string[]> {
  const { code, output } = await runCommand('git', ['status', '--porcelain'], { quiet: true })
  if (code !== 0) return ['This is not a git checkout, so the release could not be traced to a commit.']
  const files = output.split('\n').filter(Boolean)
  return files.length === 0
    ? []
    : [`Commit or remove these files first: ${files.map((line) => line.slice(3)).join(', ')}.`]
}
