// A token family is a sign-in: rotation, reuse and lifetime, on both storages and from two processes at once.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { accountOfToken, type IssuedTokens, issueTokens, rotateTokens } from '../../../../server/accounts/tokens.ts'
import { ApiError } from '../../../../server/contract/errors.ts'
import { openPostgres } from '../../../../server/storage/postgres.ts'
import { openSqlite } from '../../../../server/storage/sqlite.ts'
import type { Database } from '../../../../server/storage/storage.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { proofSuite } from '../../../support/length.ts'
import { findPostgres, openEmpty } from '../../../support/postgres.ts'

const dayMs = 86_400_000
const refused = (type: string) => (error: unknown) => error instanceof ApiError && error.type === type

/** A second account of the same sign-in. */
async function siblingOf({ deps, accountId }: Engine): Promise<string> {
  const { query } = deps.database
  const account = await query.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow()
  const id = randomUUID()
  await query
    .insertInto('account')
    .values({ ...account, id, external_id: 'sibling', name: 'Sibling' })
    .execute()
  return id
}

function issue({ deps, clientId }: Engine, accountId: string): Promise<IssuedTokens> {
  return issueTokens(deps, deps.database.query, { account: { accountId, clientId }, renewable: true })
}

function suite(name: string, open: () => Promise<Database>, openAgain: (first: Database) => Promise<Database>): void {
  test(`${name}: rotation ends the previous tokens of the account, and no other`, async () => {
    const engine = await startEngine(await open())
    const { deps, clientId, accountId } = engine
    const [first, older] = [await issue(engine, accountId), await issue(engine, accountId)]
    const sibling = await issue(engine, await siblingOf(engine))
    const { tokens } = await rotateTokens(deps, clientId, first.refreshToken ?? '')
    for (const { authToken } of [first, older]) {
      await assert.rejects(accountOfToken(deps, clientId, authToken), refused('authTokenInvalid'))
    }
    await assert.rejects(rotateTokens(deps, clientId, older.refreshToken ?? ''), refused('refreshTokenInvalid'))
    assert.equal(await accountOfToken(deps, clientId, tokens.authToken), accountId)
    await accountOfToken(deps, clientId, sibling.authToken)
    await engine.close()
  })

  test(`${name}: reuse of a refresh token ends every token of the sign-in, sibling accounts included`, async () => {
    const engine = await startEngine(await open())
    const { deps, clientId, accountId } = engine
    const [first, sibling] = [await issue(engine, accountId), await issue(engine, await siblingOf(engine))]
    const { tokens } = await rotateTokens(deps, clientId, first.refreshToken ?? '')
    await assert.rejects(rotateTokens(deps, clientId, first.refreshToken ?? ''), refused('refreshTokenInvalid'))
    for (const { authToken, refreshToken } of [tokens, sibling]) {
      await assert.rejects(accountOfToken(deps, clientId, authToken), refused('authTokenInvalid'))
      await assert.rejects(rotateTokens(deps, clientId, refreshToken ?? ''), refused('refreshTokenInvalid'))
    }
    await engine.close()
  })

  test(`${name}: a family ends a year after its sign-in, however often it is refreshed`, async () => {
    const engine = await startEngine(await open())
    const { deps, clientId, accountId } = engine
    let tokens = await issue(engine, accountId)
    assert.deepEqual([tokens.expiresInSeconds, tokens.refreshTokenExpiresInSeconds], [86_400, 90 * 86_400])
    for (let day = 80; day <= 320; day += 80) {
      engine.wait(80 * dayMs)
      tokens = (await rotateTokens(deps, clientId, tokens.refreshToken ?? '')).tokens
    }
    assert.deepEqual([tokens.expiresInSeconds, tokens.refreshTokenExpiresInSeconds], [86_400, 45 * 86_400])
    engine.wait(44.5 * dayMs)
    tokens = (await rotateTokens(deps, clientId, tokens.refreshToken ?? '')).tokens
    assert.deepEqual([tokens.expiresInSeconds, tokens.refreshTokenExpiresInSeconds], [43_200, 43_200])
    engine.wait(0.5 * dayMs)
    await assert.rejects(accountOfToken(deps, clientId, tokens.authToken), refused('authTokenExpired'))
    await assert.rejects(rotateTokens(deps, clientId, tokens.refreshToken ?? ''), refused('refreshTokenInvalid'))
    await engine.close()
  })

  test(`${name}: no token escapes when one account is refreshed while another one’s token is reused`, async () => {
    const engine = await startEngine(await open())
    const { deps, clientId, accountId } = engine
    const database = await openAgain(deps.database)
    const siblingId = await siblingOf(engine)
    for (let round = 0; round < 30; round++) {
      const [stolen, sibling] = [await issue(engine, accountId), await issue(engine, siblingId)]
      await rotateTokens(deps, clientId, stolen.refreshToken ?? '')
      await Promise.allSettled([
        rotateTokens(deps, clientId, stolen.refreshToken ?? ''),
        rotateTokens({ ...deps, database }, clientId, sibling.refreshToken ?? ''),
      ])
      const alive = deps.database.query.selectFrom('token').select('hash').where('revoked_at', 'is', null)
      assert.deepEqual(await alive.execute(), [], `round ${round}`)
    }
    if (database !== deps.database) await database.close()
    await engine.close()
  })

  test(`${name}: of many requests with one refresh token one gets tokens, and the others end them`, async () => {
    const engine = await startEngine(await open())
    const { deps, clientId, accountId } = engine
    const database = await openAgain(deps.database)
    const { refreshToken } = await issue(engine, accountId)
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) =>
        rotateTokens(n % 2 ? deps : { ...deps, database }, clientId, refreshToken ?? ''),
      ),
    )
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    const alive = deps.database.query.selectFrom('token').select('hash').where('revoked_at', 'is', null)
    assert.deepEqual(await alive.execute(), [])
    if (database !== deps.database) await database.close()
    await engine.close()
  })
}

suite(
  'embedded',
  () => openSqlite(':memory:'),
  async (first) => first,
)

const { postgres, missing } = await findPostgres()
if (postgres === null) test('token families on PostgreSQL', { skip: missing }, () => {})
else {
  after(() => postgres.drop())
  const url = await postgres.newDatabase()
  proofSuite('over two processes', () =>
    suite(
      'PostgreSQL',
      () => openEmpty(url),
      () => openPostgres(url),
    ),
  )
}
