// Limits of an operator: each refuses at preview and at execute, concurrent executes do not exceed one, and a transfer that sent nothing
// gives its share back.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { ApiError, ErrorType } from '../../../../server/contract/errors.ts'
import type { LimitName } from '../../../../server/contract/limit-names.ts'
import { base } from '../../../../server/networks/base.ts'
import { tonComment } from '../../../../server/networks/tags.ts'
import {
  type AllowedDestination,
  allowDestination,
  removeDestination,
} from '../../../../server/transfers/allowed-destinations.ts'
import { limitOff, removeLimit, setLimit } from '../../../../server/transfers/operator-limits.ts'
import type { Preview } from '../../../../server/transfers/preview-store.ts'
import { resolveTransfer } from '../../../../server/transfers/resolve.ts'
import { type Engine, recipient, startEngine } from '../../../support/engine.ts'
import { accept, loseRequest } from '../../../support/scripted-exchange.ts'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

const dayMs = 86_400_000
const limit = (name: LimitName, value: string, clientId: string | null = null) =>
  setLimit(engine.deps.database.query, { name, clientId, value, setAt: engine.deps.now() })
const unlimit = (name: LimitName) => removeLimit(engine.deps.database.query, { name, clientId: null })
const refusedAs = (type: ErrorType, data: object) => (error: ApiError) => {
  assert.equal(error.type, type, error.message)
  assert.deepEqual(error.data, data)
  return true
}
const midnight = '2026-11-21T00:00:00.000Z'
const exceeded = (name: string, maximum: string, remaining: string, until = midnight) =>
  refusedAs('limitExceeded', { limit: name, per: name.split('-').at(-1), until, maximum, remaining })
const send = async (amount: string) => engine.execute(await engine.preview(amount))
const usage = () => engine.deps.database.query.selectFrom('daily_usage').selectAll().orderBy('user_id').execute()

const daily: [name: LimitName, value: string, remaining: string][] = [
  ['transfers-per-client', '2', '0'],
  ['transfers-per-user', '2', '0'],
  ['usd-per-client', '60.5', '9.5'],
  ['usd-per-user', '60.5', '9.5'],
]
for (const [name, value, remaining] of daily) {
  test(`${name} refuses at execute and at preview, and the next day begins anew`, async () => {
    await limit(name, value)
    const late = await engine.preview('10')
    for (const amount of ['25', '26']) assert.equal((await send(amount)).outcome, 'ordered')
    await assert.rejects(engine.execute(late), exceeded(name, value, remaining))
    await assert.rejects(engine.preview('10'), exceeded(name, value, remaining))
    assert.equal(engine.script.orders.length, 2)
    assert.equal((await usage()).length, 1)
    engine.wait(dayMs / 2)
    assert.equal((await send('25')).outcome, 'ordered')
  })
}

test('a client’s limit replaces the one of all clients, also by none', async () => {
  await limit('transfers-per-client', '1')
  await limit('transfers-per-client', '2', engine.clientId)
  await limit('transfers-per-client', '9', 'another client')
  await send('25')
  await send('26')
  await assert.rejects(send('27'), exceeded('transfers-per-client', '2', '0'))
  await limit('transfers-per-client', limitOff, engine.clientId)
  assert.equal((await send('28')).outcome, 'ordered')
  await removeLimit(engine.deps.database.query, { name: 'transfers-per-client', clientId: engine.clientId })
  await limit('transfers-per-client', '2')
  await assert.rejects(send('29'), exceeded('transfers-per-client', '2', '0'))
})

test('a second limit of the day covers what the first has counted, and nothing from before it', async () => {
  await send('25')
  await limit('transfers-per-client', '9')
  await send('26')
  await limit('usd-per-client', '50')
  await limit('transfers-per-user', '1')
  await assert.rejects(send('27'), exceeded('usd-per-client', '50', '24'))
  await send('20')
  await assert.rejects(send('1'), exceeded('transfers-per-user', '1', '0'))
})

test('each user has a share of the client’s limit', async () => {
  await limit('transfers-per-user', '1')
  await limit('transfers-per-client', '2')
  const { database } = engine.deps
  const actAs = (user_id: string) => database.query.updateTable('account').set({ user_id }).execute()
  await send('25')
  await assert.rejects(send('26'), exceeded('transfers-per-user', '1', '0'))
  await actAs('user-2')
  await send('27')
  await actAs('user-3')
  await assert.rejects(send('28'), exceeded('transfers-per-client', '2', '0'))
})

test('an execute that is refused spends nothing: its preview is sent once the limit allows it', async () => {
  const preview = await engine.preview('25')
  await limit('usd-per-client', '20')
  await assert.rejects(engine.execute(preview), exceeded('usd-per-client', '20', '20'))
  assert.deepEqual(await usage(), [])
  await limit('usd-per-client', '25')
  assert.equal((await engine.execute(preview)).outcome, 'ordered')
  assert.equal((await engine.execute(preview)).outcome, 'ordered')
  assert.equal(engine.script.orders.length, 1)
})

const unsent: [string, () => void, after?: (preview: Preview) => Promise<void>][] = [
  ['is rejected', () => (engine.script.outcomes = [() => ({ kind: 'rejected', code: 'no' }), accept])],
  ['was not sent', () => (engine.script.outcomes = [() => ({ kind: 'notSent' }), accept])],
  [
    'is abandoned',
    () => (engine.script.outcomes = [() => ({ kind: 'mfaRequired', method: 'totp' }), accept]),
    async (preview) => {
      engine.wait(600_000)
      await assert.rejects(engine.execute(preview, '123456'), (error: ApiError) => error.type === 'previewExpired')
    },
  ],
  [
    'an operator resolves as not sent',
    () => (engine.script.outcomes = [loseRequest, accept]),
    async (preview) => {
      const { id: transferId } = await engine.transferOf(preview)
      engine.wait(120_000)
      const evidence = 'The exchange’s support confirmed that no order exists.'
      const request = { transferId, resolution: { kind: 'notSent' as const }, evidence, operator: 'ann' }
      assert.equal((await resolveTransfer(engine.deps, request)).state, 'NotSent')
    },
  ],
]
for (const [what, script, finish] of unsent) {
  test(`a transfer that ${what} no longer counts`, async () => {
    for (const [name, value] of daily) await limit(name, value)
    script()
    const preview = await engine.preview('50')
    await engine.execute(preview)
    if (finish !== undefined) {
      await assert.rejects(engine.preview('11'), (error: ApiError) => error.type === 'limitExceeded')
      await finish(preview)
    }
    assert.deepEqual(
      (await usage()).map(({ transfers, fiat }) => [transfers, fiat]),
      [
        [0, '0'],
        [0, '0'],
      ],
    )
    assert.equal((await send('60.5')).outcome, 'ordered')
  })
}

test('a transfer whose outcome is unknown, and one that was returned, still count', async () => {
  await limit('transfers-per-client', '2')
  engine.script.outcomes = [loseRequest, accept]
  await send('25')
  const preview = await engine.preview('26')
  await engine.execute(preview)
  for (const made of engine.script.made.values()) Object.assign(made, { state: 'failed' })
  for (let polls = 0; polls < 3; polls++) {
    engine.wait(10_000)
    await engine.poll()
  }
  assert.equal((await engine.transferOf(preview)).state, 'Returned')
  await assert.rejects(send('27'), exceeded('transfers-per-client', '2', '0'))
})

test('a transfer that is sent again with a code counts once', async () => {
  await limit('transfers-per-user', '1')
  engine.script.outcomes = [() => ({ kind: 'mfaRequired', method: 'totp' }), () => ({ kind: 'mfaWrong' }), accept]
  const preview = await engine.preview('25')
  assert.equal((await engine.execute(preview)).outcome, 'mfaRequired')
  assert.equal((await engine.execute(preview, '111111')).outcome, 'mfaFailed')
  assert.equal((await engine.execute(preview, '222222')).outcome, 'ordered')
  assert.deepEqual(
    (await usage()).map(({ transfers, fiat }) => [transfers, fiat]),
    [[1, '25']],
  )
})

for (const [name, value, most] of [
  ['transfers-per-client', '3', 3],
  ['usd-per-user', '70', 2],
] as const) {
  test(`concurrent executes do not exceed ${name}`, async () => {
    await limit(name, value)
    const previews = await Promise.all(Array.from({ length: 8 }, (_, n) => engine.preview(`${30 + n}`)))
    const ended = await Promise.allSettled(previews.map((preview) => engine.execute(preview)))
    const refused = ended.filter((end) => end.status === 'rejected')
    for (const { reason } of refused) assert.equal(reason.type, 'limitExceeded', String(reason))
    assert.deepEqual([engine.script.orders.length, refused.length], [most, 8 - most])
  })
}

test('with a limit in US dollars, an asset without a price is refused', async () => {
  await limit('usd-per-client', '100')
  const preview = await engine.preview('25')
  // As if the preview had been made without a price.
  const terms = JSON.stringify({ ...JSON.parse(await storedTerms(preview)), amountInFiat: null })
  await engine.deps.database.query.updateTable('preview').set({ terms }).execute()
  await assert.rejects(engine.execute(preview), refusedAs('noPrice', { symbol: 'USDC' }))
  engine.deps.prices = { listOf: async () => ({ at: engine.deps.now(), of: () => null }) }
  await assert.rejects(engine.preview('25'), refusedAs('noPrice', { symbol: 'USDC' }))
  assert.equal(engine.script.orders.length, 0)
})

async function storedTerms({ id }: Preview): Promise<string> {
  const select = engine.deps.database.query.selectFrom('preview').select('terms').where('id', '=', id)
  return (await select.executeTakeFirstOrThrow()).terms
}

const field = 'ToAddress'
const allow = (entry: AllowedDestination) =>
  allowDestination(engine.deps.database.query, { ...entry, shownAddress: entry.address }, engine.deps.now())
const coolingUntil = (until: string) => refusedAs('destinationCoolingDown', { until, field })

test('a new destination waits for the cool-down after the first preview, and then is known', async () => {
  await limit('cool-down', '3600')
  const until = '2026-11-20T13:00:00.000Z'
  await assert.rejects(engine.preview(), coolingUntil(until))
  engine.wait(3_599_000)
  await assert.rejects(engine.preview(), coolingUntil(until))
  engine.wait(1_000)
  assert.equal((await send('25')).outcome, 'ordered')
  engine.wait(300 * dayMs)
  const preview = await engine.preview()
  await engine.deps.database.query.updateTable('account').set({ user_id: 'user-2' }).execute()
  await assert.rejects(engine.preview(), (error: ApiError) => error.type === 'destinationCoolingDown')
  await engine.deps.database.query.updateTable('account').set({ user_id: 'user-1' }).execute()
  assert.equal((await engine.execute(preview)).outcome, 'ordered')
})

test('another tag is another destination', async () => {
  const { networks } = engine.deps
  const tagged = { ...base, tag: tonComment }
  engine.deps.networks = { ...networks, byId: (id) => (id === base.id ? tagged : networks.byId(id)) }
  const { query } = engine.deps.database
  await limit('cool-down', '3600')
  await assert.rejects(engine.preview(), coolingUntil('2026-11-20T13:00:00.000Z'))
  engine.wait(3_600_000)
  assert.equal((await send('25')).outcome, 'ordered')
  await assert.rejects(engine.preview('26', { addressTag: '7' }), coolingUntil('2026-11-20T14:00:00.000Z'))
  await limit('allow-list', 'on')
  await allow({ clientId: null, networkId: base.id, address: recipient, addressTag: '7' })
  await assert.rejects(engine.preview(), refusedAs('destinationNotAllowed', { field }))
  assert.equal((await engine.execute(await engine.preview('26', { addressTag: '7' }))).outcome, 'ordered')
  assert.equal((await query.selectFrom('known_destination').selectAll().execute()).length, 2)
})

test('execute checks the cool-down again', async () => {
  const preview = await engine.preview()
  await limit('cool-down', '3600')
  await assert.rejects(engine.execute(preview), coolingUntil('2026-11-20T13:00:00.000Z'))
  await limit('cool-down', limitOff, engine.clientId)
  assert.equal((await engine.execute(preview)).outcome, 'ordered')
})

test('a link’s destinations, and allowed ones, do not wait', async () => {
  await limit('cool-down', '3600')
  const { query } = engine.deps.database
  const destination = { networkId: base.id, symbol: 'USDC', address: recipient, addressTag: '' }
  const session = await query.selectFrom('link_session').select('id').executeTakeFirstOrThrow()
  const inLink = await engine.preview('25', { session: { id: session.id, allowed: [destination] } })
  assert.equal((await engine.execute(inLink)).outcome, 'ordered')
  assert.deepEqual(await query.selectFrom('known_destination').selectAll().execute(), [])
  await allow({ ...destination, clientId: engine.clientId })
  assert.equal((await send('26')).outcome, 'ordered')
})

test('an allow-list refuses every other destination, at preview and at execute', async () => {
  const { query } = engine.deps.database
  const entry = { clientId: engine.clientId, networkId: base.id, address: recipient, addressTag: '' }
  const preview = await engine.preview()
  await limit('allow-list', 'on')
  await assert.rejects(engine.preview(), refusedAs('destinationNotAllowed', { field }))
  await assert.rejects(engine.execute(preview), refusedAs('destinationNotAllowed', { field }))
  for (const other of [{ clientId: 'another' }, { networkId: 'another' }, { addressTag: '1' }])
    await allow({ ...entry, ...other })
  await assert.rejects(engine.execute(preview), refusedAs('destinationNotAllowed', { field }))
  assert.equal(await allow(entry), true)
  assert.equal(await allow(entry), false)
  const waiting = await engine.preview('26', { toAddress: recipient.toLowerCase() })
  assert.equal((await engine.execute(preview)).outcome, 'ordered')
  assert.equal(await removeDestination(query, entry), true)
  await assert.rejects(engine.execute(waiting), refusedAs('destinationNotAllowed', { field }))
  await allow({ ...entry, clientId: null })
  assert.equal((await engine.execute(waiting)).outcome, 'ordered')
})

test('a page of a link does not learn the client’s other transfers', async () => {
  await limit('transfers-per-client', '1')
  await send('25')
  await limit('usd-per-user', '40')
  const { id } = await engine.deps.database.query.selectFrom('link_session').select('id').executeTakeFirstOrThrow()
  const destination = { networkId: base.id, symbol: 'USDC', address: recipient, addressTag: '' }
  const session = { id, allowed: [destination] }
  const data = { limit: 'transfers-per-client', per: 'client', until: midnight }
  await assert.rejects(engine.preview('26', { session }), refusedAs('limitExceeded', data))
  await unlimit('transfers-per-client')
  await assert.rejects(engine.preview('41', { session }), exceeded('usd-per-user', '40', '40'))
})

test('usage of past days and unused destinations are deleted', async () => {
  await limit('transfers-per-user', '5')
  await limit('cool-down', '1')
  const { query } = engine.deps.database
  for (let week = 0; week < 4; week++) {
    const account = query.updateTable('account').set({ user_id: `user-${week}` })
    await account.execute()
    await assert.rejects(engine.preview(), (error: ApiError) => error.type === 'destinationCoolingDown')
    engine.wait(1_000)
    await send('5')
    engine.wait(7 * dayMs)
  }
  assert.equal((await usage()).length, 2)
  engine.wait(401 * dayMs)
  await query.updateTable('account').set({ user_id: 'user-9' }).execute()
  await assert.rejects(engine.preview(), (error: ApiError) => error.type === 'destinationCoolingDown')
  assert.equal((await query.selectFrom('known_destination').selectAll().execute()).length, 1)
})
