// Builds the browser's parts, each only when one of its sources is newer than what was built from them.

import { fork } from 'node:child_process'
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartError } from './options.ts'

interface BuiltPart {
  name: string
  config: string
  sources: string[]
  /** All of them must be there, and none older than the sources. */
  outputs: string[]
}

const amount = 'server/contract/amount.ts'

export const builtParts: BuiltPart[] = [
  {
    name: 'the link module',
    config: 'components/vite.config.ts',
    sources: ['components', amount],
    outputs: ['server/dist/browser/transfer-link.js', 'components/dist/index.js'],
  },
  {
    name: 'the hosted transfer UI',
    config: 'host/vite.config.ts',
    sources: ['host', 'components', amount],
    outputs: ['server/dist/hosted/index.html'],
  },
]

const skipped = new Set(['node_modules', 'dist'])

/** What has a source newer than its outputs, or no output at all. Without its sources (an installed package) nothing is stale. */
export function stalePartsOf(projectRoot: string): BuiltPart[] {
  return builtParts.filter(({ config, sources, outputs }) => {
    if (!existsSync(join(projectRoot, config))) return false
    const builtAt = Math.min(...outputs.map((output) => modifiedAt(join(projectRoot, output))))
    return Math.max(...sources.map((source) => newestIn(join(projectRoot, source)))) > builtAt
  })
}

export async function buildStale(
  projectRoot: string,
  log: (sentence: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  for (const part of stalePartsOf(projectRoot)) {
    const startedAt = new Date()
    log(`Building ${part.name} …`)
    await runBuild(projectRoot, part, signal)
    // A source that was saved during the build is newer than this, hence built again the next time.
    for (const output of part.outputs) {
      const path = join(projectRoot, output)
      if (existsSync(path)) utimesSync(path, startedAt, startedAt)
    }
  }
}

function runBuild(projectRoot: string, { name, config }: BuiltPart, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(buildProcess, [config], { cwd: projectRoot, execArgv: [] })
    signal?.addEventListener('abort', () => child.kill())
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else reject(new StartError(`Building ${name} failed; what is wrong stands above.`))
    })
  })
}

export const buildProcess = fileURLToPath(new URL('./build-process.ts', import.meta.url))

// A folder's own time tells of files that were removed, except at the top, where the output lies.
function newestIn(path: string, isTop = true): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  const inside = readdirSync(path)
    .filter((name) => !skipped.has(name))
    .map((name) => newestIn(join(path, name), false))
  return Math.max(isTop ? 0 : stat.mtimeMs, ...inside)
}

function modifiedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
