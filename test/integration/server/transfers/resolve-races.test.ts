// Two operators over PostgreSQL: one of them overtakes the other after each statement.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Database } from '../../../../server/storage/storage.ts'
import type { Resolution } from '../../../../server/transfers/resolution.ts'
import { resolveTransfer } from '../../../../server/transfers/resolve.ts'
import type { Transfer } from '../../../../server/transfers/transfer-store.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { shareOf } from '../../../support/length.ts'
import { assertRefused, overPostgres, overtake } from '../../../support/races.ts'
import { loseRequest } from '../../../support/scripted-exchange.ts'
import { succeededBy } from '../../../support/succeeded-by.ts'

await overPostgres('operators race over PostgreSQL', ({ open, openAgain }) => {
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

  let amount = 10
  const unknownTransfer = async (): Promise<Transfer> => {
    engine.script.outcomes = [loseRequest]
    const preview = await engine.preview(String(++amount))
    await engine.execute(preview)
    return engine.transferOf(preview)
  }
  const resolve = (database: Database, { id }: Transfer, resolution: Resolution) => {
    const request = { transferId: id, evidence: 'seen in the account history', operator: 'anna' }
    return resolveTransfer({ ...engine.deps, database }, { ...request, resolution })
  }
  const kinds: ((round: number) => Resolution)[] = [
    (round) => ({ kind: 'sent', withdrawalId: `w-${round}` }),
    (round) => succeededBy(`0x${String(round).padStart(64, '0')}`),
  ]

  for (const resolutionOf of shareOf(kinds, 1)) {
    const { kind } = resolutionOf(0)
    test(`a proof that a transfer is ${kind} is valid for one transfer`, async () => {
      await overtake(engine.deps.database, other, async (round) => {
        const [one, two] = [await unknownTransfer(), await unknownTransfer()]
        return {
          first: (database) => resolve(database, one, resolutionOf(round)),
          second: (database) => resolve(database, two, resolutionOf(round)),
          check(...results) {
            const refused = results.filter(({ status }) => status === 'rejected')
            assert.equal(refused.length, 1)
            for (const each of refused) assertRefused(each, 'invalidField')
          },
        }
      })
    })
  }
})
