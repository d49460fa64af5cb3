// One run: the cases in turn under load, then the audit.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { apiClient, signIn, until } from '../chaos/api-client.ts'
import { audit } from '../chaos/audit.ts'
import { type Books, readBooks } from '../chaos/books.ts'
import { startClients } from '../chaos/clients.ts'
import { openJournal } from '../chaos/journal.ts'
import { randomFrom } from '../chaos/random.ts'
import { settle } from '../chaos/settle.ts'
import { acknowledgeMore, type Round, runCases, type Scene } from './cases.ts'

const lanes = 8
const ordersPerTick = 2
const tickMs = 250
/** Executes before the first case: the first ones of a new process are slow. */
const warmUp = 50

export interface FailoverResult {
  rounds: Round[]
  breaches: string[]
  acknowledged: number
  retried: number
  transfers: number
  withdrawals: number
  seconds: number
}

interface RunOptions extends Pick<Scene, 'cluster' | 'stage' | 'signal' | 'say'> {
  /** How often each case is run. */
  times: number
  seed: number
}

export async function runFailover(options: RunOptions): Promise<FailoverResult> {
  const { stage, times, seed, signal, say } = options
  const begun = performance.now()
  const client = apiClient({ sockets: 256 })
  const journal = openJournal(join(stage.folder, 'journal.jsonl'))
  const clients = await startClients({
    client,
    apiUrls: stage.apiUrls,
    connect: () => signIn(client, stage.apiUrls[0] ?? '', 'user_good'),
    journal,
    random: randomFrom(seed + 1),
    seed,
    lanes,
  })
  const scene: Scene = { ...options, client, clients, journal, breaches: [] }
  const rounds: Round[] = []
  const load = setInterval(() => {
    clients.allowed = clients.figures.orders + ordersPerTick
  }, tickMs)
  try {
    await acknowledgeMore(clients, warmUp)
    for (let n = 1; n <= times && !signal.aborted; n++) rounds.push(...(await runCases(scene, `${n}/${times}`)))
  } finally {
    clearInterval(load)
  }
  clients.allowed = 0
  say('no more load, until nothing is pending')
  const books = await auditBooks(scene, seed)
  journal.close()
  client.close()
  return {
    rounds,
    breaches: scene.breaches,
    acknowledged: clients.figures.acknowledged,
    retried: clients.figures.retried,
    transfers: books?.transfers.length ?? 0,
    withdrawals: books?.withdrawals.length ?? 0,
    seconds: (performance.now() - begun) / 1000,
  }
}

async function auditBooks(scene: Scene, seed: number): Promise<Books | null> {
  const { stage, client, clients, journal, breaches } = scene
  const finished = clients.finish().then(() => true)
  if (!(await Promise.race([finished, pause(60_000, false, { ref: false })]))) {
    breaches.push('a client still waits for a response')
  }
  const settled = await settle(stage, client, 180_000)
  breaches.push(...settled.problems)
  for (const each of [...stage.servers, stage.exchange, stage.chain]) breaches.push(...each.errors)
  const books = await until(20_000, () => readBooks(stage, client, journal.read(), seed)).catch(() => null)
  if (books === null) breaches.push('the books could not be read')
  else breaches.push(...audit(books))
  return books
}
