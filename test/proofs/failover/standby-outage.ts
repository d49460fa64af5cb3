// The standby is killed. Meanwhile no new execute may be acknowledged, and every server must report it. Then the standby returns.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../chaos/api-client.ts'
import type { Entry } from '../chaos/journal.ts'
import type { Stage } from '../chaos/stage.ts'
import type { Victim } from '../chaos/victim.ts'
import type { Cluster } from './cluster.ts'

/** Longer than the limits of a statement: when they end a wait, the commit must not count as acknowledged. */
const outageMs = 12_000
/** For commits that the standby confirmed before it was killed. Shorter than any limit that ends a wait. */
const settleMs = 250
const reportLimitMs = 30_000
const resumeLimitMs = 60_000
const message = 'Writes wait for the synchronous standby'

interface OutageOptions {
  stage: Stage
  cluster: Cluster
  /** The journal of the clients. */
  entries: () => Entry[]
}

/** Returns what broke. */
export async function standbyOutage({ stage, cluster, entries }: OutageOptions): Promise<string[]> {
  const breaches: string[] = []
  const allReport = (value: number) => async () => {
    const texts = await Promise.all(stage.apiUrls.map(metricsOf))
    return texts.every((text) => text.includes(`\ntransfer_link_database_standby_waiting ${value}\n`)) || undefined
  }
  // A server that reported a wait before would not log another one.
  await until(reportLimitMs, allReport(0)).catch(() => breaches.push('a server reports that writes wait'))
  const logged = stage.servers.map((server) => timesLogged(stage, server))
  const killedAt = entries().length
  await cluster.killStandby()
  const outage = pause(outageMs)
  await pause(settleMs)
  const replicated = await cluster.committedTransfers()
  await until(reportLimitMs, allReport(1)).catch(() => breaches.push('the metrics of a server do not report the wait'))
  await outage
  for (const [at, server] of stage.servers.entries()) {
    if (timesLogged(stage, server) === logged[at]) breaches.push(`the log of ${server.name} does not report the wait`)
  }
  const wrong = acknowledgedWithout(replicated, entries().slice(killedAt))
  if (wrong > 0) breaches.push(`${wrong} executes were acknowledged without the standby`)
  await cluster.startStandby()
  const returnedAt = entries().length
  const hasResumed = async () => acknowledgedAnew(entries().slice(returnedAt)) > 0 || undefined
  await until(resumeLimitMs, hasResumed).catch(() => breaches.push('no execute succeeded after the standby returned'))
  await until(reportLimitMs, allReport(0)).catch(() => breaches.push('a server still reports that writes wait'))
  return breaches
}

/**
 * How many executes were acknowledged whose transfers were not on the standby. A transfer that was may still be acknowledged: its
 * response, or a retry, arrives during the outage.
 */
function acknowledgedWithout(replicated: ReadonlySet<string>, entries: Entry[]): number {
  return entries.filter((entry) => entry.kind === 'acknowledged' && !replicated.has(entry.reported.transferId)).length
}

/** How many executes were acknowledged whose previews are new, too: an earlier execute may have been committed before. */
function acknowledgedAnew(entries: Entry[]): number {
  const previewed = new Set(entries.flatMap((entry) => (entry.kind === 'previewed' ? [entry.previewId] : [])))
  return entries.filter((entry) => entry.kind === 'acknowledged' && previewed.has(entry.previewId)).length
}

function timesLogged({ folder }: Stage, { name }: Victim): number {
  return readFileSync(join(folder, `${name.replaceAll(' ', '-')}.log`), 'utf8').split(message).length - 1
}

async function metricsOf(apiUrl: string): Promise<string> {
  return (await fetch(`${apiUrl}/metrics`, { signal: AbortSignal.timeout(10_000) })).text()
}
