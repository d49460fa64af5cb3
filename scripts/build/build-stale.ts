// Builds the browser's files. Each part is built only if one of its sources is newer than its output.

import { fork } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BuildWatcher } from '../../sandbox/supervisor.ts'

export interface Built {
  name: string
  sources: string[]
  /** All outputs must exist, and none may be older than the sources. */
  outputs: string[]
  /** Deleted before the build, so that a package never contains a file of an earlier version. */
  folder?: string
}

interface BuiltPart extends Built {
  config: string
}

const amount = 'server/contract/amount.ts'

const packageFile = (name: string) => `components/dist/${name}.js`

const builtParts: BuiltPart[] = [
  {
    name: 'the link module',
    config: 'components/vite.config.ts',
    sources: ['components', amount],
    outputs: ['server/dist/browser/transfer-link.js', ...['index', 'react', 'types-only'].map(packageFile)],
    // The folder also contains types and manifest. Their builds write them again if they are missing.
    folder: 'components/dist',
  },
  {
    name: 'the hosted transfer UI',
    config: 'host/vite.config.ts',
    sources: ['host', 'components', amount],
    outputs: ['index.html', 'renderer.js'].map((name) => `server/dist/hosted/${name}`),
    folder: 'server/dist/hosted',
  },
  {
    name: 'the operator’s console',
    config: 'host/console/vite.config.ts',
    sources: ['host/console', 'components/ui'],
    outputs: ['server/dist/console/index.html'],
    folder: 'server/dist/console',
  },
]

const skipped = new Set(['node_modules', 'dist'])

/** Always false in an installed package, which has no sources. */
function isStale(projectRoot: string, { sources, outputs }: Built): boolean {
  if (!sources.every((source) => existsSync(join(projectRoot, source)))) return false
  const builtAt = Math.min(...outputs.map((output) => modifiedAt(join(projectRoot, output))))
  return Math.max(...sources.map((source) => newestIn(join(projectRoot, source)))) > builtAt
}

export function buildStale(projectRoot: string, log: (sentence: string) => void, signal?: AbortSignal): Promise<void> {
  return buildIfStale(projectRoot, builtParts, { log, build: (part) => runBuild(projectRoot, part, signal) })
}

/** Builds each part that has a source newer than its outputs, or no output at all. */
export async function buildIfStale<Part extends Built>(
  projectRoot: string,
  parts: Part[],
  { log, build }: { log: (sentence: string) => void; build: (part: Part) => Promise<void> },
): Promise<void> {
  for (const part of parts) {
    if (!isStale(projectRoot, part)) continue
    const startedAt = new Date()
    log(`Building ${part.name} …`)
    if (part.folder !== undefined) rmSync(join(projectRoot, part.folder), { recursive: true, force: true })
    await build(part)
    // A source saved during the build is newer than this time and is built again the next time.
    for (const output of part.outputs) {
      const path = join(projectRoot, output)
      if (existsSync(path)) utimesSync(path, startedAt, startedAt)
    }
  }
}

/** One build by Vite, in a separate process. */
export function runBuild(
  projectRoot: string,
  { name, config }: Pick<BuiltPart, 'name' | 'config'>,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(buildProcess, [config], { cwd: projectRoot, execArgv: [] })
    signal?.addEventListener('abort', () => child.kill())
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`Building ${name} failed. See the errors above.`))
    })
  })
}

const buildProcess = fileURLToPath(new URL('./build-process.ts', import.meta.url))

// A folder's modification time detects removed files, except at the top, which contains the output.
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

/** Programs that rebuild each part when one of its sources changes. */
export function buildWatchers(): BuildWatcher[] {
  return builtParts.map(({ name, config }) => {
    return { name: `the build of ${name}`, file: buildProcess, args: [config, '--watch'] }
  })
}
