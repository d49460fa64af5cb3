// Several server processes on one PostgreSQL, each replaced by a new one while clients go on to preview and execute.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { projectRoot } from '../../../scripts/command.ts'
import { apiClient, signIn, until } from '../../proofs/chaos/api-client.ts'
import { audit } from '../../proofs/chaos/audit.ts'
import { readBooks } from '../../proofs/chaos/books.ts'
import { startClients } from '../../proofs/chaos/clients.ts'
import { openJournal } from '../../proofs/chaos/journal.ts'
import { randomFrom } from '../../proofs/chaos/random.ts'
import { restartInTurn } from '../../proofs/chaos/restart-in-turn.ts'
import { settle } from '../../proofs/chaos/settle.ts'
import { startStage } from '../../proofs/chaos/stage.ts'
import { proofSuite } from '../../support/length.ts'
import { findPostgres } from '../../support/postgres.ts'

const { missing } = await findPostgres()
const seed = 7
/** Each process that ran at first is replaced, and one of the new ones too. */
const [runningCount, turns] = [2, 3]

proofSuite('a rolling restart under load', () => {
  test('loses no response, sends nothing twice, and no client meets an error', {
    skip: missing,
  }, async (context) => {
    const stage = await startStage({
      storage: 'postgres',
      random: randomFrom(1),
      speedup: 1,
      root: projectRoot,
      serverCount: runningCount + 1,
      runningCount,
    })
    context.after(() => stage.stop())
    const client = apiClient({ timeoutMs: 15_000 })
    context.after(() => client.close())
    const journal = openJournal(join(stage.folder, 'journal.jsonl'))
    const clients = await startClients({
      client,
      apiUrls: stage.apiUrls,
      connect: () => signIn(client, stage.apiUrls[0] ?? '', 'user_good'),
      journal,
      random: randomFrom(seed),
      seed,
      lanes: 4,
      uninterrupted: true,
    })
    clients.allowed = Number.POSITIVE_INFINITY
    const seen = () => clients.figures.acknowledged
    await until(30_000, async () => (seen() > 10 ? true : undefined))
    const before = seen()
    const endings = await restartInTurn(stage, turns)
    const during = seen() - before
    await until(30_000, async () => (seen() > before + during ? true : undefined))
    await clients.finish()

    assert.deepEqual(
      endings.map(({ code, signal }) => [code, signal]),
      Array(turns).fill([0, null]),
    )
    assert.ok(Math.max(...endings.map(({ ms }) => ms)) < 10_000)
    assert.ok(during > 20, `only ${during} executes completed meanwhile`)
    assert.equal(clients.figures.lostResponses, 0)
    // Those that run now are enough to settle what is open.
    const isUp = stage.servers.map(({ state }) => state === 'up')
    const left = {
      ...stage,
      servers: stage.servers.filter((_, at) => isUp[at]),
      apiUrls: stage.apiUrls.filter((_, at) => isUp[at]),
    }
    assert.deepEqual((await settle(left, client, 60_000)).problems, [])
    assert.deepEqual(audit(await readBooks(left, client, journal.read(), seed)), [])
    journal.close()
    assert.deepEqual(
      stage.servers.flatMap(({ errors }) => errors),
      [],
    )
    context.diagnostic(
      `${JSON.stringify(clients.figures)}, ${during} meanwhile, ended within ${endings.map(({ ms }) => Math.round(ms))} ms`,
    )
  })
})
