// Payments by link over PostgreSQL, where two requests read before either has written.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Amount } from '../../../../server/contract/amount.ts'
import type { Database } from '../../../../server/storage/storage.ts'
import { type Transfer, transferById } from '../../../../server/transfers/transfer-store.ts'
import { tokenTransferData } from '../../../../server/wallets/calldata.ts'
import { pollEvmWallet } from '../../../../server/wallets/poll-evm-wallet.ts'
import { type RequestedPayment, requestPayment } from '../../../../server/wallets/request-payment.ts'
import type { WalletDeps } from '../../../../server/wallets/request-wallet.ts'
import { watchOf } from '../../../../server/wallets/watch-rows.ts'
import { recipient } from '../../../support/engine.ts'
import { proofTest } from '../../../support/length.ts'
import { baseId } from '../../../support/native-flow.ts'
import { fulfilled, overPostgres, overtake } from '../../../support/races.ts'
import { useStorage } from '../../../support/storage-under-test.ts'
import { startWalletEngine, type WalletEngine } from '../../../support/wallet-engine.ts'

const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const destination = { networkId: baseId, symbol: 'USDC', address: recipient, addressTag: '' }

await overPostgres('payments by link race over PostgreSQL', ({ open, openAgain }) => {
  let engine: WalletEngine
  let other: WalletDeps
  useStorage(open)
  before(async () => {
    engine = await startWalletEngine()
    other = { ...engine.deps, database: await openAgain() }
  })
  after(async () => {
    await other.database.close()
    await engine.close()
  })

  let amounts = 0
  const newAmount = () => `1.${String(++amounts).padStart(3, '0')}1`
  const request = (deps: WalletDeps, userId: string, amount: string, linkId = `link of ${userId}`) => {
    const owner = { clientId: engine.clientId, userId, linkId, transactionId: null, allowed: [destination] }
    return requestPayment(deps, owner, { destination, amount: Amount.parse(amount) })
  }
  const watched = async (userId: string, amount: string): Promise<Transfer> => {
    const { transfer } = await request(engine.deps, userId, amount)
    assert.ok(transfer)
    return transfer
  }
  const pay = (amount: string) => {
    const data = tokenTransferData(recipient, Amount.parse(amount).toBaseUnits(6))
    const call = { chainId: '0x0', from: '', to: usdc, data, value: '0x0', gas: '0x186a0' }
    return engine.send(call, { from: engine.stranger })
  }
  const pollTransfer = (deps: WalletDeps, transfer: Transfer) => pollEvmWallet(deps.wallets)(deps, transfer)
  const stored = async ({ id }: Transfer): Promise<Transfer> => {
    const transfer = await transferById(engine.deps.database.query, id)
    assert.ok(transfer)
    return transfer
  }
  const isShared = async ({ id }: Transfer) => (await watchOf(engine.deps.database.query, id)).sharedAt !== null
  /** Those that a payment could be credited to. */
  const openOf = async (amount: string) => {
    const rows = await engine.deps.database.query
      .selectFrom('transfer')
      .innerJoin('wallet_watch', 'wallet_watch.transfer_id', 'transfer.id')
      .select(['transfer.id', 'transfer.fingerprint', 'wallet_watch.shared_at'])
      .where('terms', 'like', `%"amount":"${amount}"%`)
      .where('state', '=', 'AwaitingWallet')
      .where('next_poll_at', 'is not', null)
      .execute()
    return rows
  }

  const creditable = async (amount: string) =>
    (await openOf(amount)).filter((row) => row.shared_at === null && row.fingerprint !== null)

  test('two users request the same payment: one watch holds it, marked as ambiguous', async () => {
    const rounds = await overtake(engine.deps.database, other.database, async () => {
      const amount = newAmount()
      return {
        first: (database) => request({ ...engine.deps, database }, 'a', amount),
        second: (database) => request({ ...other, database }, 'b', amount),
        async check(first, second) {
          const watches = [fulfilled(first).transfer, fulfilled(second).transfer].filter(
            (transfer) => transfer !== null,
          )
          assert.equal(watches.length, 1)
          assert.deepEqual([(await openOf(amount)).length, await creditable(amount)], [1, []])
        },
      }
    })
    assert.ok(rounds > 5)
  })

  proofTest('five users request it at once: the payment that comes is credited to none', async () => {
    const amount = newAmount()
    const users = ['a', 'b', 'c', 'd', 'e']
    const requested = await Promise.all(
      users.map((user, n) => request(n % 2 === 0 ? engine.deps : other, user, amount)),
    )
    const [first, ...more] = requested.flatMap(({ transfer }) => transfer ?? [])
    assert.ok(first)
    assert.deepEqual([more, await creditable(amount)], [[], []])
    await pay(amount)
    await engine.mine(4)
    for (let poll = 0; poll < 3; poll++) await engine.poll(first)
    assert.equal((await stored(first)).state, 'AwaitingWallet')
    assert.deepEqual(await engine.kindsOf(first), ['created', 'ambiguous'])
  })

  test('one user who requests it twice gets one transfer, and is credited', async () => {
    let last: Transfer | null = null
    let amount = ''
    await overtake(engine.deps.database, other.database, async () => {
      amount = newAmount()
      return {
        first: (database) => request({ ...engine.deps, database }, 'a', amount),
        second: (database) => request({ ...other, database }, 'a', amount),
        async check(first, second) {
          last = fulfilled(first).transfer
          assert.ok(last)
          assert.equal(fulfilled(second).transfer?.id, last.id)
          assert.equal((await creditable(amount)).length, 1)
        },
      }
    })
    assert.ok(last)
    await pay(amount)
    await engine.mine(4)
    // One pass polls at most twenty transfers, and each round has left one.
    for (let poll = 0; poll < 6; poll++) await engine.poll(last)
    assert.equal((await stored(last)).state, 'Succeeded')
  })

  /** The poll that finds the payment of `a`, overtaken by a request of `user`, or the other way round. */
  const pollMeets = async (
    user: string,
    pollIsFirst: boolean,
    check: (first: Transfer, requested: RequestedPayment) => Promise<void>,
  ) => {
    const rounds = await overtake<unknown, unknown>(engine.deps.database, other.database, async () => {
      const amount = newAmount()
      const watch = await watched('a', amount)
      await pay(amount)
      const poll = (database: Database) => pollTransfer({ ...engine.deps, database }, watch)
      const requestLater = (database: Database) => request({ ...other, database }, user, amount, 'a later link')
      return {
        first: pollIsFirst ? poll : requestLater,
        second: pollIsFirst ? requestLater : poll,
        async check(first, second) {
          fulfilled(pollIsFirst ? first : second)
          await check(await stored(watch), fulfilled(pollIsFirst ? second : first) as RequestedPayment)
          assert.ok((await creditable(amount)).length <= 1)
        },
      }
    })
    assert.ok(rounds > 1)
  }

  test('a request meets the poll that finds the payment: it is watched afresh, or both are ambiguous', async () => {
    const states = new Set<string>()
    for (const pollIsFirst of [true, false]) {
      await pollMeets('b', pollIsFirst, async (first, { transfer }) => {
        states.add(first.state)
        if (transfer !== null) assert.deepEqual([first.state, await isShared(transfer)], ['Broadcast', false])
        else assert.deepEqual([first.state, await isShared(first)], ['AwaitingWallet', true])
      })
    }
    assert.deepEqual([...states].sort(), ['AwaitingWallet', 'Broadcast'])
  })

  proofTest('a later link of the same user meets it, and the payment stays with the earlier one', async () => {
    await pollMeets('a', true, async (first, { transfer }) => {
      assert.ok(transfer)
      assert.notEqual(first.id, transfer.id)
      if (first.state === 'AwaitingWallet') await pollTransfer(engine.deps, first)
      const { state, linkId } = await stored(first)
      assert.deepEqual([state, linkId], ['Broadcast', 'link of a'])
    })
  })
})
