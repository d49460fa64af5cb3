// Runs Stryker on the files of one group, in a copy of the project.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { projectRoot, runCommand } from '../../scripts/command.ts'
import type { MutationGroup } from './groups.ts'
import type { Mutant } from './judge.ts'
import { mutantsIn } from './read-report.ts'

const packageFolder = 'test/mutation'
const stryker = join(packageFolder, 'node_modules/@stryker-mutator/core/bin/stryker.js')
const reportFolder = '.data/mutation'

/** Ends a mutant that loops for ever. An unmutated test file ends within a second. */
const timeoutMs = 10_000

/** The part of the project that the unit tests need. Without a tsconfig.json, which Stryker cannot read with TypeScript 7. */
const copied = [
  'server',
  'test/unit',
  'test/support',
  'test/fixtures',
  'test/mutation/fixed-seed.ts',
  'scripts/command.ts',
  'docs/src/content/docs/api',
  'package.json',
]

/** Installs the packages of this folder, unless they are there in the locked versions. */
export async function installStryker(): Promise<void> {
  const installed = join(projectRoot, packageFolder, 'node_modules/.package-lock.json')
  if (
    existsSync(installed) &&
    versionsIn(installed) === versionsIn(join(projectRoot, packageFolder, 'package-lock.json'))
  )
    return
  console.log(`Installing Stryker in ${packageFolder} (70 MB) …`)
  const { code, output } = await runCommand('npm', ['ci', '--ignore-scripts', '--prefix', packageFolder], {
    quiet: true,
  })
  if (code !== 0) throw new Error(`npm cannot install the packages of ${packageFolder}:\n${output}`)
}

function versionsIn(lockFile: string): string {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: Record<string, { version?: string }> }
  const versions = Object.entries(packages).filter(([name]) => name !== '')
  return versions.map(([name, { version }]) => `${name} ${version}`).join('\n')
}

/**
 * Returns the mutants of a group with their results, and shows the progress. The report stays in `.data/mutation`. Null if Stryker ended
 * with an error, which it shows: a test fails without a mutant, or the user stopped it.
 */
export async function runStryker(group: MutationGroup): Promise<Mutant[] | null> {
  mkdirSync(join(projectRoot, reportFolder), { recursive: true })
  const folder = mkdtempSync(join(reportFolder, 'run-'))
  const configFile = join(folder, 'stryker.json')
  const reportFile = join(folder, 'report.json')
  try {
    writeFileSync(configFile, JSON.stringify(configOf(group, { folder, reportFile })))
    // All mutants of a file are in one instrumented copy, which is compiled once.
    const env = { NODE_COMPILE_CACHE: join(projectRoot, folder, 'compiled'), TMPDIR: join(projectRoot, folder) }
    const { code } = await runCommand(process.execPath, [stryker, 'run', configFile], { env })
    return code === 0 ? mutantsIn(readFileSync(reportFile, 'utf8')) : null
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export function reportOf(name: string): string {
  return join(reportFolder, `${name}.html`)
}

function configOf(
  { name, files, tests }: MutationGroup,
  { folder, reportFile }: { folder: string; reportFile: string },
) {
  return {
    mutate: files,
    testRunner: 'tap',
    tap: {
      testFiles: tests,
      nodeArgs: [
        '--import',
        './test/mutation/fixed-seed.ts',
        '--test-reporter=tap',
        '-r',
        '{{hookFile}}',
        '{{testFile}}',
      ],
      forceBail: true,
    },
    coverageAnalysis: 'perTest',
    timeoutMS: timeoutMs,
    concurrency: availableParallelism(),
    reporters: ['json', 'html', 'progress-append-only'],
    jsonReporter: { fileName: reportFile },
    htmlReporter: { fileName: reportOf(name) },
    logLevel: 'warn',
    tempDirName: folder,
    disableTypeChecks: false,
    ignorePatterns: ['**', ...copied.flatMap((path) => [`!${path}`, `!${path}/**`])],
  }
}
