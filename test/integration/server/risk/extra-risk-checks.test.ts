// A deployment's custom risk check that needs storage and the clock: no more than two transfers of a user in a day.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { ton } from '../../../../server/networks/ton.ts'
import { checkDestination } from '../../../../server/risk/risk-check.ts'
import type {
  DestinationToCheck,
  RiskCheck,
  TransferCheck,
  TransferToCheck,
} from '../../../../server/risk/risk-subject.ts'
import { type Engine, recipient, startEngine } from '../../../support/engine.ts'
import { writePageFiles } from '../../../support/readme.ts'
import { accept } from '../../../support/scripted-exchange.ts'

const dayMs = 86_400_000

/** The check of docs/src/content/docs/operate/risk-checks.md. */
let transfersPerDay: TransferCheck
const folder = mkdtempSync(join(tmpdir(), 'risk-checks-'))
before(async () => {
  writePageFiles('docs/src/content/docs/operate/risk-checks.md', folder)
  const file = pathToFileURL(join(folder, 'transfers-per-day.ts')).href
  transfersPerDay = ((await import(file)) as { transfersPerDay: TransferCheck }).transfersPerDay
})
after(() => rmSync(folder, { recursive: true, force: true }))

/** A check that refuses nothing. */
function noteIn<Subject>(seen: Subject[]): RiskCheck<Subject> {
  return async (_, subject) => {
    seen.push(subject)
    return null
  }
}

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
  engine.deps.extraRiskChecks = { transfer: [transfersPerDay] }
})
afterEach(() => engine.close())

test('a check that reads storage refuses a preview, and passes again when its time is over', async () => {
  for (const amount of ['25', '26']) await engine.execute(await engine.preview(amount))
  await assert.rejects(engine.preview('27'), ({ type, data }) => {
    assert.deepEqual([type, data.rule, data.field], ['riskBlocked', 'transfersPerDay', 'ToAddress'])
    return true
  })
  engine.wait(dayMs)
  await engine.preview('27')
})

test('the check runs again at execute: transfers since the preview count, and nothing is sent', async () => {
  const previews = [await engine.preview('25'), await engine.preview('26'), await engine.preview('27')] as const
  await engine.execute(previews[0])
  await engine.execute(previews[1])
  await assert.rejects(engine.execute(previews[2]), { type: 'riskBlocked' })
  assert.equal(engine.script.orders.length, 2)
})

test('a transfer that waits for its code can be finished: the check does not count it against itself', async () => {
  await engine.execute(await engine.preview('25'))
  const waiting = await engine.preview('26')
  engine.script.outcomes = [() => ({ kind: 'mfaRequired', method: 'totp' }), accept]
  assert.equal((await engine.execute(waiting)).outcome, 'mfaRequired')
  await assert.rejects(engine.preview('27'), { type: 'riskBlocked' })
  assert.equal((await engine.execute(waiting, '123456')).outcome, 'ordered')
})

test('a rejected transfer and one whose preview expired do not count', async () => {
  engine.script.outcomes = [
    () => ({ kind: 'rejected', code: 'rejected' }),
    () => ({ kind: 'mfaRequired', method: 'totp' }),
  ]
  const unsent = [await engine.preview('25'), await engine.preview('26')] as const
  for (const preview of unsent) await engine.execute(preview)
  engine.wait(unsent[1].expiresAt.getTime() - unsent[1].createdAt.getTime())
  await assert.rejects(engine.execute(unsent[1], '123456'), { type: 'previewExpired' })
  const states = await Promise.all(unsent.map(async (preview) => (await engine.transferOf(preview)).state))
  assert.deepEqual(states, ['Rejected', 'Abandoned'])
  engine.script.outcomes = [accept]
  for (const amount of ['27', '28']) await engine.execute(await engine.preview(amount))
  await assert.rejects(engine.preview('29'), { type: 'riskBlocked' })
})

test('a check receives the user, the account, the preview, the destination, the amount, its value and the fees', async () => {
  const seen: { destination: DestinationToCheck[]; transfer: TransferToCheck[] } = { destination: [], transfer: [] }
  engine.deps.extraRiskChecks = {
    destination: [noteIn(seen.destination)],
    transfer: [noteIn(seen.transfer)],
  }
  const preview = await engine.preview('25')
  assert.ok(seen.transfer.every(({ previewId }) => previewId === null))
  await engine.execute(preview)
  assert.equal(seen.transfer.at(-1)?.previewId, preview.id)
  const [destination, transfer] = [seen.destination[0] ?? assert.fail(), seen.transfer.at(-1) ?? assert.fail()]
  for (const { requester } of [destination, transfer]) {
    assert.equal(requester.clientId, engine.clientId)
    assert.equal(requester.userId, 'user-1')
  }
  assert.equal(transfer.accountId, engine.accountId)
  assert.equal(transfer.destination.address, recipient)
  for (const { amount, amountInFiat } of seen.transfer) assert.deepEqual([`${amount}`, `${amountInFiat}`], ['25', '25'])
  assert.ok(transfer.networkFee.isPositive)

  const address = 'UQC6YL-9UnwM0tcMY5ZjDFCkmK8BW5h62q0dSp4of2BFNqQF'
  const given = { networkId: ton.id, symbol: 'ton', address, addressTag: 'order-7' }
  const requester = { clientId: engine.clientId, userId: 'user-1' }
  await checkDestination(engine.deps, { requester, network: ton, given, allowed: null, field: 'ToAddress' })
  assert.deepEqual(seen.destination.at(-1)?.destination, { ...given, symbol: 'TON' })
  assert.deepEqual(seen.destination.at(-1)?.given, given)
})

test('the checks of the server come first, so that an extra check can only refuse more', async () => {
  engine.deps.extraRiskChecks = { transfer: [() => assert.fail('ran although the amount is not covered')] }
  await assert.rejects(engine.preview('1000000000'), { type: 'insufficientBalance' })
})
