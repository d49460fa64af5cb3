import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { authenticateClient, createClient } from '../../../../server/clients/clients.ts'
import { secretsOf } from '../../../../server/clients/key-sets.ts'
import { Amount } from '../../../../server/contract/amount.ts'
import { ApiError } from '../../../../server/contract/errors.ts'
import { dayOf, lockUsage, storeUsage } from '../../../../server/transfers/daily-usage.ts'
import { refuseIfPaused } from '../../../../server/transfers/sending-pause.ts'
import type { TestConsole } from '../../../support/console.ts'
import { consoleOfEngine } from '../../../support/console-of-engine.ts'
import { type Engine, recipient, startEngine } from '../../../support/engine.ts'

const reason = 'Requested in ticket 4711'

describe('clients in the console', () => {
  let engine: Engine
  let tested: TestConsole
  let admin: string
  let viewer: string
  before(async () => {
    engine = await startEngine()
    tested = consoleOfEngine(engine)
    admin = await tested.signedIn('admin')
    viewer = await tested.signedIn('viewer')
  })
  after(() => engine.close())

  const get = async (path: string) => {
    const { status, body } = await tested.request('GET', path, { session: viewer })
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const act = (method: 'POST' | 'DELETE', path: string, body: object = {}) =>
    tested.request(method, path, { session: admin, body: { reason, ...body } })
  const lastEntry = async () => (await get('/api/audit')).rows[0]
  const detail = () => get(`/api/clients/${engine.clientId}`)

  test('a client is created, and its secret is in this response only', async () => {
    const { status, body } = await act('POST', '/api/clients', {
      name: 'Riverside',
      callbackUrls: ['https://riverside.example/done?token=hidden'],
    })
    assert.equal(status, 200, JSON.stringify(body))
    const { clientId, secret } = body
    assert.equal((await authenticateClient(engine.deps, clientId, secret)).name, 'Riverside')
    const shown = await get(`/api/clients/${clientId}`)
    const [stored] = shown.secrets
    assert.ok(secret.startsWith(stored.prefix) && stored.prefix.length === 'sk_sandbox_'.length + 4)
    const list = await get('/api/clients?search=rivers')
    assert.deepEqual(
      list.rows.map((row: { id: string; validSecrets: number }) => [row.id, row.validSecrets]),
      [[clientId, 1]],
    )
    const entry = await lastEntry()
    assert.deepEqual([entry.action, entry.target, entry.reason], ['client.create', clientId, reason])
    for (const text of [shown, list, entry].map((each) => JSON.stringify(each))) assert.ok(!text.includes(secret))
    assert.ok(!JSON.stringify(entry).includes('hidden'))
  })

  test('what a command refuses is refused with the field and the fix', async () => {
    for (const [body, field, message] of [
      [{ name: engine.clientId }, 'name', /cannot look like an id/],
      [{ name: 'a\u202eb' }, 'name', /invisible/],
      [{ name: 'Shop', callbackUrls: ['http://shop.example/'] }, 'callbackUrls', /must use https/],
    ] as const) {
      const response = await act('POST', '/api/clients', body)
      assert.deepEqual([response.status, response.body.field], [400, field])
      assert.match(response.body.message, message)
    }
  })

  test('a secret is added and revoked, and the next request with it is refused', async () => {
    const { id } = await createClient(engine.deps, { name: 'Rotating', callbackUrls: [] })
    const { body: added } = await act('POST', `/api/clients/${id}/secrets`)
    assert.equal((await authenticateClient(engine.deps, id, added.secret)).id, id)
    assert.equal((await secretsOf(engine.deps.database.query, id)).length, 2)
    const path = `/api/clients/${id}/secrets/${added.secretId}`
    assert.equal((await act('DELETE', path)).status, 200)
    await assert.rejects(authenticateClient(engine.deps, id, added.secret), ApiError)
    assert.equal((await act('DELETE', path)).status, 404)
    const entry = await lastEntry()
    assert.deepEqual(
      [entry.action, entry.before.validSecrets.length, entry.after.validSecrets.length],
      ['client.revoke', 2, 1],
    )
    for (let n = 0; n < 4; n++) await act('POST', `/api/clients/${id}/secrets`)
    assert.equal((await act('POST', `/api/clients/${id}/secrets`)).status, 409)
    const replaced = await act('POST', `/api/clients/${id}/secrets`, { revokesOthers: true })
    assert.equal(replaced.status, 200)
    const valid = (await get(`/api/clients/${id}`)).secrets.filter(
      (each: { revokedAt: string | null }) => each.revokedAt === null,
    )
    assert.deepEqual(
      valid.map((each: { id: string }) => each.id),
      [replaced.body.secretId],
    )
  })

  test('callback URLs are added and removed', async () => {
    const path = `/api/clients/${engine.clientId}/callback-urls`
    const url = 'https://shop.example/back'
    assert.equal((await act('POST', path, { url })).status, 200)
    assert.equal((await act('POST', path, { url })).status, 409)
    assert.ok((await detail()).callbackUrls.includes(url))
    assert.equal((await act('DELETE', path, { url })).status, 200)
    assert.equal((await act('DELETE', path, { url })).status, 404)
    const { status, body } = await act('POST', path, { url: 'shop.example' })
    assert.deepEqual([status, body.field], [400, 'url'])
  })

  test('limits are set and removed, and the usage of today is shown for those that are counted', async () => {
    const path = `/api/clients/${engine.clientId}/limits`
    const limit = async (name: string) => (await detail()).limits.find((each: { name: string }) => each.name === name)
    assert.deepEqual((await limit('usd-per-client')).usedToday, null)
    assert.equal((await act('POST', path, { name: 'usd-per-client', value: '5000' })).status, 200)
    const { query } = engine.deps.database
    const key = { clientId: engine.clientId, userId: null, day: dayOf(engine.deps.now()) }
    await lockUsage(query, key)
    await storeUsage(query, key, { transfers: 3, fiat: Amount.parse('120.5') })
    assert.deepEqual(await limit('usd-per-client'), {
      name: 'usd-per-client',
      ...{ own: '5000', ofAll: null, inForce: '$5,000.00 a day', usedToday: '$120.50' },
    })
    const unfit = await act('POST', path, { name: 'cool-down', value: 'soon' })
    assert.deepEqual([unfit.status, unfit.body.field], [400, 'value'])
    assert.equal((await act('DELETE', path, { name: 'usd-per-client' })).status, 200)
    assert.equal((await act('DELETE', path, { name: 'usd-per-client' })).status, 404)
  })

  test('destinations are allowed and removed', async () => {
    const path = `/api/clients/${engine.clientId}/destinations`
    const place = `base:${recipient}`
    assert.equal((await act('POST', path, { place })).status, 200)
    assert.equal((await act('POST', path, { place })).status, 409)
    assert.deepEqual(
      (await detail()).allowList.places.map((each: { place: string }) => each.place),
      [place],
    )
    const mistyped = await act('POST', path, { place: 'base:0x00' })
    assert.deepEqual([mistyped.status, mistyped.body.field], [400, 'place'])
    assert.equal((await act('DELETE', path, { place })).status, 200)
    assert.equal((await act('DELETE', path, { place })).status, 404)
  })

  test('a client is paused with a reason and resumed by an operator', async () => {
    const operator = await tested.signedIn('operator', 'Olga')
    const sender = { clientId: engine.clientId, exchangeType: 'sandbox' }
    const body = { scope: 'client', target: engine.clientId, reason: 'Leaked key, see ticket 12' }
    const pause = (method: 'POST' | 'DELETE') => tested.request(method, '/api/pauses', { session: operator, body })
    assert.equal((await pause('POST')).status, 200)
    assert.equal((await pause('POST')).status, 409)
    await assert.rejects(refuseIfPaused(engine.deps.database.query, sender), ApiError)
    const [shown] = (await detail()).pauses
    assert.deepEqual([shown.scope, shown.by, shown.reason], ['client', 'Olga', body.reason])
    assert.equal((await pause('DELETE')).status, 200)
    assert.equal((await pause('DELETE')).status, 409)
    await refuseIfPaused(engine.deps.database.query, sender)
    for (const unknown of [
      { ...body, target: 'none' },
      { ...body, scope: 'exchange', target: 'krakn' },
    ])
      assert.equal((await tested.request('POST', '/api/pauses', { session: operator, body: unknown })).status, 404)
  })

  test('the list is paged from the newest, without a gap', async () => {
    for (let n = 0; n < 60; n++) await createClient(engine.deps, { name: `Paged ${n}`, callbackUrls: [] })
    const first = await get('/api/clients?search=paged')
    const second = await get(`/api/clients?search=paged&after=${first.next}`)
    const ids = [...first.rows, ...second.rows].map(({ id }: { id: string }) => id)
    assert.deepEqual([first.rows.length, new Set(ids).size, second.next], [50, 60, null])
    const { status, body } = await tested.request('GET', '/api/clients?after=x', { session: viewer })
    assert.deepEqual([status, body.field], [400, 'after'])
  })
})
