// The commit of a reservation waits for the synchronous standby, and an operator cancels the wait. PostgreSQL then reports the commit as
// done, although the standby lacks it.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { openPostgres } from '../../../../server/storage/postgres.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { isShortRun } from '../../../support/length.ts'
import { startPostgresPair } from '../../../support/postgres.ts'
import { accept } from '../../../support/scripted-exchange.ts'

if (!isShortRun) await testCancelled()

/** Two servers take seconds to start. */
async function testCancelled(): Promise<void> {
  const pair = await startPostgresPair()
  if (typeof pair === 'string') return void test('a cancelled commit sends nothing', { skip: pair }, () => {})
  const operator = new Client({ connectionString: pair.primary.url })
  await operator.connect()
  // Even a role that wants no warnings gets this one.
  await operator.query('alter database postgres set client_min_messages = error')
  const engine: Engine = await startEngine(await openPostgres(pair.primary.url))
  after(async () => {
    await engine.close()
    await operator.end()
  })

  test('nothing is sent while the standby lacks the transfer', async () => {
    const preview = await engine.preview('25')
    await requireStandby('another')
    let isDone = false
    const executed = engine.execute(preview).finally(() => {
      isDone = true
    })
    executed.catch(() => {})
    while (!isDone) await cancelWaits()
    assert.equal(engine.script.orders.length, 0)
    // The primary has it.
    assert.equal((await engine.transferOf(preview)).state, 'Submitting')
    await requireStandby('')
  })

  test('the transfer is sent once when the standby has it after all', async () => {
    engine.script.outcomes = [accept]
    const preview = await engine.preview('26')
    await requireStandby('another')
    const executed = engine.execute(preview)
    while ((await cancelWaits()) === 0);
    await requireStandby('*')
    assert.equal((await executed).outcome, 'ordered')
    assert.equal(engine.script.orders.length, 1)
    await requireStandby('')
  })

  async function requireStandby(names: string): Promise<void> {
    await operator.query(`alter system set synchronous_standby_names = '${names}'`)
    await operator.query('select pg_reload_conf()')
    const used = async () => (await operator.query('show synchronous_standby_names')).rows[0]?.synchronous_standby_names
    while ((await used()) !== names);
  }

  async function cancelWaits(): Promise<number> {
    const cancel = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`
    return (await operator.query(cancel)).rowCount ?? 0
  }
}
