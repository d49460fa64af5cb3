// Runs test files with Node's test runner, many in one process: a process per file would spend most of its time loading the same
// modules. Files that cannot share a process with the others form a separate group.
import { globSync, statSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot, runCommand } from '../../scripts/command.ts'
import { addCounts, noTests } from '../support/count.ts'
import { lengthOf } from '../support/length.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import type { Part, Result } from './part.ts'
import { readReport } from './report.ts'

interface NodeTests extends Omit<Part, 'run'> {
  folder: string
  /** All run in parallel. Each claims the next file when it has run one. */
  processes: number
  /** The name of the files' separate group, if they must not share a process with other files. */
  ownGroup: (file: string) => string | undefined
}

export function nodeTestPart({ processes, ownGroup, ...part }: NodeTests): Part {
  return {
    ...part,
    async run({ files, isShort, reportFolder }) {
      const chosen = files.length === 0 ? filesBelow(part.folder) : files.flatMap(filesBelow)
      const groups = Map.groupBy(chosen, (file) => ownGroup(file) ?? sharedGroup)
      const reporter = files.length === 0 ? 'dot' : 'spec'
      const results = await Promise.all(
        [...groups].flatMap(([name, group]) => {
          const queue = { files: longestFirst(group), folder: join(reportFolder, `${part.name}-${name}`) }
          const count = name === sharedGroup ? Math.min(processes, group.length) : 1
          return Array.from({ length: count }, (_, n) => runProcess(queue, `${n}.json`, { reporter, isShort }))
        }),
      )
      return {
        count: results.reduce((sum, { count }) => addCounts(sum, count), noTests),
        files: results.flatMap((result) => result.files),
      }
    },
  }
}

const sharedGroup = 'shared'

/** Without a limit, a hook that never returns would keep its process and the run from ending. */
const timeoutPerFileMs = 60_000
const leastTimeoutMs = 600_000

interface Queue {
  files: string[]
  /** Holds the claims of its processes and their reports. */
  folder: string
}

interface ProcessOptions {
  reporter: string
  isShort: boolean
}

async function runProcess(queue: Queue, reportName: string, { reporter, isShort }: ProcessOptions): Promise<Result> {
  const { files } = queue
  const claims = join(queue.folder, 'claims')
  await mkdir(claims, { recursive: true })
  const report = join(queue.folder, reportName)
  const args = [
    // A test that fails may leave a server open. Its process still ends, and reports the failure.
    '--test-force-exit',
    // A young generation that fits the objects of a test needs fewer collections. This saves a tenth of the CPU time.
    '--min-semi-space-size=64',
    '--max-semi-space-size=128',
    `--test-reporter=${reporter}`,
    '--test-reporter-destination=stdout',
    '--test-reporter=./test/support/counting-reporter.ts',
    `--test-reporter-destination=${report}`,
    'test/support/files-in-one-process.ts',
  ]
  const timeoutMs = Math.max(leastTimeoutMs, files.length * timeoutPerFileMs)
  const startedAt = performance.now()
  const folder = await mkdtemp(join(await temporaryFolder(), 'transfer-link-tests-'))
  // PostgreSQL runs as another user, and some tests store its data here.
  await chmod(folder, 0o711)
  const { code } = await runCommand(process.execPath, args, {
    env: { TEST_FILES: JSON.stringify(files), TEST_CLAIMS: claims, TMPDIR: folder, ...lengthOf(isShort) },
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

/** A long file that starts last would make the other processes wait. */
function longestFirst(files: string[]): string[] {
  return files.toSorted((a, b) => bytesOf(b) - bytesOf(a))
}

const bytesOf = (file: string) => statSync(join(projectRoot, file)).size
