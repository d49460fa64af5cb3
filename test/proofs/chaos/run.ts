// One run on one storage: start, kill, settle, audit.
import { join } from 'node:path'
import { apiClient, signIn, until } from './api-client.ts'
import { audit } from './audit.ts'
import { auditWebhooks } from './audit-webhooks.ts'
import { type Books, readBooks } from './books.ts'
import { type Clients, startClients } from './clients.ts'
import { openJournal } from './journal.ts'
import { type KillFigures, killAtRandom } from './killer.ts'
import { randomFrom } from './random.ts'
import type { ReceivedEvent } from './receivers.ts'
import { settle } from './settle.ts'
import { type Stage, type Storage, startStage } from './stage.ts'
import { createEndpoints, readEvents, settleWebhooks } from './webhooks.ts'

interface RunOptions {
  storage: Storage
  kills: number
  seed: number
  speedup: number
  expiring: boolean
  root: string
  /** Ends the run early; it still settles and is audited. */
  signal: AbortSignal
  /** Called with the stage, so that the caller can always end it. */
  onStage: (stage: Stage) => void
  say: (line: string) => void
}

export interface RunResult {
  storage: Storage
  seed: number
  breaches: string[]
  kills: KillFigures
  proxy: Stage['exchangeProxy']['done']
  clients: Clients['figures']
  books: Books | null
  events: ReceivedEvent[]
  /** Of each receiver. */
  received: ReceivedEvent[][]
  /** Milliseconds of every start of an API server until it was ready. */
  startMs: number[]
  seconds: { start: number; kill: number; settle: number; total: number }
}

const ordersPerKill = 5
const firstOrders = 20
const faultRate = 0.04
const receiverCount = 2
/** A lease of a killed process expires after a minute. */
const webhooksLimitMs = 120_000

export async function runChaos(options: RunOptions): Promise<RunResult> {
  const { storage, kills, seed, say } = options
  const begun = performance.now()
  const secondsSince = (from: number) => (performance.now() - from) / 1000
  const stage = await startStage({ ...options, receiverCount, random: randomFrom(seed) })
  options.onStage(stage)
  const client = apiClient({ timeoutMs: 6_000 })
  const connect = async () => [
    ...(await signIn(client, stage.apiUrls[0] ?? '', 'user_good')),
    ...(await signIn(client, stage.apiUrls.at(-1) ?? '', 'user_accounts')),
  ]
  await createEndpoints(stage, client)
  const startSeconds = secondsSince(begun)
  const journal = openJournal(join(stage.folder, 'journal.jsonl'))
  const clients = await startClients({
    client,
    apiUrls: stage.apiUrls,
    connect,
    journal,
    random: randomFrom(seed + 1),
    seed,
    lanes: 8,
  })
  clients.allowed = firstOrders
  stage.exchangeProxy.faultRate = faultRate

  const killing = performance.now()
  const report = reportEvery(5_000, say)
  const figures = await killAtRandom({
    stage,
    kills,
    random: randomFrom(seed + 2),
    client,
    expiring: options.expiring,
    progress: () => clients.figures.acknowledged,
    signal: options.signal,
    onKill(count) {
      clients.allowed = firstOrders + count * ordersPerKill
      report(() => `${storage}: ${count} of ${kills} kills, ${clients.figures.acknowledged} executes acknowledged`)
    },
  })
  const killSeconds = secondsSince(killing)
  const killed = Object.values(figures.kills).reduce((sum, count) => sum + count, 0)
  say(`${storage}: ${killed} kills in ${killSeconds.toFixed(0)} s; now quiet, until nothing is pending`)
  stage.exchangeProxy.faultRate = 0
  const finished = await endsWithin(clients.finish(), 60_000)
  const settled = await settle(stage, client, 180_000)
  const breaches = [...settled.problems]
  if (clients.figures.acknowledged < killed / 2) {
    breaches.push(`only ${clients.figures.acknowledged} executes were acknowledged: that proves nothing`)
  }
  if (!finished) breaches.push('a client still waits for a response')
  breaches.push(...(await settleWebhooks(stage, webhooksLimitMs)))
  for (const each of [...stage.servers, stage.exchange, stage.chain, ...stage.receivers]) breaches.push(...each.errors)
  const books = await until(20_000, () => readBooks(stage, client, journal.read(), seed)).catch(() => null)
  if (books === null) breaches.push('the books could not be read')
  else breaches.push(...audit(books))
  const events = await until(20_000, () => readEvents(stage, client)).catch(() => [])
  breaches.push(...auditWebhooks({ receivers: stage.receivers, events, transfers: books?.transfers ?? [] }))
  const received = stage.receivers.map((each) => each.received())
  journal.close()
  client.close()
  await stage.stop(breaches.length > 0)
  if (breaches.length > 0) say(`${storage}: logs and data are in ${stage.folder}`)
  return {
    storage,
    seed,
    breaches,
    kills: figures,
    proxy: stage.exchangeProxy.done,
    clients: clients.figures,
    books,
    events,
    received,
    startMs: stage.servers.flatMap(({ startMs }) => startMs),
    seconds: { start: startSeconds, kill: killSeconds, settle: settled.seconds, total: secondsSince(begun) },
  }
}

async function endsWithin(work: Promise<void>, limitMs: number): Promise<boolean> {
  let limit: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    limit = setTimeout(() => resolve(false), limitMs)
  })
  const ended = await Promise.race([work.then(() => true), late])
  clearTimeout(limit)
  return ended
}

function reportEvery(ms: number, say: (line: string) => void): (line: () => string) => void {
  let last = performance.now()
  return (line) => {
    if (performance.now() - last < ms) return
    last = performance.now()
    say(line())
  }
}
