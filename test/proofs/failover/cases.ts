// The ways in which a database is lost, one after another, each under load and followed by the rebuild of what was lost.
import { type ApiClient, until } from '../chaos/api-client.ts'
import type { Clients } from '../chaos/clients.ts'
import type { Journal } from '../chaos/journal.ts'
import type { Stage } from '../chaos/stage.ts'
import type { Cluster } from './cluster.ts'
import { measureGap } from './gap.ts'
import { standbyOutage } from './standby-outage.ts'

const boundMs = 2_000
const acknowledgedBetween = 10
const loadLimitMs = 60_000

export interface Scene {
  cluster: Cluster
  /** The API servers use the cluster. */
  stage: Stage
  client: ApiClient
  clients: Clients
  journal: Journal
  signal: AbortSignal
  say: (line: string) => void
  /** What broke is added. */
  breaches: string[]
}

/** One loss of the primary. Milliseconds after the promotion, by case. */
export interface Round {
  name: string
  /** Until the first write through any server. */
  first: number
  /** Until a write through every server. */
  last: number
}

/** Runs every case once. Returns the rounds in which the standby was promoted. */
export async function runCases(scene: Scene, turn: string): Promise<Round[]> {
  const { cluster, signal } = scene
  const cases: [string, () => Promise<void>][] = [
    ['primary killed', cluster.killPrimary],
    [
      'primary killed, returns read-only',
      async () => {
        await cluster.killPrimary()
        await cluster.returnReadOnly()
      },
    ],
    ['primary becomes read-only', cluster.makePrimaryReadOnly],
    ['network to the primary cut', async () => cluster.cutPrimary()],
  ]
  const rounds: Round[] = []
  for (const [name, lose] of cases) {
    if (!signal.aborted) rounds.push(await losePrimary(scene, { name, turn, lose }))
  }
  if (!signal.aborted) await loseStandby(scene, turn)
  return rounds
}

interface Loss {
  name: string
  /** Which of the turns it is. */
  turn: string
  lose: () => Promise<void>
}

async function losePrimary(scene: Scene, { name, turn, lose }: Loss): Promise<Round> {
  const { cluster, client, clients, stage, breaches, say } = scene
  await acknowledgeMore(clients)
  await lose()
  const { first, last } = await measureGap(client, stage.apiUrls, await cluster.promote())
  const lasted = `first write ${inMs(first)} after the promotion, through every server ${inMs(last)}`
  say(`${turn} ${name}: ${lasted}`)
  if (last >= boundMs) breaches.push(`${name}: ${lasted}`)
  await cluster.rebuild()
  return { name, first, last }
}

async function loseStandby(scene: Scene, turn: string): Promise<void> {
  const { stage, cluster, clients, journal, breaches, say } = scene
  await acknowledgeMore(clients)
  const broken = await standbyOutage({ stage, cluster, entries: journal.read })
  breaches.push(...broken.map((breach) => `standby killed: ${breach}`))
  const held = 'writes waited, every server reported it, and writes continued when it returned'
  say(`${turn} standby killed: ${broken.length === 0 ? held : broken.join('; ')}`)
}

/** Waits until so many more executes have been acknowledged. */
export async function acknowledgeMore({ figures }: Clients, count = acknowledgedBetween): Promise<void> {
  const enough = figures.acknowledged + count
  await until(loadLimitMs, async () => figures.acknowledged >= enough || undefined).catch(() => {
    throw new Error(`fewer than ${count} executes were acknowledged within ${loadLimitMs / 1000} s`)
  })
}

export function inMs(value: number): string {
  return Number.isFinite(value) ? `${Math.round(value)} ms` : 'never'
}
