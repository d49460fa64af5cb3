// Every ambiguous case that the sandbox exchange can be set to produce, through the real adapter into the engine's
// rules: nothing crashes, nothing foreign is claimed, and what was made is found.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { shareOf } from '../../../support/length.ts'
import { baseId, execute, preview, signIn, untilEnded } from '../../../support/native-flow.ts'
import { startTestServer, type TestServer } from '../../../support/test-server.ts'

let server: TestServer
let token: string
before(async () => {
  server = await startTestServer()
  token = await signIn(server, 'user_good')
})
after(() => server.stop())

async function setFaults(faults: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${server.exchangeUrl}/console/faults`, {
    method: 'PUT',
    headers,
    body: JSON.stringify(faults),
  })
  assert.equal(response.status, 200)
}

async function madeOf(amount: string): Promise<number> {
  const response = await fetch(`${server.exchangeUrl}/console/withdrawals`)
  const { withdrawals } = (await response.json()) as { withdrawals: { amount: string }[] }
  return withdrawals.filter((withdrawal) => withdrawal.amount === amount).length
}

const withdrawFaults = [
  'loseAnswer',
  'error500After',
  'unknownCodeAfter',
  'foreignTerms',
  'halfAnswer',
  'hugeAnswer',
  'wrongTypedAnswer',
  'foreignAnswer',
]
// Their waits for the chain pass together. A fault is that of one order: the next is set after its response.
describe('a withdrawal', { concurrency: true }, () => {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const next = last.then(run)
    last = next.catch(() => {})
    return next
  }
  for (const [index, fault] of shareOf(withdrawFaults, 4).entries()) {
    test(`that was made and reported by ${fault} is found, once`, async () => {
      const amount = `${20 + index}`
      const response = await inTurn(async () => {
        const previewed = await preview(server, token, amount, { NetworkId: baseId })
        await setFaults({ [fault]: { on: true, scope: 'withdraw', times: 1 } })
        return execute(server, token, previewed.body.PreviewResult.PreviewId)
      })
      assert.equal(response.status, 200, response.text)
      assert.equal(response.body.TransferResult.Status, 'Pending')
      assert.equal((await untilEnded(server, response.body.TransferResult.TransferId)).status, 'Succeeded')
      assert.equal(await madeOf(amount), 1)
    })
  }
})

const listFaults = ['halfAnswer', 'laggingList', 'hugeAnswer', 'wrongTypedAnswer', 'error500After']
for (const [index, fault] of shareOf(listFaults, 2).entries()) {
  test(`a withdrawal whose polls meet ${fault} is polled to its end when the fault is over`, async (t) => {
    t.after(() => setFaults({}))
    const amount = `${40 + index}`
    const previewed = await preview(server, token, amount, { NetworkId: baseId })
    await setFaults({ [fault]: { on: true, scope: 'list', times: 3 } })
    const response = await execute(server, token, previewed.body.PreviewResult.PreviewId)
    assert.equal((await untilEnded(server, response.body.TransferResult.TransferId)).status, 'Succeeded')
    assert.equal(await madeOf(amount), 1)
  })
}

for (const [index, fault] of ['foreignAnswer', 'foreignTerms'].entries()) {
  test(`a poll that meets ${fault} claims nothing, and needs an operator`, async (t) => {
    t.after(() => setFaults({}))
    const amount = `${50 + index}`
    const previewed = await preview(server, token, amount, { NetworkId: baseId })
    await setFaults({ [fault]: { on: true, scope: 'list' } })
    const response = await execute(server, token, previewed.body.PreviewResult.PreviewId)
    const id = response.body.TransferResult.TransferId
    const until = Date.now() + 20_000
    for (;;) {
      const row = await server.deps.database.query
        .selectFrom('transfer')
        .select(['state', 'attention'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      assert.equal(row.state, 'Submitted')
      if (/another withdrawal/.test(row.attention ?? '')) break
      assert.ok(Date.now() < until, 'no operator was called')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })
}
