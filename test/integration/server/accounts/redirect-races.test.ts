// Sign-ins on an exchange's page over PostgreSQL: one of two processes overtakes the other after each of its statements.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Connection, startConnection } from '../../../../server/accounts/connect-account.ts'
import { loadConnection } from '../../../../server/accounts/connection-rows.ts'
import { confirmRedirect, returnFromRedirect } from '../../../../server/accounts/finish-redirect.ts'
import { enterRedirect } from '../../../../server/accounts/redirect-sign-in.ts'
import { createLink } from '../../../../server/links/links.ts'
import { redeemLink } from '../../../../server/links/sessions.ts'
import type { Database } from '../../../../server/storage/storage.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { assertRefused, overPostgres, overtake } from '../../../support/races.ts'

await overPostgres('sign-ins on an exchange page race over PostgreSQL', ({ open, openAgain }) => {
  let engine: Engine
  let other: Database
  let sessionId: string
  let finished = 0
  before(async () => {
    engine = await startEngine(await open())
    other = await openAgain()
    Object.assign(engine.script.exchange, {
      startSignIn: async () => ({ state: 'redirect', url: 'https://exchange.example/sign-in', pending: {} }),
      finishRedirect: async () => ({
        state: 'connected',
        credentials: { accessToken: `secret of sign-in ${++finished}` },
        accounts: [{ externalId: 'main', name: 'Main' }],
        renewable: true,
      }),
    })
    const link = { clientId: engine.clientId, userId: 'user-1', callbackUrl: 'https://shop.example/done' }
    const nothing = { fixed: null, fromAccountId: null, fromType: null, transactionId: null }
    const rest = { transfersEnabled: true, destinations: [], tokenDelivery: 'page' as const, ...nothing }
    const { authCode } = await createLink(engine.deps, { ...link, ...rest })
    sessionId = (await redeemLink(engine.deps, authCode)).session.id
  })
  after(async () => {
    await engine.close()
    await other.close()
  })

  const over = (database: Database) => ({ ...engine.deps, database, publicUrl: 'http://localhost' })
  const one = () => over(engine.deps.database)
  /** A new sign-in, and the state of its redirect. */
  const newSignIn = async () => {
    const user = { sessionId, clientId: engine.clientId, userId: 'user-1' }
    const connection = await startConnection(one(), user, { type: 'scripted', fields: {}, confirmByNumber: true })
    return { id: connection.connectionId, state: new URL(urlOf(connection)).searchParams.get('state') ?? '' }
  }
  const urlOf = (connection: Connection) => (connection.state === 'redirect' && connection.url) || ''
  const response = { code: 'a code', issuer: '' }
  const isRefused = ({ status }: PromiseSettledResult<unknown>) => status === 'rejected'

  test('another window that enters does not reopen a sign-in whose window has returned', async () => {
    const states = new Set<string>()
    await overtake<unknown, unknown>(one().database, other, async () => {
      const { id, state } = await newSignIn()
      const { secret } = await enterRedirect(one(), state, 'ownPage')
      return {
        first: (database) => enterRedirect(over(database), state, 'ownPage'),
        second: (database) => returnFromRedirect(over(database), { state, secret, response }),
        async check(entered, returned) {
          const { row } = await loadConnection(one(), sessionId, id)
          states.add(row.state)
          // Where the other window was first, this one is no longer the window that may return.
          assert.equal(row.state, isRefused(returned) ? 'redirect' : 'connected')
          assert.equal(isRefused(entered), !isRefused(returned))
          for (const each of [entered, returned].filter(isRefused)) assertRefused(each, 'connectionNotFound')
        },
      }
    })
    assert.deepEqual([...states].sort(), ['connected', 'redirect'])
  })

  test('a window that returns twice redeems its code once', async () => {
    await overtake(one().database, other, async () => {
      const { id, state } = await newSignIn()
      const { secret } = await enterRedirect(one(), state, 'ownPage')
      const before = finished
      return {
        first: (database) => returnFromRedirect(over(database), { state, secret, response }),
        second: (database) => returnFromRedirect(over(database), { state, secret, response }),
        async check(...results) {
          assert.equal(finished, before + 1)
          assert.equal((await loadConnection(one(), sessionId, id)).row.state, 'connected')
          for (const each of results.filter(isRefused)) assertRefused(each, 'connectionNotFound')
        },
      }
    })
  })

  /** A sign-in that waits for its number. */
  const newNumber = async () => {
    const { id, state } = await newSignIn()
    const { secret } = await enterRedirect(one(), state, 'otherWindow')
    await returnFromRedirect(one(), { state, secret, response })
    const { number = '' } = (await loadConnection(one(), sessionId, id)).pending
    const enter = (database: Database, text: string) => confirmRedirect(over(database), { state, secret, number: text })
    return { id, number, enter }
  }

  test('every wrong number that is accepted uses up an attempt', async () => {
    await overtake(one().database, other, async () => {
      const { id, number, enter } = await newNumber()
      const wrong = number === '100' ? '101' : '100'
      return {
        first: (database) => enter(database, wrong),
        second: (database) => enter(database, wrong),
        async check(...results) {
          const counted = results.filter((each) => !isRefused(each)).length
          const { pending } = await loadConnection(one(), sessionId, id)
          assert.equal(pending.triesLeft, String(3 - counted))
          for (const each of results.filter(isRefused)) assertRefused(each, 'connectionNotFound')
        },
      }
    })
  })

  test('a number that is entered twice connects once', async () => {
    const signIns = () => one().database.query.selectFrom('sign_in').select('id').execute()
    await overtake(one().database, other, async () => {
      const { id, number, enter } = await newNumber()
      const before = (await signIns()).length
      return {
        first: (database) => enter(database, number),
        second: (database) => enter(database, number),
        async check(...results) {
          assert.equal((await signIns()).length, before + 1)
          assert.equal((await loadConnection(one(), sessionId, id)).row.state, 'connected')
          for (const each of results.filter(isRefused)) assertRefused(each, 'connectionNotFound')
        },
      }
    })
  })
})
