// `npm run fuzz -- --requests N [--seed S]`: sends requests built from the server's OpenAPI document, valid, nearly valid and malformed,
// and bytes that are not HTTP. Every response must be documented. One request in five goes to a server over PostgreSQL, which
// refuses some values that the embedded storage accepts.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { buildStale } from '../../../scripts/build/build-stale.ts'
import { projectRoot } from '../../../scripts/command.ts'
import { oneOf, readCommandLine, wholeNumber } from '../../../scripts/command-line.ts'
import { findPostgres } from '../../support/postgres.ts'
import { fillPools } from './first-tokens.ts'
import { type ApiDocument, operationsOf } from './operations.ts'
import { newPools } from './pools.ts'
import type { Given } from './requests.ts'
import { fuzz } from './run.ts'
import { type FuzzStage, startStage } from './stage.ts'
import { newTally, type Tally } from './tally.ts'

const usage = `Usage: npm run fuzz -- [--requests 20000] [--seed <number>] [--only <n>] [--storage embedded|postgres] [--save]

  Sends generated requests and bytes that are not HTTP. Every response must be documented, in time and free of secrets.
  --only     only the n-th request of the seed, as a breach names it
  --storage  runs everything on one storage only
  --save     writes the table to test/proofs/fuzz/results.md`
const shownBreaches = 20
const postgresShare = 0.2

const { values } = readCommandLine(usage, {
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    only: { type: 'string' },
    storage: { type: 'string', default: 'both' },
    save: { type: 'boolean', default: false },
  },
})
const requests = wholeNumber(values.requests, { option: '--requests', usage })
const seed = wholeNumber(values.seed, { option: '--seed', usage })
const only = values.only === undefined ? -1 : wholeNumber(values.only, { option: '--only', usage })
const storage = oneOf(['both', 'embedded', 'postgres'], { text: values.storage, what: 'storage', usage })

interface Leg {
  storage: 'embedded' | 'postgres'
  /** The requests of the seed to send. */
  from: number
  to: number
}

let stage = null as FuzzStage | null
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    await stage?.stop()
    process.exit(130)
  })
}
try {
  process.exitCode = await run()
} catch (error) {
  console.error(error)
  console.log('BROKEN: the run could not be carried through.')
  process.exitCode = 1
} finally {
  await stage?.stop()
}

async function run(): Promise<number> {
  const startedAt = performance.now()
  console.log(`fuzz: ${only >= 0 ? `request ${only}` : `${requests} requests`} of seed ${seed}`)
  // The page of a link is fuzzed too.
  await buildStale(projectRoot, console.log)
  const tally = newTally()
  let isStored = false
  for (const leg of await legs()) isStored = (await runLeg(leg, tally)) || isStored
  const seconds = (performance.now() - startedAt) / 1_000
  console.log(`\n${tally.table()}\n`)
  for (const { sentence, times, n, example } of [...tally.breaches.values()].slice(0, shownBreaches)) {
    console.log(`--only ${n}, ${times} times: ${sentence}\n${example.replace(/^/gm, '    ')}\n`)
  }
  const verdict = verdictOf(tally, isStored)
  if (values.save) save(tally, verdict, seconds)
  const busy = `${(loadavg()[0] ?? 0).toFixed(1)} to run at once on ${availableParallelism()} cores at the end`
  console.log(`${seconds.toFixed(1)} s, ${tally.hiccups} responses late once and not again; ${busy}.`)
  console.log(verdict)
  return verdict.startsWith('HELD') ? 0 : 1
}

async function legs(): Promise<Leg[]> {
  const [from, to] = only >= 0 ? [only, only + 1] : [0, requests]
  if (storage === 'embedded' || (storage === 'both' && only >= 0)) return [{ storage: 'embedded', from, to }]
  if (storage === 'postgres') return [{ storage: 'postgres', from, to }]
  const { missing } = await findPostgres()
  if (missing !== false) {
    console.log(`  all of it over the embedded storage: ${missing}`)
    return [{ storage: 'embedded', from, to }]
  }
  const turn = Math.round(requests * (1 - postgresShare))
  return [
    { storage: 'embedded', from, to: turn },
    { storage: 'postgres', from: turn, to },
  ]
}

/** Returns whether a wrong secret was stored. */
async function runLeg({ storage, from, to }: Leg, tally: Tally): Promise<boolean> {
  const { postgres } = storage === 'postgres' ? await findPostgres() : { postgres: null }
  if (storage === 'postgres' && postgres === null) throw new Error('There is no PostgreSQL here.')
  const on = await startStage(postgres === null ? null : await postgres.newDatabase())
  stage = on
  const document = (await (await fetch(`http://127.0.0.1:${on.port}/openapi.json`)).json()) as ApiDocument
  const pools = newPools()
  await fillPools(pools, on)
  const given: Given = {
    pools,
    seed,
    operations: operationsOf(document),
    schemas: document.components.schemas,
    canary: `cnry${(0x1000000 + (seed % 0x1000000)).toString(16)}`,
    callbackUrl: on.callbackUrl,
    parties: on.parties,
  }
  console.log(`  ${to - from} over ${storage === 'postgres' ? 'PostgreSQL' : 'the embedded storage'}`)
  await fuzz({ stage: on, given, from, to, tally, say: console.log })
  const isStored = await on.isStored(given.canary)
  await on.stop()
  stage = null
  await postgres?.drop()
  return isStored
}

function verdictOf({ done, breaches }: Tally, isStored: boolean): string {
  if (isStored) return 'BROKEN: a wrong secret stands in the files or the database of the server.'
  if (breaches.size > 0) return `BROKEN: ${breaches.size} kinds of breach over ${done} requests of seed ${seed}.`
  return `HELD: ${done} requests of seed ${seed}, every response documented, none 5xx or late, none with a secret or a stack.`
}

function save(tally: Tally, verdict: string, seconds: number): void {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const text = `# Fuzzed: the last saved run

\`npm run fuzz -- --requests ${requests} --seed ${seed}\` on ${new Date().toISOString().slice(0, 10)} at ${commit}, 2 cores, ${seconds.toFixed(0)} s.

${tally.table()}

${verdict}
`
  writeFileSync(join(import.meta.dirname, 'results.md'), text)
}
