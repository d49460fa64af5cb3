// Actions that an exchange requires of its user before it sends: the engine's rules, over a scripted exchange.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { type Account, credentialsPurpose, loadAccount } from '../../../../server/accounts/accounts.ts'
import type { ApiError } from '../../../../server/contract/errors.ts'
import type { Exchange } from '../../../../server/exchanges/exchange.ts'
import type { RequiredAction } from '../../../../server/exchanges/withdrawal.ts'
import { executeTransfer } from '../../../../server/transfers/execute.ts'
import type { Preview } from '../../../../server/transfers/preview-store.ts'
import { resendToUser } from '../../../../server/transfers/resend-to-user.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { accept, loseResponse } from '../../../support/scripted-exchange.ts'

let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

const byMail: RequiredAction = { kind: 'emailConfirmationRequired', sentTo: 'u•••@example.com' }
const byLaw: RequiredAction = { kind: 'travelRuleRequired' }
const failsAs = (type: string) => (error: ApiError) => error.type === type

function teach(methods: Partial<Exchange>): void {
  Object.assign(engine.script.exchange, methods)
}

const owner = () => ({ clientId: engine.clientId, accountId: engine.accountId, sessionId: null })

function executeWith(preview: Preview, input: { account?: Account; mfaCode?: string; extra?: Record<string, string> }) {
  const rest = { linkId: null, transactionId: null }
  return executeTransfer(engine.deps, { ...owner(), ...rest, previewId: preview.id, mfaCode: null, ...input })
}

test('while the exchange still waits for its user nothing is sent, however often execute is called', async () => {
  let isWaiting = true
  teach({ isWaitingForUser: async () => isWaiting })
  engine.script.outcomes = [() => byMail, accept]
  const preview = await engine.preview()
  for (let times = 0; times < 5; times++) {
    assert.equal((await engine.execute(preview)).outcome, 'emailConfirmationRequired')
  }
  assert.equal(engine.script.orders.length, 1)
  isWaiting = false
  assert.equal((await engine.execute(preview)).outcome, 'ordered')
  assert.equal(engine.script.orders.length, 2)
  const references = new Set(engine.script.orders.map(({ clientReference }) => clientReference))
  assert.equal(references.size, 1)
})

test('an exchange without a status request is sent the same order again', async () => {
  engine.script.outcomes = [() => byMail, () => byMail, accept]
  const preview = await engine.preview()
  const outcomes = []
  for (let times = 0; times < 4; times++) outcomes.push((await engine.execute(preview)).outcome)
  assert.deepEqual(outcomes, ['emailConfirmationRequired', 'emailConfirmationRequired', 'ordered', 'ordered'])
  assert.equal(engine.script.made.size, 1)
})

test('thirty executes at once after the confirmation make one withdrawal', async () => {
  engine.script.outcomes = [() => byMail, accept]
  const preview = await engine.preview()
  await engine.execute(preview)
  const results = await Promise.all(Array.from({ length: 30 }, () => engine.execute(preview)))
  const ids = new Set(results.map((result) => ('transfer' in result ? result.transfer.id : 'none')))
  assert.deepEqual([ids.size, ids.has('none'), engine.script.orders.length], [1, false, 2])
})

test('an execute with a code uses the credentials as they are stored by then', async () => {
  const { deps, clientId, accountId, script } = engine
  const { withdraw } = script.exchange
  const tokens: (string | undefined)[] = []
  teach({
    withdraw: (credentials, ...order) => {
      tokens.push(credentials.accessToken)
      return withdraw(credentials, ...order)
    },
  })
  script.outcomes = [() => ({ kind: 'mfaRequired', method: 'totp' }), accept]
  const preview = await engine.preview()
  const account = await loadAccount(deps, clientId, accountId)
  assert.equal((await executeWith(preview, { account })).outcome, 'mfaRequired')
  // Another request renews the credentials after this one has loaded its account.
  const renewed = deps.sealer.seal(credentialsPurpose, [clientId, account.signInId], { accessToken: 'renewed' })
  await deps.database.query.updateTable('sign_in').set({ sealed_credentials: renewed }).execute()
  assert.equal((await executeWith(preview, { account, mfaCode: '123456' })).outcome, 'ordered')
  assert.deepEqual(tokens, ['secret-1', 'renewed'])
})

test('a lost response after the confirmation is unknown, and found', async () => {
  engine.script.outcomes = [() => byMail, loseResponse]
  const preview = await engine.preview()
  await engine.execute(preview)
  assert.equal((await engine.execute(preview)).outcome, 'ordered')
  assert.equal((await engine.transferOf(preview)).state, 'Unknown')
  await engine.poll()
  assert.equal((await engine.transferOf(preview)).state, 'Submitted')
  assert.equal(engine.script.orders.length, 2)
})

test('a failed status request to the exchange leaves the preview as it was', async () => {
  engine.script.outcomes = [() => byMail, accept]
  const preview = await engine.preview()
  await engine.execute(preview)
  engine.script.unreachable = true
  await assert.rejects(engine.execute(preview), failsAs('exchangeUnavailable'))
  engine.script.unreachable = false
  assert.equal((await engine.execute(preview)).outcome, 'ordered')
})

test('a code counts as no attempt where the exchange requires another action first', async () => {
  const field = { name: 'who', label: 'Who', kind: 'text', required: true, options: [], maxLength: 20 } as const
  teach({ extraFields: [field] })
  engine.script.outcomes = [() => ({ kind: 'mfaRequired', method: 'totp' }), () => byLaw, accept]
  const preview = await engine.preview()
  await engine.execute(preview)
  assert.equal((await engine.execute(preview, '123456')).outcome, 'travelRuleRequired')
  const { wrong_codes } = await engine.deps.database.query
    .selectFrom('preview')
    .select('wrong_codes')
    .executeTakeFirstOrThrow()
  assert.equal(wrong_codes, 0)
  assert.equal((await executeWith(preview, { extra: { WHO: ' Ada ' }, mfaCode: '123456' })).outcome, 'ordered')
  assert.deepEqual(engine.script.orders.at(-1)?.extra, { who: 'Ada' })
})

test('facts required by law: without them nothing is sent again, wrong ones are refused, and none are stored', async () => {
  const field = { name: 'who', label: 'Who', kind: 'text', required: true, options: [], maxLength: 5 } as const
  teach({ extraFields: [field] })
  engine.script.outcomes = [() => byLaw, accept]
  const preview = await engine.preview()
  await engine.execute(preview)
  assert.equal((await engine.execute(preview)).outcome, 'travelRuleRequired')
  await assert.rejects(executeWith(preview, { extra: { who: 'too long' } }), failsAs('extraInvalid'))
  await assert.rejects(executeWith(preview, { extra: { somebody: 'else' } }), failsAs('extraInvalid'))
  assert.equal(engine.script.orders.length, 1)
  assert.equal((await executeWith(preview, { extra: { who: 'Zelda' } })).outcome, 'ordered')
  for (const table of ['transfer', 'attempt', 'transfer_event', 'preview'] as const) {
    const rows = await engine.deps.database.query.selectFrom(table).selectAll().execute()
    assert.doesNotMatch(JSON.stringify(rows), /Zelda/, table)
  }
})

test('a value that the exchange cannot use is named, and the same order goes through with another one', async () => {
  const field = { name: 'who', label: 'Who', kind: 'text', required: true, options: [], maxLength: 5 } as const
  teach({ extraFields: [field] })
  engine.script.outcomes = [() => byLaw, () => ({ ...byLaw, field: 'who' }), accept]
  const preview = await engine.preview()
  const first = await engine.execute(preview)
  assert.deepEqual('error' in first && first.error.data, { name: 'Scripted Exchange' })
  const second = await executeWith(preview, { extra: { who: 'Ada' } })
  assert.equal(second.outcome, 'travelRuleRequired')
  assert.deepEqual('error' in second && second.error.data, { name: 'Scripted Exchange', field: 'who' })
  assert.equal((await executeWith(preview, { extra: { who: 'Zelda' } })).outcome, 'ordered')
  const references = new Set(engine.script.orders.map(({ clientReference }) => clientReference))
  assert.equal(references.size, 1)
})

test('after the preview’s life nothing is sent, confirmed or not', async () => {
  engine.script.outcomes = [() => byMail, accept]
  const preview = await engine.preview()
  await engine.execute(preview)
  engine.wait(300_001)
  await assert.rejects(engine.execute(preview), failsAs('previewExpired'))
  assert.equal((await engine.transferOf(preview)).state, 'Abandoned')
  assert.equal(engine.script.orders.length, 1)
})

test('a resent code may come by another method, which later responses name', async () => {
  teach({
    resendForOrder: async (_credentials, _account, { kind }) => ({
      kind: 'mfaRequired',
      method: kind ?? 'totp',
      methods: [{ kind: 'phone', to: '•• 42' }],
      codeLength: 8,
    }),
  })
  const preview = await engine.preview()
  const resend = (kind: 'phone' | null = null) => resendToUser(engine.deps, { ...owner(), previewId: preview.id, kind })
  await assert.rejects(resend(), failsAs('nothingToResend'))
  engine.script.outcomes = [() => ({ kind: 'mfaRequired', method: 'totp' }), accept]
  await engine.execute(preview)
  await resend('phone')
  const result = await engine.execute(preview)
  assert.ok(result.outcome === 'mfaRequired' && 'method' in result)
  assert.deepEqual([result.method, result.codeLength, result.methods], ['phone', 8, [{ kind: 'phone', to: '•• 42' }]])
  assert.equal(engine.script.orders.length, 1)
  assert.equal((await engine.execute(preview, '123456')).outcome, 'ordered')
  await assert.rejects(resend(), failsAs('nothingToResend'))
})

test('a transfer whose user leaves after requesting another code ends when its preview expires', async () => {
  teach({ resendForOrder: async () => ({ kind: 'mfaRequired', method: 'phone' }) })
  const preview = await engine.preview()
  engine.script.outcomes = [() => ({ kind: 'mfaRequired', method: 'phone' })]
  await engine.execute(preview)
  await resendToUser(engine.deps, { ...owner(), previewId: preview.id, kind: null })
  engine.wait(preview.expiresAt.getTime() - engine.deps.now().getTime() + 1_000)
  await engine.poll()
  assert.equal((await engine.transferOf(preview)).state, 'Abandoned')
})
