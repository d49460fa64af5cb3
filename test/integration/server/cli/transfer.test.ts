import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { listAudit } from '../../../../server/audit/list-audit.ts'
import { insertOperator } from '../../../../server/console/operators.ts'
import { openSqlite } from '../../../../server/storage/sqlite.ts'
import { inTransaction } from '../../../../server/storage/storage.ts'
import { insertProposal, proposalOf } from '../../../../server/transfers/resolve-proposals.ts'
import { eventsOf } from '../../../../server/transfers/timeline.ts'
import type { Transfer } from '../../../../server/transfers/transfer-store.ts'
import { runCli, runCliHere } from '../../../support/cli.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { loseRequest } from '../../../support/scripted-exchange.ts'

const folder = mkdtempSync(join(tmpdir(), 'cli-'))
const environment = { DATA_DIR: folder }
const evidence = 'The withdrawal list of the exchange ends before that minute.'
let engine: Engine

// The folder is held as a server holds it, all the time.
before(async () => {
  engine = await startEngine(await openSqlite(join(folder, 'server')))
})
after(() => engine.close())

async function unknownTransfer(amount: string): Promise<Transfer> {
  engine.script.outcomes = [loseRequest]
  const preview = await engine.preview(amount)
  await engine.execute(preview)
  return engine.transferOf(preview)
}

test('help names every command, and each has its own', async () => {
  const { code, out } = await runCliHere(['--help'])
  assert.equal(code, 0)
  for (const name of ['serve', 'transfer list', 'transfer show', 'transfer resolve', 'migrate-storage']) {
    assert.ok(out.includes(name))
    const own = await runCliHere([...name.split(' '), '--help'])
    assert.deepEqual([own.code, own.out.includes(`transfer-link ${name}`)], [0, true])
    assert.ok(!own.out.includes('<client>'))
  }
  assert.match((await runCliHere(['pause', '--help'])).out, /^ +<client> is the id of a client, /m)
})

test('an invalid command exits with 2 and shows the usage', async () => {
  for (const args of [['transfer'], ['send'], ['transfer', 'show'], ['transfer', 'list', '--all']]) {
    const { code, out, error } = await runCliHere(args, environment)
    assert.deepEqual([code, out], [2, ''], args.join(' '))
    assert.match(error, /Usage: transfer-link/)
  }
})

test('an unknown transfer and a folder without a database are plain error messages', async () => {
  const unknown = await runCliHere(['transfer', 'show', 'nothing'], environment)
  assert.deepEqual(
    [unknown.code, unknown.error],
    [1, 'There is no such transfer. Run "transfer-link transfer list" for ids.\n'],
  )
  const empty = await runCliHere(['transfer', 'list'], { DATA_DIR: join(folder, 'elsewhere') })
  assert.equal(empty.code, 1)
  assert.match(empty.error, /^The data folder .* has no database\..*\n$/)
})

test('transfers that need an operator are listed, beside a running server', async () => {
  const transfer = await unknownTransfer('25')
  assert.match((await runCliHere(['transfer', 'list', '--attention'], environment)).out, /No transfer needs/)
  engine.script.unreachable = true
  engine.wait(86_400_001)
  await engine.poll()
  engine.script.unreachable = false
  const { out } = await runCliHere(['transfer', 'list', '--attention'], environment)
  assert.match(out, new RegExp(`^${transfer.id} .* Unknown .* 25 USDC on Base .*24 hours`))
})

test('an operator ends a transfer with evidence, while the server writes', async () => {
  const transfer = await unknownTransfer('26')
  const { query } = engine.deps.database
  // The command uses the real clock.
  await query.updateTable('attempt').set({ valid_until: 0 }).where('transfer_id', '=', transfer.id).execute()
  let isOver = false
  const writing = (async () => {
    for (let n = 0; !isOver; n++) {
      await inTransaction(engine.deps.database, (inside) =>
        inside
          .updateTable('client')
          .set({ name: `Shop ${n}` })
          .execute(),
      )
      await new Promise((resolve) => setImmediate(resolve))
    }
  })()
  const args = ['transfer', 'resolve', transfer.id, '--not-sent', '--evidence', evidence, '--operator', 'Kim']
  const { code, out, error } = await runCli(args, environment)
  isOver = true
  await writing
  assert.deepEqual([code, error], [0, ''])
  assert.match(out, /is now NotSent/)
  const last = (await eventsOf(query, transfer.id)).at(-1)
  assert.deepEqual(last?.detail, { resolution: 'notSent', evidence, operator: 'Kim' })
  const again = await runCliHere(args, environment)
  assert.equal(again.code, 1)
  assert.match(again.error, /^This transfer is NotSent\. Only pending transfers can be resolved\.$/m)
})

test('with a second operator required, the command resolves at once, says so, and deletes the proposal', async () => {
  const transfer = await unknownTransfer('31')
  const { query } = engine.deps.database
  const kim = { id: 'operator-1', name: 'Kim', role: 'operator', createdAt: engine.deps.now() } as const
  await insertOperator(query, kim)
  const proposal = { transferId: transfer.id, resolution: { kind: 'sent', withdrawalId: 'w-31' }, evidence } as const
  const propose = () =>
    insertProposal(query, { ...proposal, operatorId: kim.id, lastEvent: 2, proposedAt: engine.deps.now() })
  await propose()
  assert.match((await runCliHere(['transfer', 'show', transfer.id], environment)).out, /^proposed +sent, by Kim at /m)
  const decline = () => runCliHere(['transfer', 'decline', transfer.id], environment)
  assert.match((await decline()).out, /was declined/)
  assert.deepEqual(
    [(await decline()).error, await proposalOf(query, transfer.id)],
    ['No outcome of this transfer has been proposed.\n', undefined],
  )
  await propose()
  // The machine of the command need not serve the console.
  const required = { ...environment, CONSOLE_TWO_PERSON_RESOLVE: 'true' }
  const args = ['transfer', 'resolve', transfer.id, '--sent', 'w-31', '--evidence', evidence, '--operator', 'Kim']
  assert.match(
    (await runCliHere(args, required)).out,
    /CONSOLE_TWO_PERSON_RESOLVE is set\. This command requires no second/,
  )
  assert.equal(await proposalOf(query, transfer.id), undefined)
  const [resolved, declined] = await listAudit(query, { target: transfer.id, limit: 9 })
  assert.deepEqual(
    [resolved?.after, declined?.action, declined?.before],
    [
      { state: 'Submitted', outcome: 'sent', operator: 'Kim', withoutSecondOperator: true },
      ...['transfer.decline', { outcome: 'sent', operator: 'Kim' }],
    ],
  )
})

test('the command looks a payment up on the configured node, and records it only with its differences confirmed', async () => {
  const transfer = await unknownTransfer('32')
  const hash = `0x${'ab'.repeat(32)}`
  // Nothing listens there.
  const withNode = { ...environment, RPC_URLS: 'base=http://127.0.0.1:9' }
  const resolve = (...more: string[]) =>
    runCliHere(
      ['transfer', 'resolve', transfer.id, '--succeeded', hash, '--evidence', evidence, '--operator', 'Kim', ...more],
      withNode,
    )
  const refused = await resolve()
  assert.deepEqual([refused.code, refused.out], [1, `Transaction ${hash}: The node of Base does not respond.\n`])
  assert.match(refused.error, /^Nothing was recorded\. .* add: --despite unreachable\n$/)
  assert.equal((await resolve('--despite', 'notFound')).code, 1)
  assert.match((await resolve('--despite', 'anything')).error, /^--despite must be among unreachable, notFound, /)
  assert.match((await resolve('--despite', 'unreachable')).out, /is now Succeeded/)
  const [entry] = await listAudit(engine.deps.database.query, { target: transfer.id, limit: 1 })
  const outcome = { state: 'Succeeded', outcome: 'succeeded', operator: 'Kim' }
  const known = { node: 'unreachable', differences: ['unreachable'], despite: ['unreachable'] }
  assert.deepEqual(entry?.after, { ...outcome, ...known })
})

test('without a node, the command says that nothing was looked up', async () => {
  const transfer = await unknownTransfer('33')
  const args = ['transfer', 'resolve', transfer.id, '--succeeded', `0x${'cd'.repeat(32)}`, '--evidence', evidence]
  const { code, out } = await runCliHere(args, environment)
  assert.equal(code, 0)
  assert.match(out, /: No node of Base is configured to look it up\.\nTransfer .* is now Succeeded/)
})

test('a withdrawal that the exchange did make is polled from then on, and belongs to one transfer', async () => {
  const [first, second] = [await unknownTransfer('27'), await unknownTransfer('28')]
  const resolve = (id: string) =>
    runCliHere(['transfer', 'resolve', id, '--sent', 'w-77', '--evidence', evidence], environment)
  assert.match((await resolve(first.id)).out, /is now Submitted/)
  const refused = await resolve(second.id)
  assert.deepEqual([refused.code, refused.error], [1, `Field withdrawalId belongs to transfer ${first.id} already.\n`])
})

test('an operator can end a wallet’s transaction that no block includes, too', async () => {
  const transfer = await unknownTransfer('30')
  const { query } = engine.deps.database
  const stuck = {
    exchange_type: 'DeFiWallet',
    state: 'Broadcast',
    attention: 'pending for over 24 hours',
    created_at: 0,
  }
  await query.updateTable('transfer').set(stuck).where('id', '=', transfer.id).execute()
  const resolve = (...outcome: string[]) =>
    runCliHere(['transfer', 'resolve', transfer.id, ...outcome, '--evidence', evidence], environment)
  assert.match((await resolve('--sent', 'w-1')).error, /Broadcast, so it cannot be recorded as sent/)
  assert.match((await resolve('--returned')).error, /Broadcast, so it cannot be recorded as returned/)
  assert.match((await resolve('--not-sent')).out, /is now NotSent/)
})

test('showing a transfer prints attempts and timeline, and whether its history was altered', async () => {
  const transfer = await unknownTransfer('29')
  const { query } = engine.deps.database
  await query.updateTable('transfer').set({ transaction_id: 'a\u001b[31mb' }).where('id', '=', transfer.id).execute()
  const shown = await runCliHere(['transfer', 'show', transfer.id], environment)
  assert.match(shown.out, /29 USDC on Base[\s\S]*Attempts\n {2}1 .*ambiguous[\s\S]*hash chain is intact/)
  assert.ok(!shown.out.includes('\u001b'))
  await query.updateTable('transfer_event').set({ kind: 'accepted' }).where('transfer_id', '=', transfer.id).execute()
  assert.match(
    (await runCliHere(['transfer', 'show', transfer.id], environment)).out,
    /hash chain is broken at event 1/,
  )
})

test('missing or contradictory options are an error', async () => {
  const cases = [
    ['--not-sent'],
    ['--evidence', evidence],
    ['--not-sent', '--sent', 'w', '--evidence', evidence],
    ['--returned', '--succeeded', 'h', '--evidence', evidence],
    ['--succeeded', ' ', '--evidence', evidence],
  ]
  for (const options of cases) {
    assert.equal((await runCliHere(['transfer', 'resolve', 'id', ...options], environment)).code, 2)
  }
})
