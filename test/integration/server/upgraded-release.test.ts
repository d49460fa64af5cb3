// The baseline release is upgraded to this version and rolled back, while clients go on to preview and execute.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { projectRoot } from '../../../scripts/command.ts'
import { apiClient, signIn, until } from '../../proofs/chaos/api-client.ts'
import { audit } from '../../proofs/chaos/audit.ts'
import { readBooks } from '../../proofs/chaos/books.ts'
import { startClients } from '../../proofs/chaos/clients.ts'
import { openJournal } from '../../proofs/chaos/journal.ts'
import { randomFrom } from '../../proofs/chaos/random.ts'
import { settle } from '../../proofs/chaos/settle.ts'
import { type Stage, type Storage, startStage } from '../../proofs/chaos/stage.ts'
import type { Victim } from '../../proofs/chaos/victim.ts'
import { baselineCommit, extractBaseline } from '../../support/baseline.ts'
import { proofSuite } from '../../support/length.ts'
import { findPostgres } from '../../support/postgres.ts'

const seed = 11
/** Executes that must be acknowledged before, between and after the two changes of the version. */
const executesEach = 25

const client = apiClient({ timeoutMs: 15_000 })
after(() => client.close())

/** On PostgreSQL each new process is ready before an old one stops. On the embedded storage one process runs at a time. */
async function replace(storage: Storage, pairs: readonly (readonly [old: Victim, fresh: Victim])[]): Promise<void> {
  for (const [old, fresh] of pairs) {
    if (storage === 'postgres') await fresh.start()
    assert.deepEqual((await old.stop())?.code, 0)
    if (storage === 'sqlite') await fresh.start()
    assert.equal(fresh.state, 'up')
  }
}

async function upgradeAndBack(storage: Storage, baselineRoot: string): Promise<string> {
  const perVersion = storage === 'postgres' ? 2 : 1
  const rootsOf = (root: string) => Array.from({ length: perVersion }, () => root)
  const serverRoots = [...rootsOf(baselineRoot), ...rootsOf(projectRoot)]
  const stage = await startStage({
    ...{ storage, random: randomFrom(1), speedup: 6, root: projectRoot, serverRoots, runningCount: perVersion },
  })
  try {
    const journal = openJournal(join(stage.folder, 'journal.jsonl'))
    const clients = await startClients({
      ...{ client, apiUrls: stage.apiUrls, journal, random: randomFrom(seed), seed, lanes: 4 },
      connect: () => signIn(client, stage.apiUrls[0] ?? '', 'user_good'),
      uninterrupted: storage === 'postgres',
    })
    clients.allowed = Number.POSITIVE_INFINITY
    const executed = async () => {
      const target = clients.figures.acknowledged + executesEach
      await until(60_000, async () => (clients.figures.acknowledged >= target ? true : undefined))
    }
    const [old, fresh] = [stage.servers.slice(0, perVersion), stage.servers.slice(perVersion)]
    const pairs = old.map((each, at) => [each, fresh[at] as Victim] as const)
    await executed()
    await replace(storage, pairs)
    await executed()
    await replace(
      storage,
      pairs.map(([one, other]) => [other, one] as const),
    )
    await executed()
    await clients.finish()
    if (storage === 'postgres') assert.equal(clients.figures.lostResponses, 0)
    const left = running(stage)
    assert.deepEqual((await settle(left, client, 120_000)).problems, [])
    assert.deepEqual(audit(await readBooks(left, client, journal.read(), seed)), [])
    journal.close()
    assert.deepEqual(
      stage.servers.flatMap(({ errors }) => errors),
      [],
    )
    return JSON.stringify(clients.figures)
  } finally {
    await stage.stop()
  }
}

/** Those that run now are enough to settle what is open. */
function running(stage: Stage): Stage {
  const isUp = stage.servers.map(({ state }) => state === 'up')
  const [servers, apiUrls] = [stage.servers, stage.apiUrls].map((each) => each.filter((_, at) => isUp[at]))
  return { ...stage, servers: servers as Victim[], apiUrls: apiUrls as string[] }
}

proofSuite(`from commit ${baselineCommit} to this version and back, under load`, () => {
  const extracted = extractBaseline()
  const [root, skip] = typeof extracted === 'string' ? ['', extracted] : [extracted.root, false]
  after(() => typeof extracted !== 'string' && extracted.remove())
  test('on the embedded storage nothing is sent twice and nothing is lost', { skip }, async (context) => {
    context.diagnostic(await upgradeAndBack('sqlite', root))
  })
  test('on PostgreSQL nothing is sent twice, and no client meets an error', { skip }, async (context) => {
    const { missing } = await findPostgres()
    if (missing) return context.skip(missing)
    context.diagnostic(await upgradeAndBack('postgres', root))
  })
})
