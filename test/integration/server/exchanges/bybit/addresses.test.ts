// Where Bybit sends to: the user's saved addresses, in the letter case in which they are saved.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Amount } from '../../../../../server/contract/amount.ts'
import { bybit } from '../../../../../server/exchanges/bybit/bybit.ts'
import type { Credentials } from '../../../../../server/exchanges/sign-in.ts'
import type { WithdrawalOrder } from '../../../../../server/exchanges/withdrawal.ts'
import { type EmulatorExchange, orderOf, startEmulatorExchange } from '../../../../support/emulator-exchange.ts'
import { proofTest } from '../../../../support/length.ts'
import { address } from '../../../../support/test-exchange.ts'

const tagged = { symbol: 'XRP', networkKey: 'xrp', address: 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B', addressTag: '42' }
const unsaved = { kind: 'addressWhitelistRequired', url: 'https://www.bybit.com/user/assets/money-address' }
let subject: EmulatorExchange
let credentials: Credentials

before(async () => {
  subject = await startEmulatorExchange('bybit', bybit)
  credentials = await subject.credentialsOf('user_whitelist')
})
after(() => subject.close())

let names = 0
async function save(saved: object): Promise<string> {
  const body = { login: 'user_whitelist', label: `no. ${++names}`, network: 'base', ...saved }
  return (await subject.sandbox.call('POST', '/console/addresses', body)).body.address?.id ?? ''
}
const clear = async () => {
  const { addresses } = (await subject.sandbox.call('GET', '/console/addresses')).body
  for (const { id } of addresses) await subject.sandbox.call('DELETE', `/console/addresses/${id}`, {})
}
async function send(changed: Partial<WithdrawalOrder> = {}) {
  const order = await orderOf(subject, credentials, changed)
  const outcome = await subject.exchange.withdraw(credentials, '', order)
  return { order, outcome, isWaiting: await subject.exchange.isWaitingForUser?.(credentials, '', order) }
}

test('an address that is not saved is to be saved, and waits until it is', async () => {
  await clear()
  const { outcome, order, isWaiting } = await send()
  assert.deepEqual([outcome, isWaiting], [unsaved, true])
  await save({ address })
  assert.equal(await subject.exchange.isWaitingForUser?.(credentials, '', order), false)
  assert.equal((await subject.exchange.withdraw(credentials, '', order)).kind, 'accepted')
})

proofTest('an address that is saved in other letter case is sent as it is saved', async () => {
  for (const spelled of [address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`]) {
    clear()
    await save({ address: spelled })
    const { outcome, order } = await send({ amount: Amount.parse(`2${names}.5`) })
    assert.equal(outcome.kind, 'accepted')
    const [made] = await subject.exchange.listWithdrawals(credentials, '', new Date(subject.sandbox.clock.now - 1_000))
    assert.deepEqual([made?.address, made?.amount.toString()], [spelled, order.amount.toString()])
  }
})

test('an address that is saved for another chain, another coin or without the tag is not saved', async () => {
  for (const other of [{ network: 'ethereum' }, { asset: 'ETH' }]) {
    clear()
    await save({ address, ...other })
    assert.equal((await send()).isWaiting, true, JSON.stringify(other))
  }
  for (const tag of ['', '43']) {
    clear()
    await save({ address: tagged.address, network: 'xrp', tag })
    const order = { ...tagged, amount: Amount.parse('30.5'), clientReference: 'x' }
    assert.equal(await subject.exchange.isWaitingForUser?.(credentials, '', order), true, tag)
  }
  await clear()
  await save({ address: tagged.address, network: 'xrp', tag: '42' })
  const order = { ...tagged, amount: Amount.parse('30.5'), clientReference: 'x' }
  assert.equal(await subject.exchange.isWaitingForUser?.(credentials, '', order), false)
})

proofTest('an address far down the address book is found', async () => {
  await clear()
  for (let n = 0; n < 120; n++) await save({ address: `0x${String(n).padStart(40, '0')}` })
  await save({ address })
  assert.equal((await send()).isWaiting, false)
})

test('an address book that cannot be read is a failure, never an empty one', async () => {
  await clear()
  const order = await orderOf(subject, credentials)
  await subject.fault({ error500Before: true })
  await assert.rejects(async () => subject.exchange.isWaitingForUser?.(credentials, '', order), {
    name: 'ExchangeFailure',
  })
  await subject.fault({})
})
