import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { loadAccount } from '../../../../server/accounts/accounts.ts'
import { withRenewal } from '../../../../server/accounts/call-account.ts'
import { ExchangeFailure } from '../../../../server/exchanges/exchange-failure.ts'
import { openPostgres } from '../../../../server/storage/postgres.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { findPostgres, openEmpty } from '../../../support/postgres.ts'

const { postgres, missing } = await findPostgres()
if (postgres === null) test('processes renew access once', { skip: missing }, () => {})
else {
  after(() => postgres.drop())
  const url = await postgres.newDatabase()

  test('access that has expired is renewed by one of several processes, and used by all', async () => {
    const engine = await startEngine(await openEmpty(url))
    const other = { ...engine.deps, database: await openPostgres(url) }
    const renewals = rotate(engine)
    const calls = Array.from({ length: 10 }, async (_, n) => callOnce(n % 2 === 0 ? engine.deps : other, engine))
    assert.deepEqual(new Set(await Promise.all(calls)), new Set(['fresh']))
    assert.equal(renewals.count, 1)
    await other.database.close()
    await engine.close()
  })

  test('a process that died while it renewed holds the others up for a while only', async () => {
    const engine = await startEngine(await openEmpty(url))
    const renewals = rotate(engine)
    const until = engine.deps.now().getTime() + 20_000
    await engine.deps.database.query.updateTable('sign_in').set({ renewing_until: until }).execute()
    engine.wait(20_001)
    assert.equal(await callOnce(engine.deps, engine), 'fresh')
    assert.equal(renewals.count, 1)
    await engine.close()
  })

  test('a renewal that fails leaves the next one free to try', async () => {
    const engine = await startEngine(await openEmpty(url))
    const renew = engine.script.exchange.renew
    engine.script.exchange.renew = async () => Promise.reject(new ExchangeFailure('timeout'))
    await assert.rejects(callOnce(engine.deps, engine), ExchangeFailure)
    engine.script.exchange.renew = renew
    rotate(engine)
    assert.equal(await callOnce(engine.deps, engine), 'fresh')
    await engine.close()
  })
}

/** The exchange accepts the first access no longer, and renews it once. */
function rotate({ script }: Engine): { count: number } {
  const renewals = { count: 0 }
  script.exchange.renew = async (credentials) => {
    if (credentials.accessToken !== 'secret-1') throw new ExchangeFailure('signInEnded')
    renewals.count++
    await new Promise((resolve) => setImmediate(resolve))
    return { ...credentials, accessToken: 'fresh' }
  }
  return renewals
}

async function callOnce(deps: Engine['deps'], { clientId, accountId }: Engine): Promise<string> {
  const account = await loadAccount(deps, clientId, accountId)
  return withRenewal(deps, account, async ({ accessToken = '' }) => {
    if (accessToken === 'secret-1') throw new ExchangeFailure('signInEnded')
    return accessToken
  })
}
