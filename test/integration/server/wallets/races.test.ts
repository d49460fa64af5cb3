// Connected wallets over PostgreSQL: one of two processes overtakes the other after each of its statements.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { loadAccount } from '../../../../server/accounts/accounts.ts'
import { Amount } from '../../../../server/contract/amount.ts'
import type { Database } from '../../../../server/storage/storage.ts'
import { previewTransfer } from '../../../../server/transfers/preview.ts'
import { type Transfer, transferById } from '../../../../server/transfers/transfer-store.ts'
import { createChallenge, proveOwnership } from '../../../../server/wallets/ownership.ts'
import { pollEvmWallet } from '../../../../server/wallets/poll-evm-wallet.ts'
import { requestWallet } from '../../../../server/wallets/request-wallet.ts'
import { reportDeclined } from '../../../../server/wallets/wallet-callbacks.ts'
import { storeHint, watchOf } from '../../../../server/wallets/watch-rows.ts'
import { recipient } from '../../../support/engine.ts'
import { baseId } from '../../../support/native-flow.ts'
import { assertRefused, fulfilled, overPostgres, overtake } from '../../../support/races.ts'
import { useStorage } from '../../../support/storage-under-test.ts'
import { startWalletEngine, type WalletEngine } from '../../../support/wallet-engine.ts'

/** Each round has its users and its amount: an attempt that is open would be polled by every later one. */
interface Payer {
  userId: string
  accountId: string
}

await overPostgres('wallets race over PostgreSQL', ({ open, openAgain }) => {
  let engine: WalletEngine
  let other: Database
  useStorage(open)
  before(async () => {
    engine = await startWalletEngine()
    other = await openAgain()
  })
  after(async () => {
    await other.close()
    await engine.close()
  })

  let [amounts, users] = [0, 0]
  const newAmount = () => `1.${String(++amounts).padStart(3, '0')}1`
  const newPayer = async (): Promise<Payer> => {
    const userId = `user ${++users}`
    return { userId, accountId: await engine.connect(userId) }
  }
  const over = (database: Database) => ({ ...engine.deps, database })
  const previewOf = async ({ accountId }: Payer, amount = newAmount()) => {
    const account = await loadAccount(engine.deps, engine.clientId, accountId)
    const what = { networkId: baseId, symbol: 'USDC', toAddress: recipient, addressTag: '', session: null }
    return (await previewTransfer(engine.deps, { account, ...what, amount: Amount.parse(amount) })).id
  }
  const requestPayment = (database: Database, { userId, accountId }: Payer, previewId: string) => {
    const owner = { clientId: engine.clientId, accountId, sessionId: null }
    return requestWallet(over(database), { ...owner, previewId, linkId: null, userId, transactionId: null })
  }
  const stored = async ({ id }: Pick<Transfer, 'id'>) => {
    const transfer = await transferById(engine.deps.database.query, id)
    assert.ok(transfer)
    return transfer
  }
  const poll = (database: Database, transfer: Transfer) => pollEvmWallet(engine.deps.wallets)(over(database), transfer)

  test('a preview becomes one request to a wallet', async () => {
    await overtake(engine.deps.database, other, async () => {
      const payer = await newPayer()
      const previewId = await previewOf(payer)
      return {
        first: (database) => requestPayment(database, payer, previewId),
        second: (database) => requestPayment(database, payer, previewId),
        check(...results) {
          const ids = results.map(fulfilled).map((result) => 'transfer' in result && result.transfer.id)
          assert.equal(new Set(ids).size, 1)
        },
      }
    })
  })

  test('no wallet gets a request after its sign-in has ended', async () => {
    const refused = new Set<boolean>()
    await overtake(engine.deps.database, other, async () => {
      const payer = await newPayer()
      const previewId = await previewOf(payer)
      const { signInId } = await loadAccount(engine.deps, engine.clientId, payer.accountId)
      return {
        first: (database) => requestPayment(database, payer, previewId),
        /** Ends it as `endSignIn` does, and returns the number of its transfers right after that. */
        async second({ query }) {
          await query.updateTable('sign_in').set({ ended_at: 1 }).where('id', '=', signInId).execute()
          const transfers = query.selectFrom('transfer').select('id').where('preview_id', '=', previewId)
          return (await transfers.execute()).length
        },
        check(requested, ended) {
          const isRefused = requested.status === 'rejected'
          assert.equal(fulfilled(ended), isRefused ? 0 : 1)
          if (isRefused) assertRefused(requested, 'reconnectRequired')
          refused.add(isRefused)
        },
      }
    })
    assert.equal(refused.size, 2)
  })

  test('two users of one address who have proved nothing: neither is credited with its payment', async () => {
    const counts = new Set<number>()
    await overtake(engine.deps.database, other, async () => {
      const amount = newAmount()
      const [one, two] = [await newPayer(), await newPayer()]
      const [previewOne, previewTwo] = [await previewOf(one, amount), await previewOf(two, amount)]
      return {
        first: (database) => requestPayment(database, one, previewOne),
        second: (database) => requestPayment(database, two, previewTwo),
        async check(...results) {
          const requests = results.flatMap((each) =>
            each.status === 'fulfilled' && each.value.outcome === 'walletRequired' ? [each.value] : [],
          )
          counts.add(requests.length)
          for (const each of results) if (each.status === 'rejected') assertRefused(each, 'walletOwnershipRequired')
          const [first] = requests
          if (requests.length < 2) return
          assert.ok(first && 'gas' in first.request)
          await engine.send(first.request)
          for (const { transfer } of requests) await poll(engine.deps.database, transfer)
          for (const { transfer } of requests) assert.equal((await stored(transfer)).state, 'Ambiguous')
        },
      }
    })
    assert.deepEqual([...counts].sort(), [1, 2])
  })

  test('hashes that two pages report at once are both stored', async () => {
    const { transfer } = await engine.requestPayment(newAmount())
    await overtake(engine.deps.database, other, async (round) => {
      const hashOf = (page: string) => `0x${page.repeat(62)}${String(round).padStart(2, '0')}`
      return {
        first: (database) => storeHint(database.query, transfer.id, hashOf('a')),
        second: (database) => storeHint(database.query, transfer.id, hashOf('b')),
        async check(...results) {
          results.map(fulfilled)
          const { hints } = await watchOf(engine.deps.database.query, transfer.id)
          assert.ok(hints.includes(hashOf('a')) && hints.includes(hashOf('b')))
        },
      }
    })
  })

  test('a payment that a poll has found is not recorded as declined', async () => {
    const payer = await newPayer()
    for (const pollIsFirst of [true, false]) {
      await overtake<unknown, unknown>(engine.deps.database, other, async () => {
        const { transfer, request } = await engine.requestPayment(newAmount(), payer)
        await engine.send(request)
        const find = (database: Database) => poll(database, transfer)
        const decline = (database: Database) => reportDeclined(over(database), transfer)
        return {
          first: pollIsFirst ? find : decline,
          second: pollIsFirst ? decline : find,
          async check(...results) {
            results.map(fulfilled)
            const kinds = await engine.kindsOf(transfer)
            const { declinedAt } = await watchOf(engine.deps.database.query, transfer.id)
            assert.equal(declinedAt !== null, kinds.includes('declined'), kinds.join())
            assert.equal((await stored(transfer)).state, 'Broadcast')
          },
        }
      })
    }
  })

  test('one payment is found for one of two equal requests', async () => {
    await overtake(engine.deps.database, other, async () => {
      const [amount, payer] = [newAmount(), await newPayer()]
      const [one, two] = [await engine.requestPayment(amount, payer), await engine.requestPayment(amount, payer)]
      await engine.send(one.request)
      return {
        first: (database) => poll(database, one.transfer),
        second: (database) => poll(database, two.transfer),
        async check(...results) {
          results.map(fulfilled)
          const states = [(await stored(one.transfer)).state, (await stored(two.transfer)).state]
          assert.deepEqual(states.sort(), ['AwaitingWallet', 'Broadcast'])
        },
      }
    })
  })

  test('a signature proves an address once', async () => {
    await overtake(engine.deps.database, other, async (round) => {
      const user = { clientId: engine.clientId, userId: `prover ${round}` }
      const about = { app: 'Shop', address: engine.owner.address, networkKey: 'base' }
      const { challengeId, message } = await createChallenge(engine.deps, user, about)
      const signature = await engine.owner.signMessage({ message })
      const prove = (database: Database) => proveOwnership(over(database), user, { challengeId, signature })
      return {
        first: prove,
        second: prove,
        check(...results) {
          const refused = results.filter(({ status }) => status === 'rejected')
          assert.equal(refused.length, 1)
          for (const each of refused) assertRefused(each, 'walletChallengeExpired')
        },
      }
    })
  })
})
