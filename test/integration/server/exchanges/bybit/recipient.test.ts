// The declaration of the recipient in an order at Bybit.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createRequestRecord } from '../../../../../sandbox/exchange/emulators/request-record.ts'
import { Amount } from '../../../../../server/contract/amount.ts'
import { bybit } from '../../../../../server/exchanges/bybit/bybit.ts'
import type { Credentials } from '../../../../../server/exchanges/sign-in.ts'
import type { WithdrawalOutcome } from '../../../../../server/exchanges/withdrawal.ts'
import { readExtra } from '../../../../../server/transfers/extra-fields.ts'
import { type EmulatorExchange, orderOf, startEmulatorExchange } from '../../../../support/emulator-exchange.ts'

const entered = {
  ...{ recipientFullName: 'Ada King Lovelace', recipientRelation: 'friend', recipientCountry: 'GB' },
  ...{ recipientConfirmed: 'true', transactionPurpose: 'A present for her birthday' },
}
let subject: EmulatorExchange
let credentials: Credentials
let cents = 0

before(async () => {
  subject = await startEmulatorExchange('bybit', bybit)
  credentials = await subject.credentialsOf('user_travel_rule')
})
after(() => subject.close())

async function send(
  extra: Record<string, string>,
): Promise<{ outcome: WithdrawalOutcome; body: Record<string, never> }> {
  const order = await orderOf(subject, credentials, { amount: Amount.parse(`22.${String(++cents).padStart(3, '0')}`) })
  const outcome = await subject.exchange.withdraw(credentials, '', { ...order, extra })
  const last = createRequestRecord(subject.sandbox.exchange.database).find({ kind: 'withdraw' }).at(-1)
  return { outcome, body: JSON.parse(last?.body ?? '{}') }
}

test('a private wallet is declared as the one it is, with its owner and the purpose', async () => {
  const { outcome, body } = await send({ ...entered, destinationKind: 'wallet' })
  assert.equal(outcome.kind, 'accepted')
  assert.deepEqual(JSON.parse(body.questionnaire ?? ''), {
    ...{ walletType: 1, legalType: 'individual', isSelfWallet: false, firstName: 'Ada King', lastName: 'Lovelace' },
    transactionPurpose: entered.transactionPurpose,
  })
  assert.deepEqual(body.beneficiary, {
    ...{ beneficiaryName: 'Ada King Lovelace', beneficiaryLegalType: 'individual' },
    ...{ beneficiaryWalletType: '1', beneficiaryUnhostedWalletType: '1' },
  })
  assert.equal(body.transactionPurpose, entered.transactionPurpose)
  const own = await send({ ...entered, destinationKind: 'wallet', recipientRelation: 'self' })
  assert.equal(JSON.parse(own.body.questionnaire ?? '').isSelfWallet, true)
})

test('an exchange is declared by the id that Bybit has for it, and one without an id as another', async () => {
  for (const [named, id] of [
    ['InfiniteBlock Corp', 'infiniteblock-corp'],
    ['infiniteblock-CORP', 'infiniteblock-corp'],
    ['coinone', 'coinone'],
    ['Somebody & Sons', 'others'],
  ] as const) {
    const { outcome, body } = await send({ ...entered, destinationKind: 'exchange', destinationInstitution: named })
    assert.equal(outcome.kind, 'accepted', named)
    const { walletType, vaspCode, isSelfWallet } = JSON.parse(body.questionnaire ?? '')
    assert.deepEqual([walletType, vaspCode, isSelfWallet], [0, id, undefined])
    assert.equal((body.beneficiary as { vaspEntityId?: string } | undefined)?.vaspEntityId, id)
  }
})

test('an institution that the list may have is never declared as another, and nothing is sent', async () => {
  const before = await subject.counts()
  for (const destinationInstitution of ['InfiniteBlock', 'Coinone Korea', 'the infiniteblock corp', '—']) {
    const order = await orderOf(subject, credentials)
    const extra = { ...entered, destinationKind: 'exchange', destinationInstitution }
    const outcome = await subject.exchange.withdraw(credentials, '', { ...order, extra })
    const step = { kind: 'travelRuleRequired', field: 'destinationInstitution' }
    assert.deepEqual(outcome, step, destinationInstitution)
  }
  assert.deepEqual(await subject.counts(), before)
})

test('a company is declared by its name', async () => {
  const extra = { ...entered, destinationKind: 'wallet', recipientRelation: 'business', recipientFullName: 'Ada & Co.' }
  const { outcome, body } = await send(extra)
  assert.equal(outcome.kind, 'accepted')
  const { legalType, companyName, firstName } = JSON.parse(body.questionnaire ?? '')
  assert.deepEqual([legalType, companyName, firstName], ['company', 'Ada & Co.', undefined])
})

test('a purpose that is too short is named, and nothing leaves', async () => {
  const before = await subject.counts()
  const extra = { ...entered, destinationKind: 'wallet', transactionPurpose: 'A present' }
  const order = await orderOf(subject, credentials)
  const outcome = await subject.exchange.withdraw(credentials, '', { ...order, extra })
  assert.deepEqual(outcome, { kind: 'travelRuleRequired', field: 'transactionPurpose' })
  assert.deepEqual(await subject.counts(), before)
})

test('without values nothing is declared, and with them every value is required', async () => {
  const { outcome, body } = await send({})
  assert.deepEqual(outcome, { kind: 'travelRuleRequired' })
  assert.deepEqual(
    Object.keys(body).filter((name) => /questionnaire|beneficiary|purpose/i.test(name)),
    [],
  )
  const fields = subject.exchange.extraFields ?? []
  // Bybit has no field for it, so it would be entered in vain.
  assert.ok(fields.every(({ name }) => name !== 'recipientCountry'))
  assert.throws(() => readExtra(fields, { ...entered }), { type: 'extraInvalid' })
  assert.throws(() => readExtra(fields, { ...entered, destinationKind: 'exchange' }), { type: 'extraInvalid' })
  assert.ok(readExtra(fields, { ...entered, destinationKind: 'wallet' }))
})

test('at a site other than the main one, no page for the address book is named', async () => {
  await subject.changeKey('user_whitelist', { site: 'eu' })
  const european = await subject.credentialsOf('user_whitelist')
  const order = await orderOf(subject, european)
  assert.deepEqual(await subject.exchange.withdraw(european, '', order), { kind: 'addressWhitelistRequired', url: '' })
  await subject.changeKey('user_whitelist', { site: '' })
})
