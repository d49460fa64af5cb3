// Messages to sign on Solana over PostgreSQL: one of two processes overtakes the other after each of its statements.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hasLitesvm } from '../../../../sandbox/solana/litesvm.ts'
import type { SolanaReads } from '../../../../server/chains/solana-reads.ts'
import type { Database } from '../../../../server/storage/storage.ts'
import { renewMessage, reportSigned, type Signed } from '../../../../server/wallets/sign-on-solana.ts'
import { fromBase64, requestedMessage } from '../../../../server/wallets/solana-messages.ts'
import type { SolanaNetwork } from '../../../../server/wallets/solana-networks.ts'
import { proofSuite } from '../../../support/length.ts'
import { fulfilled, overPostgres, overtake } from '../../../support/races.ts'
import { type SolanaEngine, startSolanaEngine } from '../../../support/solana-engine.ts'
import { newSolanaKey } from '../../../support/solana-node.ts'
import { useStorage } from '../../../support/storage-under-test.ts'

/** More than any message lives. */
const blocksAhead = 10_000
const skip = hasLitesvm() ? false : 'no litesvm for this machine'

await overPostgres('messages on Solana race over PostgreSQL', ({ open, openAgain }) => {
  let engine: SolanaEngine
  let other: Database
  useStorage(open)
  before(async () => {
    if (skip) return
    engine = await startSolanaEngine()
    other = await openAgain()
  })
  after(async () => {
    await other?.close()
    await engine?.close()
  })

  proofSuite('a message that is out of date', () => {
    test('a message is signed or replaced, never both', { skip }, async () => {
      let amounts = 0
      const outcomes = new Set<string>()
      for (const signerIsFirst of [true, false]) {
        await overtake<unknown, unknown>(engine.deps.database, other, async () => {
          const { transfer, request } = await engine.requestPayment(`2.${String(++amounts).padStart(3, '0')}`)
          const signed = fromBase64(engine.owner.sign(request.transaction))
          const { message } = await requestedMessage(engine.deps.database.query, transfer.id)
          const sign = (database: Database) =>
            reportSigned({ ...engine.deps, database }, engine.at, { transfer, transaction: signed })
          const renew = (database: Database) => renewMessage({ ...engine.deps, database }, ahead(), transfer)
          return {
            first: signerIsFirst ? sign : renew,
            second: signerIsFirst ? renew : sign,
            async check(...results) {
              const stored = await requestedMessage(engine.deps.database.query, transfer.id)
              const { state } = await engine.stored(transfer)
              const isReplaced = !Buffer.from(stored.message).equals(Buffer.from(message))
              assert.equal(stored.signed === null, state === 'AwaitingWallet', state)
              assert.equal(isReplaced, stored.signed === null)
              assert.equal((await engine.kindsOf(transfer)).includes('signed'), stored.signed !== null)
              const isRefused = results.some(({ status }) => status === 'rejected')
              assert.ok(!isRefused || isReplaced)
              outcomes.add(state)
            },
          }
        })
      }
      assert.deepEqual([...outcomes].sort(), ['AwaitingWallet', 'Broadcast'])
    })
  })

  test('a message that is signed twice at once is sent as one payment', { skip }, async () => {
    await overtake<Signed, Signed>(engine.deps.database, other, async (round) => {
      const { transfer, request } = await engine.requestPayment(`3.${String(round).padStart(3, '0')}`)
      const signed = fromBase64(engine.owner.sign(request.transaction))
      const sign = (database: Database) =>
        reportSigned({ ...engine.deps, database }, engine.at, { transfer, transaction: signed })
      return {
        first: sign,
        second: sign,
        async check(...results) {
          for (const { transfer } of results.map(fulfilled)) assert.equal(transfer.state, 'Broadcast')
          assert.equal((await engine.kindsOf(transfer)).filter((kind) => kind === 'signed').length, 1)
        },
      }
    })
  })

  /** By a node that is ahead of the other process's: no block can hold the message any more, and a later lifetime has begun. */
  function ahead(): SolanaNetwork {
    const { reads } = engine.at
    const head: SolanaReads['head'] = async (commitment) => {
      const { slot, height } = await reads.head(commitment)
      return { slot, height: height + blocksAhead }
    }
    const lifetime: SolanaReads['lifetime'] = async () => {
      const { slot, lastHeight } = await reads.lifetime()
      return { slot, lastHeight: lastHeight + blocksAhead, blockhash: newSolanaKey().address }
    }
    return { ...engine.at, reads: { ...reads, head, lifetime } }
  }
})
