import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { loadAccount } from '../../../../server/accounts/accounts.ts'
import { endSignIn, eraseEndedSignIns } from '../../../../server/accounts/end-sign-in.ts'
import { issueTokens } from '../../../../server/accounts/tokens.ts'
import type { ApiError } from '../../../../server/contract/errors.ts'
import type { Sealer } from '../../../../server/secrets/seal.ts'
import { openPostgres } from '../../../../server/storage/postgres.ts'
import { openSqlite } from '../../../../server/storage/sqlite.ts'
import type { Database } from '../../../../server/storage/storage.ts'
import { executeTransfer } from '../../../../server/transfers/execute.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { findPostgres, openEmpty } from '../../../support/postgres.ts'
import { loseResponse } from '../../../support/scripted-exchange.ts'

function suite(name: string, open: () => Promise<Database>, openAgain: (first: Database) => Promise<Database>): void {
  test(`${name}: ending a sign-in while its preview is executed sends nothing, or retains the credentials for polling`, async () => {
    const engine = await startEngine(await open())
    const database = await openAgain(engine.deps.database)
    const outcomes = new Set<string>()
    for (let round = 0; round < 30; round++) outcomes.add(await race(engine, { ...engine.deps, database }, round))
    assert.ok(outcomes.has('refused') && outcomes.has('sent'), [...outcomes].join())
    if (database !== engine.deps.database) await database.close()
    await engine.close()
  })
}

/** One fresh sign-in, one execute, one end of the sign-in a little sooner or later. In the first two rounds one is over before the other. */
async function race(engine: Engine, other: Engine['deps'], round: number): Promise<string> {
  const { deps, clientId, accountId } = engine
  const signIn = deps.database.query.updateTable('sign_in')
  await signIn.set({ ended_at: null, sealed_credentials: await freshCredentials(engine) }).execute()
  const preview = await engine.preview(`${round + 10}`)
  const { authToken } = await issueTokens(deps, deps.database.query, {
    account: { accountId, clientId },
    renewable: true,
  })
  engine.script.outcomes = [loseResponse]
  const end = () => endSignIn(other, { clientId, token: authToken, type: 'scripted' })
  const delayed = async () => {
    for (let turn = 0; turn < round; turn++) await new Promise((resolve) => setImmediate(resolve))
    await end()
  }
  const sentBefore = engine.script.orders.length
  if (round === 0) await end()
  const [executed] = await Promise.allSettled([engine.execute(preview), round < 2 ? null : delayed()])
  if (round === 1) await end()
  if (executed.status === 'rejected') {
    assert.equal((executed.reason as ApiError).type, 'reconnectRequired')
    assert.equal(engine.script.orders.length, sentBefore)
    return 'refused'
  }
  await engine.poll()
  const { state } = await engine.transferOf(preview)
  assert.equal(state, 'Submitted', 'what was sent is found, with the credentials of the ended sign-in')
  await deps.database.query.updateTable('transfer').set({ status: 'Succeeded', next_poll_at: null }).execute()
  assert.equal(await eraseEndedSignIns(deps), 1)
  return 'sent'
}

async function freshCredentials({ deps, clientId }: Engine): Promise<string> {
  const { id } = await deps.database.query.selectFrom('sign_in').select('id').executeTakeFirstOrThrow()
  return deps.sealer.seal('exchange credentials', [clientId, id], { accessToken: 'secret' })
}

test('an execute whose account was loaded before the sign-in ended sends nothing', async () => {
  const engine = await startEngine()
  const { deps, clientId, accountId } = engine
  const order = { clientId, accountId, sessionId: null, mfaCode: null, linkId: null, transactionId: null }
  const account = await loadAccount(deps, clientId, accountId)
  const opened: string[] = []
  const sealer = {
    ...deps.sealer,
    open: (...given: Parameters<Sealer['open']>) => {
      opened.push(given[0])
      return deps.sealer.open(...given)
    },
  }

  const sent = await engine.preview('10')
  await executeTransfer({ ...deps, sealer }, { ...order, account, previewId: sent.id })
  assert.equal(engine.script.orders.length, 1)
  assert.deepEqual(opened, [], 'the loaded account is used')

  const preview = await engine.preview('11')
  await deps.database.query.updateTable('sign_in').set({ ended_at: deps.now().getTime() }).execute()
  const execute = executeTransfer(deps, { ...order, account, previewId: preview.id })
  await assert.rejects(execute, ({ type }: ApiError) => type === 'reconnectRequired')
  assert.equal(engine.script.orders.length, 1)
  await engine.close()
})

suite(
  'embedded',
  () => openSqlite(':memory:'),
  async (first) => first,
)

const { postgres, missing } = await findPostgres()
if (postgres === null) test('sign-ins end over processes', { skip: missing }, () => {})
else {
  after(() => postgres.drop())
  const url = await postgres.newDatabase()
  suite(
    'PostgreSQL',
    () => openEmpty(url),
    () => openPostgres(url),
  )
}
