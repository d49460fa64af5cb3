// The exchange's list compared with the database: each kind of difference, and matches.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { verdictOf } from '../../../../server/cli/reconcile-report.ts'
import { ExchangeFailure } from '../../../../server/exchanges/exchange-failure.ts'
import { registryOf } from '../../../../server/exchanges/registry.ts'
import type { Withdrawal } from '../../../../server/exchanges/withdrawal.ts'
import { createLink } from '../../../../server/links/links.ts'
import type { AccountFilter } from '../../../../server/transfers/exchange-accounts.ts'
import { type Reconciliation, reconcileAccounts } from '../../../../server/transfers/reconcile-accounts.ts'
import type { Transfer } from '../../../../server/transfers/transfer-store.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { accept, loseRequest, loseResponse } from '../../../support/scripted-exchange.ts'

let engine: Engine
let start: Date
beforeEach(async () => {
  engine = await startEngine()
  start = engine.deps.now()
  // Withdrawals that the script makes carry the time of the engine.
  const dated = (response: typeof accept): typeof accept => {
    return (order, made) => {
      const outcome = response(order, made)
      const withdrawal = made.get(order.clientReference)
      if (withdrawal !== undefined) made.set(order.clientReference, { ...withdrawal, createdAt: engine.deps.now() })
      return outcome
    }
  }
  outcomes = { accept: dated(accept), loseResponse: dated(loseResponse) }
  engine.script.outcomes = [outcomes.accept]
})
afterEach(() => engine.close())
let outcomes: { accept: typeof accept; loseResponse: typeof accept }

async function send(amount: string): Promise<Transfer> {
  const preview = await engine.preview(amount)
  await engine.execute(preview)
  return engine.transferOf(preview)
}

async function forget({ id }: Transfer): Promise<void> {
  const { query } = engine.deps.database
  for (const table of ['transfer_event', 'attempt'] as const) {
    await query.deleteFrom(table).where('transfer_id', '=', id).execute()
  }
  await query.deleteFrom('transfer').where('id', '=', id).execute()
}

function reconcile(
  filter: AccountFilter = {},
  since = new Date(start.getTime() - 1),
  until?: Date,
): Promise<Reconciliation> {
  const end = until ?? new Date(engine.deps.now().getTime() + 1)
  return reconcileAccounts(engine.deps, { since, until: end }, { filter, connectedBefore: end })
}

const counts = ({ withdrawals, strays, unknownToExchange, unreadable, madeElsewhere }: Reconciliation) => ({
  withdrawals,
  strays: strays.length,
  unknown: unknownToExchange.length,
  unreadable: unreadable.length,
  madeElsewhere,
})
const nothing = { strays: 0, unknown: 0, unreadable: 0, madeElsewhere: 0 }

function withdrawalOf({ id, clientReference }: Pick<Withdrawal, 'id' | 'clientReference'>): Withdrawal {
  const [any] = engine.script.made.values()
  assert.ok(any)
  const withdrawal = { ...any, id, clientReference, createdAt: engine.deps.now() }
  engine.script.made.set(id, withdrawal)
  return withdrawal
}

test('transfers and withdrawals that belong together are no difference, whatever response was received', async () => {
  await send('10')
  engine.script.outcomes = [outcomes.loseResponse]
  assert.equal((await send('11')).state, 'Unknown')
  assert.deepEqual(counts(await reconcile()), { ...nothing, withdrawals: 2 })
})

test('a reference that the exchange lists without its dashes is known', async () => {
  engine.script.outcomes = [outcomes.loseResponse]
  await send('10')
  for (const [key, made] of engine.script.made) {
    engine.script.made.set(key, { ...made, clientReference: made.clientReference.replaceAll('-', '').toUpperCase() })
  }
  assert.deepEqual(counts(await reconcile()), { ...nothing, withdrawals: 1 })
})

test('a withdrawal whose transfer was lost is listed with its account', async () => {
  const [lost] = [await send('10'), await send('11')]
  await forget(lost)
  const result = await reconcile()
  assert.deepEqual(counts(result), { ...nothing, withdrawals: 2, strays: 1 })
  assert.equal(result.strays[0]?.withdrawal.id, lost.withdrawalId)
  assert.deepEqual(result.strays[0]?.account, {
    exchangeType: 'scripted',
    externalId: 'main',
    accountId: engine.accountId,
    users: [{ clientId: engine.clientId, userId: 'user-1' }],
  })
})

test('a withdrawal under the reference of a transfer that ended as not sent is listed with that transfer', async () => {
  const transfer = await send('10')
  const { query } = engine.deps.database
  const notSent = { state: 'NotSent', status: 'Failed', withdrawal_id: null } as const
  await query.updateTable('transfer').set(notSent).where('id', '=', transfer.id).execute()
  const result = await reconcile()
  assert.deepEqual(counts(result), { ...nothing, withdrawals: 1, strays: 1 })
  assert.equal(result.strays[0]?.transfer?.id, transfer.id)
  for (const [key, made] of engine.script.made) engine.script.made.set(key, { ...made, state: 'failed' })
  assert.deepEqual(counts(await reconcile()), { ...nothing, withdrawals: 1 })
})

test('a withdrawal without any reference was made by the user, unless the exchange knows none', async () => {
  await send('10')
  withdrawalOf({ id: 'own', clientReference: '' })
  assert.deepEqual(counts(await reconcile()), { ...nothing, withdrawals: 2, madeElsewhere: 1 })
  withdrawalOf({ id: 'other', clientReference: 'somebody' })
  assert.equal((await reconcile()).strays.length, 1)
  const recovery = { ...engine.script.exchange.recovery, class: 'match' as const }
  const exchanges = registryOf([{ ...engine.script.exchange, recovery }])
  const until = new Date(engine.deps.now().getTime() + 1)
  const result = await reconcileAccounts(
    { ...engine.deps, exchanges },
    { since: start, until },
    { filter: {}, connectedBefore: until },
  )
  assert.deepEqual(counts(result), { ...nothing, withdrawals: 3, strays: 2 })
})

test('without a reference, a withdrawal to an address that the client never used was not ordered here', async () => {
  engine.script.exchange.recovery.class = 'match'
  const lost = await send('10')
  await send('11')
  await forget(lost)
  for (const [key, made] of engine.script.made) engine.script.made.set(key, { ...made, clientReference: '' })
  const own = withdrawalOf({ id: 'own', clientReference: '' })
  const address = own.address ?? assert.fail()
  const listedTo = async (address: string | null) => {
    engine.script.made.set('own', { ...own, address })
    const result = await reconcile()
    assert.equal(
      verdictOf(result),
      `${result.strays.length} withdrawal${result.strays.length === 1 ? '' : 's'} without a transfer.`,
    )
    assert.ok(result.strays.some(({ withdrawal }) => withdrawal.id === lost.withdrawalId))
    return [result.strays.length, result.notOrderedHere.length]
  }
  const elsewhere = '0x9A7f54bf7d4A991dc7BD3b8cfAd5c54d557D4E61'
  assert.deepEqual(await listedTo(elsewhere), [1, 1])
  assert.deepEqual(await listedTo(address.toLowerCase()), [2, 0])
  assert.deepEqual(await listedTo(address.replace(/./g, '_')), [1, 1])
  assert.deepEqual(await listedTo(null), [2, 0])
  // The exchange may list it in another spelling.
  assert.deepEqual(await listedTo('EQC6YL-9UnwM0tcMY5ZjDFCkmK8BW5h62q0dSp4of2BFNvnA'), [2, 0])
  const { query } = engine.deps.database
  await query.deleteFrom('transfer_event').execute()
  await query.deleteFrom('attempt').execute()
  await query.deleteFrom('transfer').execute()
  await query.deleteFrom('preview').execute()
  assert.equal((await reconcile()).notOrderedHere.length, 2)
  const { clientId } = engine
  const destinations = [{ networkId: '', symbol: 'USDC', address, addressTag: '' }]
  const rest = { fixed: null, fromAccountId: null, fromType: null, transactionId: null, tokenDelivery: 'page' } as const
  const link = { clientId, userId: 'user-1', callbackUrl: '', transfersEnabled: true, destinations, ...rest }
  await createLink(engine.deps, link)
  assert.equal((await reconcile()).notOrderedHere.length, 0)
})

test('where the exchange knows no reference, an open transfer matches one withdrawal of its kind', async () => {
  engine.script.exchange.recovery.class = 'match'
  engine.script.outcomes = [outcomes.loseResponse]
  await send('10')
  for (const [key, made] of engine.script.made) engine.script.made.set(key, { ...made, clientReference: '' })
  assert.deepEqual(counts(await reconcile()), { ...nothing, withdrawals: 1 })
  withdrawalOf({ id: 'second', clientReference: '' })
  assert.deepEqual(counts(await reconcile()), { ...nothing, withdrawals: 2, strays: 1 })
})

test('a transfer that the exchange does not know is listed, an open one once its request can no longer arrive', async () => {
  const gone = await send('10')
  engine.script.made.clear()
  engine.script.outcomes = [loseRequest]
  const open = await send('11')
  const before = await reconcile()
  assert.deepEqual(
    before.unknownToExchange.map(({ id }) => id),
    [gone.id],
  )
  engine.wait(60_000)
  const later = await reconcile()
  assert.deepEqual(new Set(later.unknownToExchange.map(({ id }) => id)), new Set([gone.id, open.id]))
  engine.script.outcomes = [() => ({ kind: 'rejected', code: 'declined' })]
  await send('12')
  assert.equal((await reconcile()).unknownToExchange.length, 2)
})

test('a withdrawal that the list lacks and its id finds is known', async () => {
  await send('10')
  engine.script.exchange.listWithdrawals = async () => []
  assert.deepEqual(counts(await reconcile()), { ...nothing, withdrawals: 0 })
})

test('only the span, the exchange and the client that were requested are compared', async () => {
  const first = await send('10')
  await forget(first)
  engine.wait(10 * 86_400_000)
  const second = await send('11')
  await forget(second)
  assert.equal((await reconcile()).strays.length, 2)
  const now = engine.deps.now()
  assert.equal((await reconcile({}, now)).strays[0]?.withdrawal.id, second.withdrawalId)
  assert.equal((await reconcile({}, start, now)).strays[0]?.withdrawal.id, first.withdrawalId)
  assert.equal((await reconcile({ exchangeType: 'another' })).accounts, 0)
  assert.equal((await reconcile({ clientId: 'another' })).accounts, 0)
  assert.equal((await reconcile({ clientId: engine.clientId, exchangeType: 'scripted' })).accounts, 1)
})

test('a long span is read in parts that every exchange lists', async () => {
  const requested: number[] = []
  engine.script.exchange.listWithdrawals = async (_credentials, _account, since) => {
    requested.push(since.getTime())
    return []
  }
  engine.wait(60 * 86_400_000)
  await reconcile()
  const gaps = requested.slice(1).map((time, index) => (time - (requested[index] ?? 0)) / 86_400_000)
  assert.ok((requested[0] ?? 0) < start.getTime())
  assert.deepEqual(gaps, [29, 29])
})

test('an account that cannot be read makes the result incomplete, and another sign-in of it is tried first', async () => {
  await send('10')
  engine.script.unreachable = true
  assert.match((await reconcile()).unreadable[0]?.reason ?? '', /cannot be reached/)
  engine.script.unreachable = false
  const list = engine.script.exchange.listWithdrawals
  engine.script.exchange.renew = async () => Promise.reject(new ExchangeFailure('signInEnded'))
  engine.script.exchange.listWithdrawals = async (credentials, ...rest) => {
    if (credentials.accessToken === 'secret-1') throw new ExchangeFailure('signInEnded')
    return list(credentials, ...rest)
  }
  assert.match((await reconcile()).unreadable[0]?.reason ?? '', /sign-in has ended/)
  await engine.signInAgain()
  assert.deepEqual(counts(await reconcile()), { ...nothing, withdrawals: 1 })
  assert.equal((await reconcile()).accounts, 1)
})

test('an account whose user left before the span is not read, one who left in it is reported', async () => {
  await send('10')
  const { query } = engine.deps.database
  engine.wait(1_000)
  const left = engine.deps.now()
  await query.updateTable('sign_in').set({ ended_at: left.getTime(), sealed_credentials: '' }).execute()
  engine.wait(1_000)
  assert.equal((await reconcile()).unreadable.length, 1)
  assert.equal((await reconcile({}, new Date(left.getTime() + 1))).accounts, 0)
})
