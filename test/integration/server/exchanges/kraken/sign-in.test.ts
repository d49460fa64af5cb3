// Keys with two-factor authentication at Kraken, and the rejections that its documentation lists.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { kraken } from '../../../../../server/exchanges/kraken/kraken.ts'
import { codeOf, outcomes } from '../../../../../server/exchanges/kraken/tables.ts'
import { type EmulatorExchange, orderOf, startEmulatorExchange } from '../../../../support/emulator-exchange.ts'
import { address } from '../../../../support/test-exchange.ts'

let emulator: EmulatorExchange
before(async () => {
  emulator = await startEmulatorExchange('kraken', kraken)
})
after(() => emulator.close())

const redirect = { url: 'http://localhost/back', state: 's' }
const password = 'correct horse & battery'

async function keyWithCode(code: string) {
  const key = await emulator.credentialsOf('user_good')
  const { status } = await emulator.sandbox.call('PATCH', '/console/api-keys', { key: key.apiKey, code })
  assert.equal(status, 200)
  return key
}

test('a key with a 2FA password signs in, sends and finds its withdrawal with the password', async () => {
  const { exchange, sandbox } = emulator
  const key = { ...(await keyWithCode(password)), otp: password }
  const result = await exchange.startSignIn(key, redirect)
  assert.ok(result.state === 'connected')
  const { credentials } = result
  await sandbox.call('POST', '/console/addresses', { login: 'user_good', label: 'mine', network: 'base', address })
  const outcome = await exchange.withdraw(credentials, '', await orderOf(emulator, credentials))
  assert.ok(outcome.kind === 'accepted')
  const listed = await exchange.listWithdrawals(credentials, '', new Date(sandbox.clock.now - 60_000))
  assert.deepEqual(
    listed.map(({ id }) => id),
    [outcome.withdrawalId],
  )
  assert.ok(await exchange.isFenceIntact?.(credentials, '', { adapterState: '' }))
})

test('a key with a 2FA password is refused without it, and with a wrong one', async () => {
  const key = await keyWithCode(password)
  for (const otp of [undefined, 'wrong horse']) {
    const fields = { ...key, ...(otp === undefined ? {} : { otp }) }
    assert.deepEqual(await emulator.exchange.startSignIn(fields, redirect), {
      state: 'failed',
      reason: 'signInRejected',
    })
  }
})

test('a code of an authenticator is refused before any request, with the reason', async () => {
  const key = { ...(await keyWithCode('123456')), otp: '123456' }
  const { requests: before } = (await emulator.sandbox.call('GET', '/console/emulators/kraken/requests')).body
  const result = await emulator.exchange.startSignIn(key, redirect)
  assert.deepEqual(result, { state: 'failed', reason: 'keyNeedsCodes' })
  const { requests } = (await emulator.sandbox.call('GET', '/console/emulators/kraken/requests')).body
  assert.equal(requests.length, before.length)
})

test('a key with a nonce window is refused', async () => {
  const key = await keyWithCode('')
  await emulator.fault({ nonceWindowRaised: true })
  const result = await emulator.exchange.startSignIn(key, redirect)
  await emulator.fault({})
  assert.deepEqual(result, { state: 'failed', reason: 'keyUsedElsewhere' })
})

test('an order is refused before it leaves where a password was set for the key after its sign-in', async () => {
  const { exchange } = emulator
  const key = await keyWithCode('')
  const order = await orderOf(emulator, key)
  await keyWithCode(password)
  const before = await emulator.counts()
  assert.deepEqual(await exchange.withdraw(key, '', order), { kind: 'rejected', code: 'token_invalid' })
  assert.equal((await emulator.counts()).made, before.made)
  await keyWithCode('')
})

test('another address under the name of a saved one stops the order, and nothing is sent', async () => {
  const { exchange, sandbox } = emulator
  const credentials = await keyWithCode('')
  const order = await orderOf(emulator, credentials)
  const other = `${address.slice(0, -1)}${address.endsWith('1') ? 2 : 1}`
  const saved = { login: 'user_good', label: 'mine', network: 'base' }
  await sandbox.call('POST', '/console/addresses', { ...saved, address: other })
  const before = await emulator.counts()
  assert.deepEqual(await exchange.withdraw(credentials, '', order), { kind: 'rejected', code: 'quote_expired' })
  assert.equal((await emulator.counts()).made, before.made)
  await sandbox.call('POST', '/console/addresses', { ...saved, address })
})

test('each documented rejection is known with and without its details', () => {
  const documented = {
    'EGeneral:Invalid withdrawal address': 'quote_expired',
    'EFunding:Invalid withdrawal address:0x00': 'quote_expired',
    'EAccount:Invalid permissions:USDC trading restricted for US:WA.': 'withdrawals_locked',
    'EGeneral:Invalid arguments:amount': 'rejected',
    'EAuth:Account unconfirmed': 'verification_required',
    'EAuth:Account temporary disabled': 'withdrawals_locked',
    'EQuery:Unknown asset': 'rejected',
    'EService: Throttled: 1763842800': 'rejected',
    'EService:Throttled:1763842800': 'rejected',
  }
  for (const [error, meaning] of Object.entries(documented)) assert.equal(outcomes[codeOf(error)], meaning, error)
  for (const error of ['EFunding:Failed', 'EService:Timeout', 'EService:Deadline elapsed', 'EGeneral:Internal error']) {
    assert.equal(outcomes[codeOf(error)], undefined, error)
  }
})
