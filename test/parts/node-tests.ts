// Test files under Node's own test runner, many in one process: a process per file would spend most of its time on loading
// the same modules. Files that cannot share a process with the others are named a group of their own.
import { globSync, statSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot, runCommand } from '../../scripts/command.ts'
import { addCounts, noTests } from '../support/count.ts'
import { lengthOf } from '../support/length.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import type { Part, Result } from './part.ts'
import { readReport } from './report.ts'

interface NodeTests extends Omit<Part, 'run'> {
  folder: string
  /** All at once. The files are dealt to them in turn. */
  processes: number
  /** The name of the files' own group, if they must not run in one process with other files. */
  ownGroup: (file: string) => string | undefined
}

export function nodeTestPart({ processes, ownGroup, ...part }: NodeTests): Part {
  return {
    ...part,
    async run({ files, isShort, reportFolder }) {
      const chosen = files.length === 0 ? filesBelow(part.folder) : files.flatMap(filesBelow)
      const shared = chosen.filter((file) => ownGroup(file) === undefined)
      const own = Map.groupBy(
        chosen.filter((file) => ownGroup(file) !== undefined),
        ownGroup,
      )
      const groups = [...own.values(), ...groupsOf(shared, processes)]
      const reporter = files.length === 0 ? 'dot' : 'spec'
      const results = await Promise.all(
        groups.map((group, n) => runGroup(group, join(reportFolder, `${part.name}-${n}.json`), { reporter, isShort })),
      )
      return {
        count: results.reduce((sum, { count }) => addCounts(sum, count), noTests),
        files: results.flatMap((result) => result.files),
      }
    },
  }
}

/** A file that leaves a handle open would stop its process, and the run, from ending. */
const timeoutPerFileMs = 60_000
const leastTimeoutMs = 600_000

interface GroupOptions {
  reporter: string
  isShort: boolean
}

async function runGroup(files: string[], report: string, { reporter, isShort }: GroupOptions): Promise<Result> {
  const args = [
    '--test-timeout=120000',
    `--test-reporter=${reporter}`,
    '--test-reporter-destination=stdout',
    '--test-reporter=./test/support/counting-reporter.ts',
    `--test-reporter-destination=${report}`,
    'test/support/files-in-one-process.ts',
  ]
  const timeoutMs = Math.max(leastTimeoutMs, files.length * timeoutPerFileMs)
  const startedAt = performance.now()
  const folder = await mkdtemp(join(await temporaryFolder(), 'transfer-link-tests-'))
  // PostgreSQL runs as another user, and some tests have its data here.
  await chmod(folder, 0o711)
  const { code } = await runCommand(process.execPath, args, {
    env: { TEST_FILES: JSON.stringify(files), TMPDIR: folder, ...lengthOf(isShort) },
    timeoutMs,
  })
  await rm(folder, { recursive: true, force: true })
  if (performance.now() - startedAt > timeoutMs) console.error(`This process did not end: ${files.join(' ')}`)
  return readReport<Result>(report, code, (result) => result)
}

function filesBelow(path: string): string[] {
  const isFile = statSync(join(projectRoot, path)).isFile()
  return isFile ? [path] : globSync(`${path.replace(/\/$/, '')}/**/*.test.ts`, { cwd: projectRoot }).sort()
}

/** Neighbours go to different groups: they tend to be equally slow. */
function groupsOf(files: string[], count: number): string[][] {
  const groups = Array.from({ length: count }, (_, group) => files.filter((_, n) => n % count === group))
  return groups.filter((group) => group.length > 0)
}
