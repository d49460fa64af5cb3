// Kills processes at random, a given number of times: mostly API servers, often the exchange, sometimes the chain. After
// every second kill it also kills a receiver of webhooks. In between it freezes API servers, refuses connections and switches on faults of the exchange. Killed processes are started again.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import type { ApiClient } from './api-client.ts'
import type { Random } from './random.ts'
import type { Stage } from './stage.ts'
import type { Victim } from './victim.ts'

export interface KillFigures {
  kills: { server: number; serverStarting: number; serverFrozen: number; exchange: number; chain: number }
  /** Beside the kills. */
  receiverKills: number
  freezes: number
  rejections: number
  exchangeFaults: number
  expiries: number
}

interface KillerOptions {
  stage: Stage
  kills: number
  random: Random
  client: ApiClient
  /** Whether access to the exchange expires during the run, and not only every hour. */
  expiring: boolean
  /** Called after each kill with the number of kills. */
  onKill: (count: number) => void
  /** The clients' progress. */
  progress: () => number
  signal: AbortSignal
}

const workLimitMs = 15_000
const killsPerReceiver = 2
const exchangeFaults = ['loseAnswer', 'error500After', 'error500Before', 'halfAnswer', 'down', 'slow'] as const

export async function killAtRandom(options: KillerOptions): Promise<KillFigures> {
  const { stage, kills, random, client, onKill, progress, signal } = options
  const figures: KillFigures = {
    kills: { server: 0, serverStarting: 0, serverFrozen: 0, exchange: 0, chain: 0 },
    receiverKills: 0,
    freezes: 0,
    rejections: 0,
    exchangeFaults: 0,
    expiries: 0,
  }
  const running = new Set<Promise<void>>()
  /** Runs in parallel with the kills, and is awaited at the end. */
  const aside = (work: Promise<void>) => {
    const tracked: Promise<void> = work.catch(() => {}).finally(() => running.delete(tracked))
    running.add(tracked)
  }
  let count = 0

  async function kill(target: Victim, restart: () => Promise<void>): Promise<void> {
    aside(
      target.kill().then(async () => {
        await pause(random.between(0, 150))
        await restart()
      }),
    )
    onKill(++count)
    if (count % killsPerReceiver === 0) aside(killReceiver())
  }

  async function killReceiver(): Promise<void> {
    const target = random.pick(stage.receivers.filter(({ state }) => state === 'up'))
    if (target === undefined) return
    figures.receiverKills++
    await target.kill()
    await pause(random.between(0, 1_000))
    await target.start()
  }

  async function act(): Promise<void> {
    const { servers, exchange, chain } = stage
    const server = random.pick(servers)
    const draw = random.next()
    if (draw < 0.5) {
      if (server.state === 'down' || !livedLongEnough(server, random)) return
      const { state } = server
      figures.kills[state === 'starting' ? 'serverStarting' : state === 'frozen' ? 'serverFrozen' : 'server']++
      await kill(server, server.start)
    } else if (draw < 0.68) {
      if (exchange.state !== 'up' || !livedLongEnough(exchange, random)) return
      figures.kills.exchange++
      await kill(exchange, exchange.start)
    } else if (draw < 0.71) {
      if (chain.state !== 'up' || performance.now() - chain.readySince < 3_000) return
      figures.kills.chain++
      await kill(chain, stage.startChain)
    } else if (draw < 0.79) {
      if (server.state !== 'up') return
      figures.freezes++
      server.freeze()
      // Also longer than the send limit: a process that wakes up after it must not send.
      const ms = random.chance(0.25) ? random.between(4_000, 9_000) : random.between(50, 1_500)
      aside(pause(ms).then(() => server.thaw()))
    } else if (draw < 0.83) {
      figures.rejections++
      aside(stage.exchangeProxy.refuse(random.between(20, 400)))
    } else if (options.expiring && draw < 0.85) {
      figures.expiries++
      expireAccess(stage)
    } else {
      figures.exchangeFaults++
      aside(switchFault(stage, random, client))
    }
  }

  // A server that cannot start has failed already. Further kills would prove nothing.
  const isHopeless = () => stage.servers.some(({ errors }) => errors.length > 2)
  while (count < kills && !signal.aborted && !isHopeless()) {
    await untilWorked(() => progress() >= count || signal.aborted)
    await act()
    await pause(random.between(5, 250))
  }
  await Promise.all(running)
  return figures
}

// Kills depend on the progress since the last kill, not on the time: on a busy machine there would be no progress.
async function untilWorked(isEnough: () => boolean): Promise<void> {
  const limit = performance.now() + workLimitMs
  while (!isEnough() && performance.now() < limit) await pause(25)
}

// Killing a process during its start finds little after the first times, so most processes work for a while first.
function livedLongEnough(target: Victim, random: Random): boolean {
  if (target.state === 'starting') return random.chance(0.03)
  return performance.now() - target.readySince > random.between(0, 900)
}

function expireAccess({ folder }: Stage): void {
  const ledger = new Sqlite(join(folder, 'exchange', 'ledger.db'), { timeout: 2_000 })
  try {
    ledger.exec("update token set expires_at = 0 where kind = 'access'")
  } finally {
    ledger.close()
  }
}

async function switchFault(stage: Stage, random: Random, client: ApiClient): Promise<void> {
  const scope = random.pick(['withdraw', 'withdraw', 'list', 'all'])
  const times = Math.ceil(random.between(0, 4))
  const fault = random.pick(exchangeFaults)
  const own = fault === 'slow' ? { ms: Math.ceil(random.between(200, 3_000)) } : {}
  await client.call('PUT', `${stage.exchangeUrl}/console/faults`, { [fault]: { on: true, scope, times, ...own } }, {})
}
