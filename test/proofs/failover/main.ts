// `npm run failover -- [--times N] [--seed S] [--save]`: PostgreSQL is lost under load in every way, and nothing else is lost.
import { once } from 'node:events'
import { resolve } from 'node:path'
import { readCommandLine, wholeNumber } from '../../../scripts/command-line.ts'
import { randomFrom } from '../chaos/random.ts'
import { type Stage, startStage } from '../chaos/stage.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { save, tableOf, verdictOf } from './report.ts'
import { runFailover } from './run.ts'

const usage = `Usage: npm run failover -- [--times 10] [--seed <number>] [--save]

  Runs four API servers under load on two PostgreSQL servers, of which one is the synchronous standby of the other.
  Each time, the primary is killed, killed and started again read-only, made read-only, and cut off from the API servers. In each
  case the standby is promoted, and the old primary is rebuilt as its standby. Then the standby is killed and started again.
  Exits with 1 if an acknowledged transfer is lost, a withdrawal is sent twice, a server completes no write within 2 s of a
  promotion, or a server acknowledges a write without the standby or does not report that writes wait for it.
  --save  writes the tables to test/proofs/failover/results.md`

const { values } = readCommandLine(usage, {
  options: {
    times: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    save: { type: 'boolean', default: false },
  },
})
const times = wholeNumber(values.times, { option: '--times', usage, least: 1 })
const seed = wholeNumber(values.seed, { option: '--seed', usage })
const serverCount = 4
const speedup = 6
const shownBreaches = 20

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (!ending.signal.aborted) console.log('\nStopping everything that was started …')
    ending.abort()
  })
}

let cluster: Cluster | null = null
let stage: Stage | null = null
let isBroken = true
try {
  console.log(`Starting two PostgreSQL servers and four API servers, seed ${seed}`)
  cluster = await startCluster()
  if (!ending.signal.aborted) stage = await startServers(cluster)
  // Not awaited any longer after a signal: what it waits for may never come.
  if (stage !== null) await Promise.race([run(cluster, stage), aborted()])
} catch (error) {
  if (!ending.signal.aborted) {
    console.error(error instanceof Error ? error.stack : error)
    console.log('BROKEN: the run could not be completed.')
  }
}
const keepsFolder = stage !== null && isBroken && !ending.signal.aborted
await stage?.stop(keepsFolder)
await cluster?.stop()
if (keepsFolder) console.log(`Logs and data are in ${stage?.folder}`)
process.exit(ending.signal.aborted ? 130 : isBroken ? 1 : 0)

function startServers({ url }: Cluster): Promise<Stage> {
  const root = resolve(import.meta.dirname, '../../..')
  return startStage({ storage: 'postgres', random: randomFrom(seed), speedup, root, serverCount, databaseUrl: url })
}

async function run(cluster: Cluster, stage: Stage): Promise<void> {
  const say = (line: string) => console.log(line)
  const result = await runFailover({ cluster, stage, times, seed, signal: ending.signal, say })
  if (ending.signal.aborted) return
  isBroken = result.breaches.length > 0
  console.log(`\n${tableOf(result)}\n`)
  for (const breach of result.breaches.slice(0, shownBreaches)) console.log(`  ${breach}`)
  if (values.save) console.log(`Saved to ${save(result, `npm run failover -- --times ${times} --seed ${seed}`)}`)
  console.log(verdictOf(result))
}

async function aborted(): Promise<void> {
  if (!ending.signal.aborted) await once(ending.signal, 'abort')
}
