// `npm run race`: sends many concurrent requests for actions that may happen only once, to real server processes (two on PostgreSQL,
// one on the embedded storage) with the sandbox exchange. The exchange's console shows what really happened.
import { resolve } from 'node:path'
import { apiClient } from '../chaos/api-client.ts'
import { randomFrom } from '../chaos/random.ts'
import { type Stage, type Storage, startStage } from '../chaos/stage.ts'
import { progressOf } from './in-lanes.ts'
import { type RaceOptions, readOptions } from './options.ts'
import { type CodeFigures, raceCodes } from './race-codes.ts'
import { type ExecuteFigures, raceExecutes } from './race-executes.ts'
import { type PaymentFigures, racePayments } from './race-payments.ts'

interface RaceResult {
  storage: Storage
  executes: ExecuteFigures
  codes: CodeFigures
  payments: PaymentFigures
}

const socketsPerServer = 100
const shownBreaches = 20

const options = readOptions(resolve(import.meta.dirname, '../../..'))

let stage: Stage | null = null
let isEnding = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    if (isEnding) return
    isEnding = true
    console.log('\nStopping everything that was started …')
    await stage?.stop().catch(() => {})
    process.exit(130)
  })
}

try {
  const results: RaceResult[] = []
  for (const storage of options.storages) results.push(await raceOn(storage, options))
  print(results)
} catch (error) {
  if (!isEnding) {
    console.error(error instanceof Error ? error.stack : error)
    await (stage as Stage | null)?.stop()
    console.log('BROKEN: the race could not be carried through.')
    process.exit(1)
  }
}

async function raceOn(storage: Storage, options: RaceOptions): Promise<RaceResult> {
  stage = await startStage({ storage, random: randomFrom(1), speedup: 1, root: options.root })
  const client = apiClient({ sockets: socketsPerServer, timeoutMs: 60_000 })
  console.log(`${storage}: ${stage.servers.length} API server(s)`)
  const executes = await raceExecutes(stage, client, options, progressOf(`${storage}: previews`, options.previews))
  const codes = await raceCodes(stage, client, options, progressOf(`${storage}: link codes`, options.codes))
  const payments = await racePayments(stage, client, options, progressOf(`${storage}: payments`, options.payments))
  client.close()
  await stage.stop()
  stage = null
  return { storage, executes, codes, payments }
}

function print(results: RaceResult[]): void {
  const head = ['', 'once', 'sent', 'won', 'repeated', 'seconds', 'sent/s', 'p50 ms', 'p99 ms', 'breaches']
  const rows = results.flatMap(({ storage, executes, codes, payments }) => [
    row(`${storage}: executes`, executes, {
      ...{ once: executes.previews, sent: executes.executes },
      ...{ won: executes.withdrawals, repeated: executes.replayed },
    }),
    row(`${storage}: link codes`, codes, {
      ...{ once: codes.codes, sent: codes.redemptions },
      ...{ won: codes.winners, repeated: codes.refused },
    }),
    row(`${storage}: payments`, payments, {
      ...{ once: payments.payments, sent: payments.requests },
      ...{ won: payments.watched, repeated: payments.unwatched },
    }),
  ])
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((cells) => cells[column]?.length ?? 0)))
  console.log('')
  for (const cells of [head, ...rows]) {
    console.log(
      cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
    )
  }
  const breaches = results.flatMap(({ executes, codes, payments }) =>
    [executes, codes, payments].flatMap((each) => each.breaches),
  )
  console.log('')
  for (const breach of breaches.slice(0, shownBreaches)) console.log(`  ${breach}`)
  if (breaches.length > shownBreaches) console.log(`  … and ${breaches.length - shownBreaches} more`)
  const where = results.map(({ storage }) => storage).join(' and ')
  console.log(
    breaches.length === 0
      ? `HELD on ${where}: one withdrawal for each preview, one session for each link code, no payment for two users.`
      : `BROKEN on ${where}: ${breaches.length} breaches.`,
  )
  process.exit(breaches.length === 0 ? 0 : 1)
}

function row(
  name: string,
  { milliseconds, seconds, breaches }: { milliseconds: number[]; seconds: number; breaches: string[] },
  { once, sent, won, repeated }: { once: number; sent: number; won: number; repeated: number },
): string[] {
  const sorted = [...milliseconds].sort((a, b) => a - b)
  const quantile = (share: number) => (sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(0)
  const rate = (sent / seconds).toFixed(0)
  const figures = [once, sent, won, repeated, seconds.toFixed(1), rate, quantile(0.5), quantile(0.99), breaches.length]
  return [name, ...figures.map(String)]
}
