// `npm test`: every check there is, stage by stage, with the seconds each took. The last line counts the tests of all of them.
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { projectRoot } from '../scripts/command.ts'
import { componentsPart } from './parts/components.ts'
import { accessibilityPart, endToEndPart } from './parts/end-to-end.ts'
import { integrationPart } from './parts/integration.ts'
import { packagesPart } from './parts/packages.ts'
import type { FileTime, Part, Result } from './parts/part.ts'
import { chaosPart, simulationPart } from './parts/proofs.ts'
import { staticPart } from './parts/static.ts'
import { unitPart } from './parts/unit.ts'
import { addCounts, noTests, printCount } from './support/count.ts'

type Outcome = Result & { part: Part; seconds: number }
type StageTime = { stage: Stage; seconds: number }

/** Parts that run at once, because alone they leave a processor idle. */
interface Stage {
  parts: Part[]
  budgetSeconds: number
}

const stages: Stage[] = [
  { parts: [staticPart, unitPart], budgetSeconds: 40 },
  { parts: [integrationPart], budgetSeconds: 60 },
  { parts: [componentsPart, packagesPart], budgetSeconds: 60 },
  { parts: [endToEndPart], budgetSeconds: 90 },
  { parts: [accessibilityPart], budgetSeconds: 30 },
  { parts: [simulationPart], budgetSeconds: 20 },
  { parts: [chaosPart], budgetSeconds: 40 },
]
const parts = stages.flatMap((stage) => stage.parts)
const budgetOfAll = stages.reduce((sum, { budgetSeconds }) => sum + budgetSeconds, 0)

const slowestShown = 10

process.chdir(projectRoot)
// All processes of a run share one PostgreSQL (test/support/postgres.ts).
process.env.TEST_RUN_PID = String(process.pid)
// Hundreds of processes load the same files: each is compiled once.
process.env.NODE_COMPILE_CACHE ??= join(projectRoot, 'node_modules/.cache/compiled')
const words = process.argv.slice(2)
const isFull = words.includes('--full')
if (words.includes('--help') || words.includes('-h')) printHelp()
else process.exitCode = await runAll(words.filter((word) => word !== '--full'))

async function runAll(names: string[]): Promise<number> {
  const chosen = choose(names)
  if (typeof chosen === 'string') {
    console.error(chosen)
    return 2
  }
  const reportFolder = mkdtempSync(join(tmpdir(), 'transfer-link-test-'))
  const outcomes: Outcome[] = []
  const times: StageTime[] = []
  for (const stage of stages) {
    const chosenOfStage = [...chosen].filter(([part]) => stage.parts.includes(part))
    if (chosenOfStage.length === 0) continue
    const startedAt = performance.now()
    outcomes.push(...(await Promise.all(chosenOfStage.map(([part, files]) => runPart(part, files, reportFolder)))))
    times.push({ stage, seconds: secondsSince(startedAt) })
  }
  rmSync(reportFolder, { recursive: true, force: true })
  printSlowest(outcomes.flatMap((outcome) => outcome.files))
  printTable(outcomes)
  printTimes(times)
  const total = outcomes.reduce((sum, { count }) => addCounts(sum, count), noTests)
  console.log(printCount(total))
  return total.failed === 0 ? 0 : 1
}

async function runPart(part: Part, files: string[], reportFolder: string): Promise<Outcome> {
  console.log(`\n── ${part.name}: ${part.description}`)
  const startedAt = performance.now()
  const result = await part
    .run({ files, isShort: !isFull && files.length === 0, reportFolder })
    .catch((error: unknown): Result => {
      console.error(error instanceof Error ? error.message : error)
      return { count: { passed: 0, failed: 1, skipped: 0 }, files: [] }
    })
  if (result.count.passed + result.count.failed === 0) {
    console.error(`${part.name} ran no test, which counts as a failure.`)
    result.count = { ...result.count, failed: 1 }
  }
  return { part, ...result, seconds: secondsSince(startedAt) }
}

/** The parts to run with the files named for each, or a sentence about a word that is neither. */
function choose(names: string[]): Map<Part, string[]> | string {
  if (names.length === 0) return new Map(parts.map((part) => [part, []]))
  const chosen = new Map<Part, string[]>()
  for (const name of names) {
    const named = parts.find((part) => part.name === name)
    if (named) {
      chosen.set(named, [])
      continue
    }
    const path = relative(projectRoot, resolve(name))
    const owner = parts.find(({ folder }) => folder !== null && (path === folder || path.startsWith(`${folder}/`)))
    if (!owner || !existsSync(path)) {
      return `${name} is neither a part (${parts.map((part) => part.name).join(', ')}) nor a test file or folder.`
    }
    const files = chosen.get(owner)
    // A part named as a whole stays whole.
    if (files?.length === 0) continue
    chosen.set(owner, [...(files ?? []), statSync(path).isDirectory() ? `${path}/` : path])
  }
  return chosen
}

function printSlowest(files: FileTime[]): void {
  if (files.length < 2) return
  console.log('\nthe slowest files, in seconds')
  for (const { file, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, slowestShown))
    console.log(`${seconds.toFixed(1).padStart(7)}   ${file}`)
}

function printTable(outcomes: Outcome[]): void {
  console.log('\npart          seconds   result')
  for (const { part, count, seconds } of outcomes)
    console.log(`${part.name.padEnd(13)} ${seconds.toFixed(1).padStart(7)}   ${printCount(count)}`)
}

function printTimes(times: StageTime[]): void {
  console.log('\nat once                   seconds   budget')
  for (const { stage, seconds } of times) {
    const names = stage.parts.map(({ name }) => name).join(', ')
    const late = seconds > stage.budgetSeconds ? '   over budget' : ''
    console.log(
      `${names.padEnd(25)} ${seconds.toFixed(1).padStart(7)}   ${`${stage.budgetSeconds}`.padStart(6)}${late}`,
    )
  }
  const total = times.reduce((sum, { seconds }) => sum + seconds, 0)
  console.log(`${'all'.padEnd(25)} ${total.toFixed(1).padStart(7)}   ${`${budgetOfAll}`.padStart(6)}`)
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000
}

function printHelp(): void {
  console.log('Usage: npm test                    everything\n       npm test -- <part> …        only these parts')
  console.log('       npm test -- <file> …        only these test files or folders, with what npm run proof adds')
  console.log('       npm test -- --full <part> …  these parts, with what npm run proof adds')
  console.log(
    '       TRACE=1 npm test -- e2e     stores a trace of each end-to-end test that fails, in .data/traces\n\nParts:',
  )
  for (const { name, description } of parts) console.log(`  ${name.padEnd(13)} ${description}`)
}
