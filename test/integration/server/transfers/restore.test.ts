// What a restored database must not conclude about the time that it has lost.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { appendEntry } from '../../../../server/audit/audit-log.ts'
import { listAudit } from '../../../../server/audit/list-audit.ts'
import { reconciliationLines, verdictOf } from '../../../../server/cli/reconcile-report.ts'
import { concludeComparison, restoreToCompare } from '../../../../server/cli/reconcile-restore.ts'
import { createClient } from '../../../../server/clients/clients.ts'
import { Amount } from '../../../../server/contract/amount.ts'
import { listEvents } from '../../../../server/events/list-events.ts'
import { reconcileAccounts } from '../../../../server/transfers/reconcile-accounts.ts'
import { beginRestore, readRestore } from '../../../../server/transfers/restore.ts'
import { offerWallets } from '../../../../server/wallets/offer-wallets.ts'
import { requestPayment } from '../../../../server/wallets/request-payment.ts'
import { type Engine, recipient, startEngine } from '../../../support/engine.ts'
import { baseId } from '../../../support/native-flow.ts'
import { accept, loseRequest } from '../../../support/scripted-exchange.ts'
import { openStorageUnderTest } from '../../../support/storage-under-test.ts'
import { webhookEngine } from '../../../support/webhook-engine.ts'

const hourMs = 3_600_000
let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

const restore = (restoredTo?: Date) => beginRestore(engine.deps.database, { now: engine.deps.now(), restoredTo })

/** The exchange makes a withdrawal now, as the lost server ordered it. */
async function sentInLostTime(changes: { clientReference?: string; address?: string; amount?: Amount } = {}) {
  const { script, deps } = engine
  const [order] = script.orders
  assert.ok(order)
  const sent = { ...order, ...changes }
  await accept(sent, script.made)
  const made = script.made.get(sent.clientReference)
  assert.ok(made)
  script.made.set(sent.clientReference, { ...made, createdAt: deps.now() })
}

test('a transfer that waited for a code may have been sent, and is found at its exchange', async () => {
  engine.script.outcomes = [() => ({ kind: 'mfaRequired', method: 'totp' })]
  const preview = await engine.preview('25')
  assert.equal((await engine.execute(preview)).outcome, 'mfaRequired')
  engine.wait(20_000)
  await sentInLostTime()
  engine.wait(600_000)
  await restore()
  assert.equal((await engine.transferOf(preview)).state, 'Unknown')
  engine.wait(1_000)
  await engine.poll()
  assert.equal((await engine.transferOf(preview)).state, 'Submitted')
})

test('a transfer that waited for a code and was never sent ends once its absence is proved', async () => {
  engine.script.outcomes = [() => ({ kind: 'mfaRequired', method: 'totp' })]
  const preview = await engine.preview('25')
  await engine.execute(preview)
  engine.wait(600_000)
  await restore()
  for (let polls = 0; polls < 20; polls++) {
    engine.wait(hourMs)
    await engine.poll()
  }
  assert.equal((await engine.transferOf(preview)).state, 'NotSent')
})

test('the lost time of a database without transfers begins an hour before the newest row that a server wrote', async () => {
  const { database, now } = engine.deps
  const connected = now().getTime()
  engine.wait(5 * hourMs)
  // Written by a command, perhaps since the restore.
  const change = { action: 'sending.pause', target: 'all', before: null, after: null }
  await appendEntry(database.query, change, { actor: { name: 'root', origin: 'here' }, now: now() })
  await createClient(engine.deps, { name: 'Later', callbackUrls: [] })
  engine.wait(5 * hourMs)
  await restore()
  assert.equal((await readRestore(database.query))?.restoredTo.getTime(), connected - hourMs)
})

test('the lost time of a database in which no server has written begins before its first client', async () => {
  const database = await openStorageUnderTest()
  const created = engine.deps.now().getTime()
  const begun = async () => {
    await beginRestore(database, { now: engine.deps.now() })
    const since = (await readRestore(database.query))?.restoredTo.getTime()
    await database.query.updateTable('store').set({ restored_to: null, restored_at: null }).execute()
    return since
  }
  assert.equal(await begun(), created - 365 * 24 * hourMs - hourMs)
  await createClient({ ...engine.deps, database }, { name: 'Shop', callbackUrls: [] })
  engine.wait(30 * hourMs)
  assert.equal(await begun(), created - hourMs)
})

test('a stated time counts with the hour by which clocks may differ', async () => {
  const { database, now } = engine.deps
  const stated = new Date(now().getTime() - 40 * hourMs)
  await beginRestore(database, { now: now(), restoredTo: stated, actor: { name: 'root', origin: 'here' } })
  const lostSince = new Date(stated.getTime() - hourMs)
  assert.deepEqual((await readRestore(database.query))?.restoredTo, lostSince)
  const [entry] = await listAudit(database.query, { limit: 1 })
  assert.deepEqual([entry?.action, entry?.after?.lostSince], ['restore.begin', lostSince.toISOString()])
})

test('a withdrawal to an address that the database does not name is a finding after a restore', async () => {
  engine.script.exchange.recovery.class = 'match'
  await engine.execute(await engine.preview('25'))
  engine.wait(1_000)
  await sentInLostTime({ clientReference: 'lost', address: `0x${'c'.repeat(40)}`, amount: Amount.parse('900') })
  engine.wait(600_000)
  await restore()
  engine.wait(hourMs)
  const { deps } = engine
  const restored = await restoreToCompare(deps)
  assert.ok(restored)
  const comparedAt = deps.now()
  const result = await reconcileAccounts(deps, restored.span, { filter: {}, connectedBefore: comparedAt })
  assert.match(
    (await concludeComparison(deps, restored, { result, comparedAt })).confirmationCode ?? '',
    /^[0-9a-f]{8}$/,
  )
  assert.match(
    verdictOf(result, { isRestore: true }) ?? '',
    /1 withdrawal to an address that the database does not name/,
  )
  const lines = reconciliationLines(restored.span, result, { nameOf: () => 'Shop', isRestore: true }).join('\n')
  assert.match(lines, /900 USDC/)
  assert.doesNotMatch(lines, /Every withdrawal has its transfer/)
  assert.equal(verdictOf(result), null)
})

test('the operator can state an earlier time, if a server has written to the restored database since', async () => {
  const lostSince = engine.deps.now()
  engine.wait(3 * hourMs)
  await engine.preview('26')
  await restore()
  const found = (await readRestore(engine.deps.database.query))?.restoredTo
  assert.ok(found && found > lostSince)
  await restore(lostSince)
  assert.equal((await readRestore(engine.deps.database.query))?.restoredTo.getTime(), lostSince.getTime() - hourMs)
})

test('a cursor from the lost time skips no event that is recorded after the restore', async () => {
  const { clientId, deps } = engine
  const hooks = webhookEngine(deps.database, deps.now)
  const page = (after: number) => listEvents(deps.database, { clientId, after, limit: 100, types: null })
  await hooks.record(clientId, 'known', 1)
  const { next } = await page(0)
  engine.wait(1_000)
  await restore()
  // The client has read five more events, which the database lacks.
  const after = next + 5
  const ids = [await hooks.record(clientId, 'first', 1), await hooks.record(clientId, 'second', 1)]
  const { events } = await page(after)
  assert.deepEqual(
    events.map(({ id }) => id).filter((id) => ids.includes(id)),
    ids,
  )
})

test('no payment by link is requested while sending is paused, also where no node shows it', async () => {
  const { networks, exchanges } = engine.deps
  const publicOf = () => ({ rpcUrl: null, explorerUrl: null })
  const offered = offerWallets({ networks, exchanges, chains: new Map(), rpcUrls: new Map(), publicOf })
  await restore()
  const destination = { networkId: baseId, symbol: 'USDC', address: recipient, addressTag: '' }
  const { clientId } = engine
  const user = { clientId, userId: 'user-1', linkId: 'link-1', transactionId: null, allowed: [destination] }
  const requested = requestPayment({ ...engine.deps, ...offered }, user, { destination, amount: Amount.parse('77') })
  await assert.rejects(requested, { type: 'sendingPaused' })
})

test('a second withdrawal under the reference of a transfer is listed', async () => {
  const preview = await engine.preview('25')
  await engine.execute(preview)
  const [order] = engine.script.orders
  const first = engine.script.made.get(order?.clientReference ?? '')
  assert.ok(first)
  for (const id of ['w-1', 'w-2']) engine.script.made.set(id, { ...first, id, createdAt: engine.deps.now() })
  engine.script.made.delete(order?.clientReference ?? '')
  const since = new Date(engine.deps.now().getTime() - hourMs)
  const until = new Date(engine.deps.now().getTime() + 1)
  const result = await reconcileAccounts(engine.deps, { since, until }, { filter: {}, connectedBefore: until })
  assert.deepEqual([result.withdrawals, result.strays.length], [2, 1])
  assert.notEqual(result.strays[0]?.transfer, null)
})

test('an open transfer does not hide an equal withdrawal that was made long after its request', async () => {
  engine.script.exchange.recovery.class = 'match'
  engine.script.outcomes = [loseRequest]
  await engine.execute(await engine.preview('25'))
  engine.wait(hourMs)
  await sentInLostTime({ clientReference: 'second' })
  for (const [key, made] of engine.script.made) engine.script.made.set(key, { ...made, clientReference: '' })
  engine.wait(600_000)
  await restore()
  engine.wait(hourMs)
  const restored = await restoreToCompare(engine.deps)
  assert.ok(restored)
  const result = await reconcileAccounts(engine.deps, restored.span, { filter: {}, connectedBefore: engine.deps.now() })
  assert.equal(result.strays.length + result.notOrderedHere.length, 1)
})
