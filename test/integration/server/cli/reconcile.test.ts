// `transfer-link reconcile` beside a running server, against the sandbox exchange's own books, on both storages.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { copyStorage } from '../../../../server/storage/copy.ts'
import { openPostgres } from '../../../../server/storage/postgres.ts'
import { runCliHere } from '../../../support/cli.ts'
import { execute, preview, signIn, untilEnded } from '../../../support/native-flow.ts'
import { findPostgres } from '../../../support/postgres.ts'
import { startTestServer, type TestServer } from '../../../support/test-server.ts'

let server: TestServer
let environment: Record<string, string>
let transferIds: string[]
before(async () => {
  server = await startTestServer()
  environment = { DATA_DIR: server.folder, SANDBOX_EXCHANGE_PORT: new URL(server.exchangeUrl).port }
  const token = await signIn(server, 'user_good')
  transferIds = []
  for (const amount of ['5', '6']) {
    const { PreviewId } = (await preview(server, token, amount)).body.PreviewResult
    const { TransferId } = (await execute(server, token, PreviewId)).body.TransferResult
    await untilEnded(server, TransferId)
    transferIds.push(TransferId)
  }
})
after(() => server.stop())

async function withdrawalIdOf(id: string): Promise<string> {
  const { query } = server.deps.database
  const row = await query.selectFrom('transfer').select('withdrawal_id').where('id', '=', id).executeTakeFirstOrThrow()
  return row.withdrawal_id ?? ''
}

test('where every withdrawal has its transfer it reports that and exits with 0, as JSON too', async () => {
  const { code, out, error } = await runCliHere(['reconcile', '--since', '2h'], environment)
  assert.deepEqual([code, error], [0, ''])
  assert.match(out, /1 exchange account, 2 withdrawals\n.*every transfer its withdrawal/)
  const json = await runCliHere(['reconcile', '--since', '2h', '--json', '--exchange', 'SANDBOX'], environment)
  const { since: _, until: __, ...rest } = JSON.parse(json.out)
  assert.equal(json.code, 0)
  assert.deepEqual(rest, {
    complete: true,
    accounts: 1,
    withdrawals: 2,
    withdrawalsMadeElsewhere: 0,
    withdrawalsWithoutTransfer: [],
    withdrawalsNotOrderedHere: [],
    transfersUnknownToExchange: [],
    unreadableAccounts: [],
  })
})

test('an invalid command exits with 2 and shows the usage', async () => {
  for (const args of [
    ['--since', 'yesterday'],
    ['--until', '3d'],
    ['--exchange', 'nobody'],
    ['--days', '3'],
  ]) {
    const { code, error } = await runCliHere(['reconcile', ...args], environment)
    assert.equal(code, 2, args.join(' '))
    assert.match(error, /Usage: transfer-link reconcile/)
  }
  assert.equal((await runCliHere(['reconcile', '--client', 'nobody'], environment)).code, 1)
})

test('a lost transfer and one that the exchange does not know are listed, and the command exits with 1', async () => {
  const [lost = '', changed = ''] = transferIds
  const [lostWithdrawal, changedWithdrawal] = [await withdrawalIdOf(lost), await withdrawalIdOf(changed)]
  const { query } = server.deps.database
  for (const table of ['transfer_event', 'attempt'] as const) {
    await query.deleteFrom(table).where('transfer_id', '=', lost).execute()
  }
  await query.deleteFrom('transfer').where('id', '=', lost).execute()
  const rename = (withdrawal: string, reference: string) =>
    Promise.all([
      query.updateTable('transfer').set({ withdrawal_id: withdrawal }).where('id', '=', changed).execute(),
      query.updateTable('attempt').set({ client_reference: reference }).where('transfer_id', '=', changed).execute(),
    ])
  const attempt = query.selectFrom('attempt').select('client_reference').where('transfer_id', '=', changed)
  const { client_reference: reference } = await attempt.executeTakeFirstOrThrow()
  await rename('another', 'another')
  const { code, out, error } = await runCliHere(['reconcile'], environment)
  assert.equal(code, 1)
  assert.match(out, new RegExp(`Withdrawals without a transfer\n  ${lostWithdrawal} .* 5 USDC on base to 0x`))
  assert.match(out, new RegExp(changedWithdrawal))
  assert.match(out, new RegExp(`Transfers unknown to the exchange\n  ${changed} .* Succeeded .* sandbox another`))
  assert.equal(error, '2 withdrawals without a transfer; 1 transfer unknown to the exchange.\n')
  await rename(changedWithdrawal, reference)
})

const { postgres, missing } = await findPostgres()
test('on PostgreSQL it finds the same', { skip: missing }, async () => {
  if (postgres === null) return
  after(() => postgres.drop())
  const DATABASE_URL = await postgres.newDatabase()
  const target = await openPostgres(DATABASE_URL)
  await copyStorage(server.deps.database, target)
  await target.close()
  const { code, out } = await runCliHere(['reconcile', '--json'], { ...environment, DATABASE_URL })
  const found = JSON.parse(out)
  assert.deepEqual([code, found.withdrawals, found.withdrawalsWithoutTransfer.length], [1, 2, 1])
  assert.deepEqual(found.transfersUnknownToExchange, [])
})

test('an account that cannot be read is reported, and the command exits with 1', async () => {
  const { code, out, error } = await runCliHere(['reconcile', '--since', '30h', '--until', '25h'], {
    ...environment,
    SANDBOX_EXCHANGE_PORT: '1',
  })
  // The account was connected later: it is not part of the span.
  assert.deepEqual([code, error], [0, ''])
  assert.match(out, /0 exchange accounts/)
  const away = await runCliHere(['reconcile'], { ...environment, SANDBOX_EXCHANGE_PORT: '1' })
  assert.equal(away.code, 1)
  assert.match(away.out, /Accounts that could not be read\n {2}sandbox, account .* the exchange cannot be reached/)
  assert.equal(away.error, 'incomplete: 1 account could not be read.\n')
})
