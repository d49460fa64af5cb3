// Accounts, links, clients and limits over PostgreSQL: one of two processes overtakes the other after each of its statements.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { loadAccount } from '../../../../server/accounts/accounts.ts'
import { withRenewal } from '../../../../server/accounts/call-account.ts'
import { erasePendingConnections, saveConnection } from '../../../../server/accounts/connection-rows.ts'
import { endSignIn } from '../../../../server/accounts/end-sign-in.ts'
import { issueTokens, rotateTokens } from '../../../../server/accounts/tokens.ts'
import { createClient } from '../../../../server/clients/clients.ts'
import { claimKey, type KeyClaim, releaseKey, storeResponse } from '../../../../server/clients/idempotency-store.ts'
import { addCallbackUrl, addSecret, maximumSecrets, secretsOf } from '../../../../server/clients/key-sets.ts'
import { seedDemoClient } from '../../../../server/clients/seed-demo-client.ts'
import { ExchangeFailure } from '../../../../server/exchanges/exchange-failure.ts'
import { keyLock } from '../../../../server/limits/key-lock.ts'
import { storedBuckets } from '../../../../server/limits/stored-buckets.ts'
import { createLink } from '../../../../server/links/links.ts'
import { endSession, redeemLink, reissueCode } from '../../../../server/links/sessions.ts'
import type { Database } from '../../../../server/storage/storage.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { proofTest } from '../../../support/length.ts'
import { assertRefused, fulfilled, overPostgres, overtake } from '../../../support/races.ts'

await overPostgres('accounts, links, clients and limits race over PostgreSQL', ({ open, openAgain }) => {
  let engine: Engine
  let other: Database
  before(async () => {
    engine = await startEngine(await open())
    other = await openAgain()
  })
  after(async () => {
    await engine.close()
    await other.close()
  })

  const one = () => engine.deps.database
  const over = (database: Database) => ({ ...engine.deps, database })
  const newTokens = () => {
    const { accountId, clientId } = engine
    return issueTokens(engine.deps, one().query, { account: { accountId, clientId }, renewable: true })
  }
  const rotate = (database: Database, token: string | null) =>
    rotateTokens(over(database), engine.clientId, token ?? '')
  const aliveOf = async () => {
    const tokens = one().query.selectFrom('token').select('hash').where('revoked_at', 'is', null)
    return (await tokens.where('used_at', 'is', null).execute()).length
  }

  test('a refresh token is used once, and its second use leaves no token alive', async () => {
    await overtake(one(), other, async () => {
      const { refreshToken } = await newTokens()
      return {
        first: (database) => rotate(database, refreshToken),
        second: (database) => rotate(database, refreshToken),
        async check(...results) {
          assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
          assert.equal(await aliveOf(), 0)
        },
      }
    })
  })

  test('no token that one rotation issues escapes where a stolen one ends them all', async () => {
    for (const thiefIsFirst of [true, false]) {
      await overtake<unknown, unknown>(one(), other, async () => {
        const { refreshToken: old } = await newTokens()
        const { tokens } = await rotate(one(), old)
        const steal = (database: Database) => rotate(database, old)
        const renew = (database: Database) => rotate(database, tokens.refreshToken)
        return {
          first: thiefIsFirst ? steal : renew,
          second: thiefIsFirst ? renew : steal,
          check: async () => assert.equal(await aliveOf(), 0),
        }
      })
    }
  })

  proofTest('a sign-in leaves nothing in a session that its user leaves at the same moment', async () => {
    for (const leavesFirst of [true, false]) {
      await overtake<unknown, unknown>(one(), other, async () => {
        const { session } = await redeemLink(engine.deps, await newCode())
        const [sessionId, id] = [session.id, randomUUID()]
        const connecting = { user: { sessionId }, exchange: engine.script.exchange, connectionId: id }
        const save = (database: Database) =>
          saveConnection(over(database), connecting, { state: 'waiting', pending: {} })
        const leave = async (database: Database) => {
          await endSession(over(database), sessionId)
          await erasePendingConnections(over(database), sessionId)
        }
        return {
          first: leavesFirst ? leave : save,
          second: leavesFirst ? save : leave,
          async check() {
            const rows = one().query.selectFrom('connection').select('id').where('id', '=', id)
            assert.deepEqual(await rows.execute(), [])
          },
        }
      })
    }
  })

  test('credentials that were erased are not restored by a renewal', async () => {
    await overtake(one(), other, async () => {
      await engine.signInAgain()
      const { id } = await one()
        .query.selectFrom('account')
        .select('id')
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .where('sign_in_id', 'in', (query) => query.selectFrom('sign_in').select('id').where('ended_at', 'is', null))
        .executeTakeFirstOrThrow()
      const account = await loadAccount(engine.deps, engine.clientId, id)
      const { authToken } = await issueTokens(engine.deps, one().query, {
        account: { accountId: id, clientId: engine.clientId },
        renewable: true,
      })
      engine.script.exchange.renew = async () => ({ accessToken: `renewed-${randomUUID()}` })
      const call = async ({ accessToken = '' }) => {
        if (!accessToken.startsWith('renewed')) throw new ExchangeFailure('signInEnded')
      }
      return {
        first: (database) => withRenewal(over(database), account, call).catch(() => {}),
        second: (database) =>
          endSignIn(over(database), { clientId: engine.clientId, token: authToken, type: 'scripted' }),
        async check(_, second) {
          fulfilled(second)
          const row = one().query.selectFrom('sign_in').select('sealed_credentials').where('id', '=', account.signInId)
          assert.equal((await row.executeTakeFirstOrThrow()).sealed_credentials, '')
        },
      }
    })
    await engine.signInAgain()
  })

  const newCode = async () => {
    const link = { clientId: engine.clientId, userId: 'user-1', callbackUrl: 'https://shop.example/done' }
    const nothing = { fixed: null, fromAccountId: null, fromType: null, transactionId: null }
    const rest = { transfersEnabled: true, destinations: [], tokenDelivery: 'page' as const, ...nothing }
    return (await createLink(engine.deps, { ...link, ...rest })).authCode
  }

  test('a link code opens one session', async () => {
    await overtake(one(), other, async () => {
      const code = await newCode()
      return {
        first: (database) => redeemLink(over(database), code),
        second: (database) => redeemLink(over(database), code, { opening: 'another page' }),
        check(...results) {
          const refused = results.filter(({ status }) => status === 'rejected')
          assert.equal(refused.length, 1)
          for (const each of refused) assertRefused(each, 'linkExpired')
        },
      }
    })
  })

  proofTest('a session that its user left does not continue on a full page', async () => {
    await overtake(one(), other, async () => {
      const { session } = await redeemLink(engine.deps, await newCode())
      const { authCode } = await reissueCode(engine.deps, session, null)
      const openSessions = async () => {
        const ofLink = one().query.selectFrom('link_session').select('id').where('link_id', '=', session.link.id)
        return (await ofLink.where('expires_at', '>', engine.deps.now().getTime()).execute()).length
      }
      return {
        first: (database) => redeemLink(over(database), authCode),
        async second(database) {
          await endSession(over(database), session.id)
          return openSessions()
        },
        async check(moved, left) {
          // One is open after the user left only if it had moved before.
          assert.equal(await openSessions(), fulfilled(left))
          if (moved.status === 'rejected') assertRefused(moved, 'linkExpired')
        },
      }
    })
  })

  proofTest('the page that opened a session reopens it once', async () => {
    await overtake(one(), other, async () => {
      const code = await newCode()
      await redeemLink(engine.deps, code, { opening: 'the page' })
      return {
        first: (database) => redeemLink(over(database), code, { opening: 'the page' }),
        second: (database) => redeemLink(over(database), code, { opening: 'the page' }),
        check: (...results) => assert.equal(results.filter(({ status }) => status === 'rejected').length, 1),
      }
    })
  })

  const response = { status: 200, type: 'application/json', body: '{}' }
  const hold = async (database: Database, key: string, keepMs: number): Promise<KeyClaim['state']> => {
    const claim = await claimKey(over(database), { clientId: engine.clientId, key, request: 'POST /a' })
    if (claim.state === 'claimed')
      await storeResponse(over(database), claim.key, {
        response,
        options: { keepMs, replaceable: false, transferId: null },
      })
    return claim.state
  }

  test('an expired key is taken over once, also where the other request has completed meanwhile', async () => {
    for (const isNew of [true, false]) {
      await overtake(one(), other, async () => {
        const key = randomUUID()
        if (!isNew) await hold(one(), key, 1_000)
        engine.wait(1_001)
        return {
          first: (database) => hold(database, key, 3_600_000),
          second: (database) => hold(database, key, 3_600_000),
          check(...results) {
            const states = results.map((each) => fulfilled(each))
            assert.equal(states.filter((state) => state === 'claimed').length, 1, states.join())
          },
        }
      })
    }
  })

  proofTest('a released key is free, and claimed once', async () => {
    await overtake(one(), other, async () => {
      const request = { clientId: engine.clientId, key: randomUUID(), request: 'POST /a' }
      const claim = await claimKey(engine.deps, request)
      assert.ok(claim.state === 'claimed')
      return {
        first: (database) => releaseKey(over(database), claim.key),
        second: (database) => claimKey(over(database), request),
        async check(_, second) {
          const states = [fulfilled(second).state, (await claimKey(engine.deps, request)).state].sort()
          assert.deepEqual(
            states,
            states.includes('running') && states[0] === 'claimed' ? ['claimed', 'running'] : states,
          )
          assert.equal(states.filter((state) => state === 'claimed').length, 1)
        },
      }
    })
  })

  proofTest('a client has no more valid secrets than it may have', async () => {
    await overtake(one(), other, async () => {
      const { id } = await createClient(engine.deps, { name: 'Shop', callbackUrls: [] })
      for (let n = 1; n < maximumSecrets - 1; n++) await addSecret(engine.deps, id)
      return {
        first: (database) => addSecret(over(database), id),
        second: async (database) => [await addSecret(over(database), id), await addSecret(over(database), id)],
        check: async () => assert.equal((await secretsOf(one().query, id)).length, maximumSecrets),
      }
    })
  })

  proofTest('a client and its callback URLs are registered once', async () => {
    await overtake(one(), other, async () => {
      const id = randomUUID()
      const create = (database: Database) => createClient(over(database), { id, name: 'Shop', callbackUrls: [] })
      return {
        first: create,
        second: create,
        check: (...results) => assert.equal(results.filter(({ status }) => status === 'rejected').length, 1),
      }
    })
    await overtake(one(), other, async (round) => {
      const add = (database: Database) =>
        addCallbackUrl(over(database), engine.clientId, `https://shop.example/${round}`)
      return {
        first: add,
        second: add,
        check: (...results) => assert.deepEqual(results.map((each) => fulfilled(each)).sort(), [false, true]),
      }
    })
    await overtake(one(), other, async (round) => {
      const seed = (database: Database) => seedDemoClient(over(database), `http://localhost:${round}/`)
      return {
        first: seed,
        second: seed,
        check: (first, second) => assert.deepEqual([fulfilled(first), fulfilled(second)], [undefined, undefined]),
      }
    })
  })

  test('a limit allows its quota, however many processes count', async () => {
    const policy = { quota: 3, windowSeconds: 60 }
    await overtake<number, number>(one(), other, async (round) => {
      const take = async (database: Database) => {
        const buckets = storedBuckets(database)
        const states = [1, 2, 3].map(() => buckets.take(`bucket ${round}`, policy, engine.deps.now()))
        return (await Promise.all(states)).filter(({ allowed }) => allowed).length
      }
      return {
        first: take,
        second: take,
        check: (first, second) => assert.equal(fulfilled(first) + fulfilled(second), policy.quota),
      }
    })
  })

  proofTest('numbers of a key rise, and none is given twice', async () => {
    const given: number[] = []
    const record = async (nonce: number) => {
      given.push(nonce)
    }
    await overtake(one(), other, async () => {
      const call = (database: Database) => keyLock(database, engine.deps.now)('key', record)
      return { first: call, second: call, check: () => {} }
    })
    assert.ok(given.length > 4)
    assert.deepEqual(
      given,
      [...new Set(given)].sort((a, b) => a - b),
    )
  })
})
