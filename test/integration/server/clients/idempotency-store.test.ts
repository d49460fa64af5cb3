import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { eraseResponses } from '../../../../server/clients/erase-responses.ts'
import {
  type ClaimedKey,
  claimKey,
  type IdempotencyDeps,
  releaseKey,
  storeResponse,
} from '../../../../server/clients/idempotency-store.ts'
import { openPostgres } from '../../../../server/storage/postgres.ts'
import { openSqlite } from '../../../../server/storage/sqlite.ts'
import type { Database } from '../../../../server/storage/storage.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { findPostgres, openEmpty } from '../../../support/postgres.ts'

const response = { status: 200, type: 'application/json', body: '{"n":1}' }
const forAnHour = { keepMs: 3_600_000, replaceable: false, transferId: null }

function suite(name: string, open: () => Promise<Database>, openAgain: (first: Database) => Promise<Database>): void {
  const running = async (work: (engine: Engine, other: IdempotencyDeps) => Promise<void>) => {
    const engine = await startEngine(await open())
    const database = await openAgain(engine.deps.database)
    await work(engine, { ...engine.deps, database })
    if (database !== engine.deps.database) await database.close()
    await engine.close()
  }
  const keyed = ({ clientId }: Engine, request = 'POST /a') => ({ clientId, key: 'k', request })
  const hold = async (deps: IdempotencyDeps, engine: Engine): Promise<ClaimedKey> => {
    const claim = await claimKey(deps, keyed(engine))
    if (claim.state !== 'claimed') assert.fail(claim.state)
    return claim.key
  }

  test(`${name}: a key runs in one process at a time, and its response is returned in all`, () =>
    running(async (engine, other) => {
      const held = await hold(engine.deps, engine)
      assert.equal((await claimKey(other, keyed(engine))).state, 'running')
      assert.equal((await claimKey(other, keyed(engine, 'POST /b'))).state, 'conflict')
      await storeResponse(engine.deps, held, { response, options: forAnHour })
      assert.deepEqual(await claimKey(other, keyed(engine)), { state: 'completed', response })
      engine.wait(3_600_001)
      await hold(other, engine)
    }))

  test(`${name}: fifty claims over two processes hold the key once`, () =>
    running(async (engine, other) => {
      const claims = Array.from({ length: 50 }, (_, n) => claimKey(n % 2 === 0 ? engine.deps : other, keyed(engine)))
      const states = (await Promise.all(claims)).map((claim) => claim.state)
      assert.equal(states.filter((state) => state === 'claimed').length, 1)
      assert.equal(states.filter((state) => state === 'running').length, 49)
    }))

  test(`${name}: a claim of a process that died expires for the same request alone, and its late response is ignored`, () =>
    running(async (engine, other) => {
      const dead = await hold(engine.deps, engine)
      engine.wait(180_001)
      assert.equal((await claimKey(other, keyed(engine, 'POST /b'))).state, 'conflict', 'it may have paid already')
      const held = await hold(other, engine)
      await storeResponse(engine.deps, dead, { response: { ...response, body: 'late' }, options: forAnHour })
      assert.equal((await claimKey(other, keyed(engine))).state, 'running')
      await releaseKey(other, held)
      await hold(engine.deps, engine)
    }))

  test(`${name}: the key of an erased response stays for the same request alone, also if that fails`, () =>
    running(async (engine, other) => {
      const options = { keepMs: null, replaceable: false, transferId: 'transfer-1' }
      await storeResponse(engine.deps, await hold(engine.deps, engine), { response, options })
      await eraseResponses(engine.deps.database.query, ['another'])
      assert.equal((await claimKey(other, keyed(engine))).state, 'completed')
      await eraseResponses(engine.deps.database.query, ['transfer-1'])
      for (let repeat = 0; repeat < 2; repeat++) {
        assert.equal((await claimKey(other, keyed(engine, 'POST /b'))).state, 'conflict', 'it would pay again')
        await releaseKey(other, await hold(engine.deps, engine))
      }
      await storeResponse(engine.deps, await hold(engine.deps, engine), { response, options })
      assert.equal((await claimKey(other, keyed(engine))).state, 'completed')
    }))
}

suite(
  'embedded',
  () => openSqlite(':memory:'),
  async (first) => first,
)

const { postgres, missing } = await findPostgres()
if (postgres === null) test('keys hold over processes on PostgreSQL', { skip: missing }, () => {})
else {
  after(() => postgres.drop())
  const url = await postgres.newDatabase()
  suite(
    'PostgreSQL',
    () => openEmpty(url),
    () => openPostgres(url),
  )
}
