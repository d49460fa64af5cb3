// One drill: load, backup, more load, loss, restore, comparison, confirmation, load.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runCli } from '../../support/cli.ts'
import { type ApiClient, apiClient, type Body, until } from '../chaos/api-client.ts'
import { randomFrom } from '../chaos/random.ts'
import { type Stage, type Storage, startStage } from '../chaos/stage.ts'
import { type Victim, victim } from '../chaos/victim.ts'
import { embeddedGround, type Ground, postgresGround } from './ground.ts'
import { openSite, type Site } from './site.ts'

const speedup = 10
const confirmLimitMs = 120_000

export interface DrillResult {
  storage: Storage
  breaches: string[]
  /** Acknowledged before the point in time. */
  before: number
  /** Withdrawals that the restored database does not know. */
  lost: number
  /** Of these, reconcile listed so many. */
  listed: number
  /** From the loss until the restored server was ready. */
  restoreSeconds: number
}

interface Drill {
  ground: Ground
  stage: Stage
  client: ApiClient
  result: DrillResult
  transfers: number
  say: (line: string) => void
}

export async function runDrill(
  storage: Storage,
  { root, transfers, say }: { root: string; transfers: number; say: (line: string) => void },
): Promise<DrillResult> {
  const result = { storage, breaches: [], before: 0, lost: 0, listed: 0, restoreSeconds: 0 }
  const ground = storage === 'sqlite' ? embeddedGround() : await postgresGround()
  const client = apiClient()
  let stage: Stage | null = null
  try {
    const { databaseUrl } = ground
    const options = { storage, random: randomFrom(1), speedup, root, hasChain: false, serverCount: 1 }
    stage = await startStage(databaseUrl === undefined ? options : { ...options, databaseUrl })
    await drill({ ground, stage, client, result, transfers, say })
    return result
  } finally {
    client.close()
    await stage?.stop()
    await ground.stop()
  }
}

async function drill(drilled: Drill): Promise<void> {
  const { ground, stage, client, result, transfers, say } = drilled
  const site = await openSite(client, stage.apiUrls[0] ?? '')
  await site.load(transfers)
  const loading = site.load(transfers)
  const previewed = await site.preview()
  let before = [...site.acknowledged]
  await ground.backUp(stage)
  await loading
  if (ground.markTime !== null) {
    before = [...site.acknowledged]
    await ground.markTime(stage)
  }
  result.before = before.length
  say(`${before.length} transfers acknowledged before the point in time`)
  // Lost later, though its preview is not: the worst case.
  await site.execute(previewed)
  await site.load(transfers)
  await stage.servers[0]?.kill()
  const lostAt = performance.now()
  await ground.destroyAndRestore(stage)
  if (ground.knowsThatItIsRestored) await checkRefusedStart(drilled)
  const server = await startRestored(stage)
  result.restoreSeconds = (performance.now() - lostAt) / 1000
  try {
    await checkRestored(drilled, site, { before, previewed })
    await confirm(drilled, site, previewed)
  } finally {
    result.breaches.push(...server.errors)
    await server.stop()
  }
}

function serve(stage: Stage, args: readonly string[]): Victim {
  const file = join(import.meta.dirname, '../../../server/bin.js')
  const env = stage.environments[0] ?? {}
  return victim({ name: 'restored server', file, args, env, logFile: join(stage.folder, 'restored.log') })
}

async function startRestored(stage: Stage): Promise<Victim> {
  const server = serve(stage, ['serve', '--after-restore'])
  await server.start()
  if (server.state !== 'up') throw new Error(`The restored server did not start: ${server.errors.join('; ')}`)
  return server
}

async function checkRefusedStart({ stage, result }: Drill): Promise<void> {
  const server = serve(stage, ['serve'])
  await server.start()
  if (server.state === 'up') {
    result.breaches.push('a server started on a restored backup without --after-restore')
    await server.stop()
  } else if (!server.errors.some((error) => error.includes('--after-restore'))) {
    result.breaches.push(`the server did not start, and did not say why: ${server.errors.join('; ')}`)
  }
}

/** Nothing acknowledged is lost, nothing is sent, and the comparison lists exactly what the exchange has beyond the database. */
async function checkRestored(
  { stage, client, result, say }: Drill,
  site: Site,
  { before, previewed }: { before: string[]; previewed: string },
): Promise<void> {
  const { breaches } = result
  for (const id of before) if (!(await site.isKnown(id))) breaches.push(`transfer ${id} was acknowledged and is lost`)
  const withdrawals = await withdrawalsOf(stage, client)
  for (const previewId of [await site.preview(), previewed]) {
    const { status, body } = await site.execute(previewId)
    if (status < 400) breaches.push(`an execute was accepted before the confirmation: ${JSON.stringify(body)}`)
  }
  const known = await referencesOf(stage)
  const lost = withdrawals.filter(({ clientId }) => !known.has(clientId)).map(({ id }) => id)
  result.lost = lost.length
  const { code, out } = await command(stage, ['reconcile', '--json'])
  const { withdrawalsWithoutTransfer = [] } = JSON.parse(out) as { withdrawalsWithoutTransfer?: Body[] }
  const listed = withdrawalsWithoutTransfer.map(({ withdrawalId }) => String(withdrawalId))
  result.listed = listed.length
  if (code !== 1) breaches.push(`reconcile exited with ${code} although withdrawals are lost`)
  if (lost.length === 0) breaches.push('nothing was lost, so nothing is proved')
  if (JSON.stringify(lost.sort()) !== JSON.stringify(listed.sort())) {
    breaches.push(`reconcile listed ${listed.length} withdrawals, and ${lost.length} are lost`)
  }
  const now = (await withdrawalsOf(stage, client)).length
  if (now !== withdrawals.length)
    breaches.push(`${now - withdrawals.length} withdrawals were sent before the confirmation`)
  say(`restored: ${lost.length} withdrawals are unknown to the database, reconcile lists ${listed.length}`)
}

/** Sending works again, except for a preview that may have been executed in the lost time. */
async function confirm({ stage, client, result, say }: Drill, site: Site, previewed: string): Promise<void> {
  const { breaches } = result
  const confirmed = await until(
    confirmLimitMs,
    async () => {
      const { out } = await command(stage, ['reconcile', '--json'])
      const code: unknown = JSON.parse(out).restore?.confirmationCode
      if (typeof code === 'string') return (await command(stage, ['reconcile', '--confirm-restore', code])).code === 0
      await pause(1_000)
      return undefined
    },
    500,
  ).catch((error: unknown) => String(error))
  if (confirmed !== true) breaches.push(`the restore could not be confirmed: ${confirmed}`)
  const count = (await withdrawalsOf(stage, client)).length
  const again = await site.execute(previewed)
  if (again.status < 400) breaches.push('a preview that was executed in the lost time was executed again')
  await site.load(4)
  const sent = (await withdrawalsOf(stage, client)).length - count
  if (sent !== 4) breaches.push(`after the confirmation 4 transfers made ${sent} withdrawals`)
  say('confirmed: servers send again')
}

function command(stage: Stage, args: string[]) {
  return runCli(args, stage.environments[0])
}

async function withdrawalsOf({ exchangeUrl }: Stage, client: ApiClient): Promise<{ id: string; clientId: string }[]> {
  const { body } = await client.call('GET', `${exchangeUrl}/console/withdrawals`, undefined, {})
  return (body.withdrawals as Body[]).map(({ id, clientId }) => ({ id: String(id), clientId: String(clientId) }))
}

async function referencesOf(stage: Stage): Promise<Set<string>> {
  const database = await stage.openDatabase()
  try {
    const rows = await database.query.selectFrom('attempt').select('client_reference').execute()
    return new Set(rows.map((row) => row.client_reference))
  } finally {
    await database.close()
  }
}
