// `npm run chaos -- --kills N [--seed S] [--storage sqlite|postgres|both] [--save]`: kills real processes at random under
// load and proves afterwards that no money was lost, sent twice, or reported wrongly, and that every webhook arrived.
import { resolve } from 'node:path'
import { oneOf, readCommandLine, wholeNumber } from '../../../scripts/command-line.ts'
import { save, tableOf, verdictOf } from './report.ts'
import { type RunResult, runChaos } from './run.ts'
import type { Stage } from './stage.ts'

const usage = `Usage: npm run chaos -- [--kills 300] [--seed <number>] [--storage sqlite|postgres|both] [--speedup 1..10] [--expire] [--save]

  Kills and stops servers, exchange, chains and receivers of webhooks under load. Afterwards clients, server, exchange and chain must
  agree, and each receiver must have every event of a transfer, in order.
  --speedup  how many times faster than in production a lost response is settled (6)
  --expire   access to the exchange also expires during the run
  --save     writes the tables to test/proofs/chaos/results.md`
const shownBreaches = 20

const { values } = readCommandLine(usage, {
  options: {
    kills: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    storage: { type: 'string', default: 'both' },
    speedup: { type: 'string', default: '6' },
    root: { type: 'string', default: resolve(import.meta.dirname, '../../..') },
    expire: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
  },
})
const kills = wholeNumber(values.kills, { option: '--kills', usage })
const seed = wholeNumber(values.seed, { option: '--seed', usage })
const speedup = wholeNumber(values.speedup, { option: '--speedup', usage, least: 1 })
const storage = oneOf(['both', 'sqlite', 'postgres'], { text: values.storage, what: 'storage', usage })
const storages = storage === 'both' ? (['sqlite', 'postgres'] as const) : [storage]

const ending = new AbortController()
let stage: Stage | null = null
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    if (ending.signal.aborted) return
    ending.abort()
    console.log('\nStopping everything that was started …')
    await stage?.stop().catch(() => {})
    process.exit(130)
  })
}

const results: RunResult[] = []
try {
  for (const storage of storages) {
    console.log(`${storage}: starting, seed ${seed}`)
    const say = (line: string) => console.log(line)
    const onStage = (started: Stage) => {
      stage = started
    }
    results.push(
      await runChaos({
        storage,
        kills,
        seed,
        speedup,
        expiring: values.expire,
        root: values.root,
        signal: ending.signal,
        onStage,
        say,
      }),
    )
    stage = null
  }
} catch (error) {
  if (!ending.signal.aborted) {
    console.error(error instanceof Error ? error.stack : error)
    await (stage as Stage | null)?.stop()
    console.log('BROKEN: the run could not be carried through.')
    process.exit(1)
  }
}

if (!ending.signal.aborted) {
  console.log(`\n${tableOf(results)}\n`)
  for (const { storage, breaches } of results) {
    for (const breach of breaches.slice(0, shownBreaches)) console.log(`  ${storage}: ${breach}`)
    if (breaches.length > shownBreaches) console.log(`  ${storage}: … and ${breaches.length - shownBreaches} more`)
  }
  if (values.save) console.log(`Saved to ${save(results, commandLine())}`)
  console.log(verdictOf(results))
  process.exit(results.every(({ breaches }) => breaches.length === 0) ? 0 : 1)
}

function commandLine(): string {
  return `npm run chaos -- --kills ${kills} --seed ${seed} --storage ${values.storage}${values.expire ? ' --expire' : ''}`
}
