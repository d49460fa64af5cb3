// What needs a person, with the evidence.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { Attention } from '../../../../server/contract/console/attention.ts'
import { recordBackup } from '../../../../server/storage/last-backup.ts'
import { beginRestore, markBackup } from '../../../../server/transfers/restore.ts'
import { pauseSending } from '../../../../server/transfers/sending-pause.ts'
import type { Transfer } from '../../../../server/transfers/transfer-store.ts'
import { createEndpoint } from '../../../../server/webhooks/webhook-endpoint.ts'
import type { TestConsole } from '../../../support/console.ts'
import { consoleOfEngine } from '../../../support/console-of-engine.ts'
import { type Engine, paymentFor, startEngine } from '../../../support/engine.ts'
import { loseRequest } from '../../../support/scripted-exchange.ts'

let engine: Engine
let tested: TestConsole
let sessions = 0
beforeEach(async () => {
  engine = await startEngine()
  tested = consoleOfEngine(engine)
})
afterEach(() => engine.close())

const read = async (query = ''): Promise<Attention> => {
  // A session ends without use while the clock moves.
  const session = await tested.signedIn('viewer', `Viewer ${++sessions}`)
  const { status, body } = await tested.request('GET', `/api/attention${query}`, { session })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const hash = `0x${'ab'.repeat(32)}`

/** Paid too little, as far as the chain shows. */
async function flaggedOnChain(): Promise<Transfer> {
  const preview = await engine.preview()
  await engine.execute(preview)
  const { made } = engine.script
  for (const [reference, withdrawal] of made) made.set(reference, { ...withdrawal, state: 'sent', hash })
  engine.wait(1_000)
  await engine.poll()
  engine.mined.set(hash, { ...paymentFor(await engine.transferOf(preview), 9), baseUnits: 1n })
  engine.wait(1_000)
  await engine.poll()
  return engine.transferOf(preview)
}

test('nothing needs a person, and the time of the check is stated', async () => {
  const { rows, notices, checkedAt, next } = await read()
  assert.deepEqual([rows, notices, next, checkedAt], [[], [], null, engine.deps.now().toISOString()])
})

test('a flagged transfer has its reason in words, its evidence and what can be recorded now', async () => {
  const transfer = await flaggedOnChain()
  const [row, ...others] = (await read()).rows
  assert.deepEqual([row?.id, others], [transfer.id, []])
  assert.equal(row?.needsAttention.reason, 'the mined transaction is not the one that was previewed')
  assert.match(row?.needsAttention.meaning ?? '', /is not what the user confirmed/)
  assert.equal(row?.needsAttention.since, engine.deps.now().toISOString())
  assert.deepEqual(
    [row?.response, row?.attempts, row?.chain, row?.hash, row?.explorerUrl],
    ['Accepted by the exchange', 1, 'A transaction was found', hash, `https://explorer.example/tx/${hash}`],
  )
  assert.deepEqual(
    row?.resolutions.map(({ kind, refusal }) => [kind, refusal]),
    [
      ['succeeded', null],
      ['returned', null],
    ],
  )
})

test('the oldest comes first, a page at a time, and a lost response states what is known', async () => {
  engine.script.outcomes = [loseRequest]
  const lost = await engine.preview('30')
  await engine.execute(lost)
  const { query } = engine.deps.database
  const { id } = await engine.transferOf(lost)
  const model = await query.selectFrom('transfer').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const flag = { attention: 'several withdrawals at the exchange could be this one', fingerprint: null }
  await query.updateTable('transfer').set(flag).where('id', '=', id).execute()
  for (let n = 10; n < 70; n++) {
    const own = { id: `copy-${n}`, preview_id: `copy-${n}`, created_at: model.created_at + n }
    await query
      .insertInto('transfer')
      .values({ ...model, ...flag, ...own })
      .execute()
  }
  const first = await read()
  assert.deepEqual([first.rows.length, first.rows[0]?.id, first.rows[1]?.id], [50, id, 'copy-10'])
  assert.match(first.rows[0]?.response ?? '', /^No readable response, so the outcome is unknown\. Reason: /)
  assert.equal(first.rows[0]?.chain, 'No transaction is known.')
  assert.equal(first.rows[0]?.resolutions.find(({ kind }) => kind === 'notSent')?.allowedFrom !== null, true)
})

test('what else needs a person is one line each', async () => {
  const { database, now } = engine.deps
  await recordBackup(database.query, now())
  engine.wait(26 * 3_600_000 + 1)
  await pauseSending(database.query, { kind: 'client', id: engine.clientId }, now())
  await pauseSending(database.query, { kind: 'exchange', type: 'scripted' }, now())
  const endpoint = { id: 'endpoint-1', clientId: engine.clientId, url: 'https://shop.example/secret-path' }
  const settings = {
    format: 'standard',
    types: [],
    description: '',
    sealedSecret: '',
    sealedCertificate: null,
  } as const
  await createEndpoint(database, { ...endpoint, ...settings, types: [...settings.types] }, now())
  await database.query.updateTable('webhook_endpoint').set({ state: 'off', off_reason: 'failing' }).execute()
  tested = consoleOfEngine(engine, { openCircuits: () => [engine.script.exchange.type] })
  const { notices } = await read()
  const name = engine.script.exchange.name
  assert.deepEqual(
    notices.map(({ text, href }) => [text, href]),
    [
      ['Client Shop is paused. New transfers are refused; transfers that were sent before continue.', '/integrations'],
      [
        'Exchange scripted is paused. New transfers are refused; transfers that were sent before continue.',
        '/integrations',
      ],
      [
        `${name} does not respond. Requests of this process to it fail at once until a trial request succeeds.`,
        '/integrations',
      ],
      [
        'A webhook endpoint of Shop is turned off: its requests failed for days. Its events are not delivered.',
        '/webhooks/endpoint-1',
      ],
      ['The last backup is more than 26 hours old.', null],
    ],
  )
  assert.ok(!JSON.stringify(notices).includes('secret-path'))
  const failing = { state: 'paused', off_reason: null, paused_until: now().getTime() } as const
  await database.query.updateTable('webhook_endpoint').set(failing).execute()
  const text = 'The receiver of a webhook endpoint of Shop fails. Its events wait, and are sent once it works.'
  assert.deepEqual((await read()).notices.find(({ linkText }) => linkText === 'Endpoint')?.text, text)
  await database.query.updateTable('webhook_endpoint').set({ paused_until: null }).execute()
  assert.equal(
    (await read()).notices.find(({ linkText }) => linkText === 'Endpoint'),
    undefined,
  )
})

test('a restore that is not confirmed is stated once', async () => {
  const { database, now } = engine.deps
  await markBackup(database.query, now())
  await beginRestore(database, { now: now() })
  const { notices } = await read()
  assert.deepEqual(
    notices.map(({ command }) => command),
    ['transfer-link reconcile'],
  )
})
