// Test files under Node's own test runner, many in one process: a process per file would spend most of its time on loading
// the same modules. Files that cannot share a process with the others are named a group of their own.
import { globSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { projectRoot, runCommand } from '../../scripts/command.ts'
import { addCounts, noTests } from '../support/count.ts'
import { lengthOf } from '../support/length.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import type { Part, Result } from './part.ts'
import { readReport } from './report.ts'

interface NodeTests extends Omit<Part, 'run'> {
  folder: string
  filesPerProcess: number
  /** Of the processes, some mostly wait: for another process, for a chain, to be late. */
  processesPerCore: number
  /** The name of the files' own group, if they must not run in one process with other files. */
  ownGroup: (file: string) => string | undefined
}

export function nodeTestPart({ filesPerProcess, processesPerCore, ownGroup, ...part }: NodeTests): Part {
  return {
    ...part,
    async run({ files, isShort, reportFolder }) {
      const chosen = files.length === 0 ? filesBelow(part.folder) : files.flatMap(filesBelow)
      const groups = [...Map.groupBy(chosen, ownGroup).values()].flatMap((files) => groupsOf(files, filesPerProcess))
      const reporter = files.length === 0 ? 'dot' : 'spec'
      const results: Result[] = []
      const next = async (): Promise<void> => {
        const group = groups.shift()
        if (group === undefined) return
        const report = join(reportFolder, `${part.name}-${groups.length}.json`)
        results.push(await runGroup(group, report, { reporter, isShort }))
        return next()
      }
      await Promise.all(Array.from({ length: processesPerCore * availableParallelism() }, next))
      return {
        count: results.reduce((sum, { count }) => addCounts(sum, count), noTests),
        files: results.flatMap((result) => result.files),
      }
    },
  }
}

/** A file that leaves a handle open would keep its process, and the run, from ending. */
const processTimeoutMs = 600_000

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
  const startedAt = performance.now()
  const { code } = await runCommand(process.execPath, args, {
    env: { TEST_FILES: JSON.stringify(files), TMPDIR: await temporaryFolder(), ...lengthOf(isShort) },
    timeoutMs: processTimeoutMs,
  })
  if (performance.now() - startedAt > processTimeoutMs) console.error(`This process did not end: ${files.join(' ')}`)
  return readReport<Result>(report, code, (result) => result)
}

function filesBelow(path: string): string[] {
  const isFile = statSync(join(projectRoot, path)).isFile()
  return isFile ? [path] : globSync(`${path.replace(/\/$/, '')}/**/*.test.ts`, { cwd: projectRoot }).sort()
}

/** Neighbours go to different groups: they tend to be equally slow. */
function groupsOf(files: string[], size: number): string[][] {
  const groups: string[][] = Array.from({ length: Math.max(1, Math.ceil(files.length / size)) }, () => [])
  for (const [index, file] of files.entries()) groups[index % groups.length]?.push(file)
  return groups
}
