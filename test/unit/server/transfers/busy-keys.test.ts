// Who uses a key next.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BusyKeys, busyKeys, KeyIsBusy, keyOf, oneRequestPerKey } from '../../../../server/transfers/busy-keys.ts'
import { scriptedExchange } from '../../../support/scripted-exchange.ts'

const pause = () => new Promise((resolve) => setImmediate(resolve))

const use = (lane: string, accountId = 'account') => ({ accountId, lane })
const busy = { name: 'KeyIsBusy', message: 'the key is busy' }

function start() {
  let at = 1_000_000
  const keys: BusyKeys = busyKeys(() => new Date(at))
  const wait = (ms: number) => {
    at += ms
  }
  return { keys, wait }
}

test('requests that follow each other do not keep a key from polls', async () => {
  const { keys } = start()
  let sent = 0
  const refused: unknown[] = []
  const send = async (): Promise<void> => {
    sent += 1
    if (sent < 100) keys.request('key', send).catch((error: unknown) => refused.push(error))
    await pause()
  }
  await keys.request('key', send)
  await pause()
  assert.ok(sent <= 3, `${sent} requests`)
  assert.ok(refused.length > 0 && refused.every((error) => error instanceof KeyIsBusy))
  assert.notEqual(keys.begin('key', 'exchange'), null)
})

test('a request that waits is sent after the poll', async () => {
  const { keys } = start()
  const poll = keys.begin('key', 'exchange')
  const request = keys.request('key', async () => 'sent')
  poll?.end({ wasOutage: false })
  assert.equal(await request, 'sent')
})

test('a lane yields its key to another one that waits, and only for a moment', async () => {
  const { keys, wait } = start()
  const poll = keys.begin('key', 'exchange')
  assert.equal(keys.isBusy('key', use('chain:base')), true)
  poll?.end({ wasOutage: false })
  await pause()
  assert.equal(keys.isBusy('key', use('exchange')), true)
  assert.deepEqual([keys.accounts('exchange'), keys.accounts('chain:base')], [['account'], []])
  assert.equal(keys.begin('key', 'exchange'), null)
  wait(1_000)
  assert.equal(keys.isBusy('key', use('exchange')), false)
  keys.begin('key', 'exchange')?.end({ wasOutage: false })
  await pause()
  assert.equal(keys.isBusy('key', use('exchange')), false, 'the other one has nothing due any more')
  assert.equal(keys.isBusy('key', use('chain:base')), false)
})

test('a lane that has the key does not wait for itself', async () => {
  const { keys } = start()
  const poll = keys.begin('key', 'exchange')
  assert.equal(keys.isBusy('key', use('exchange')), true)
  poll?.end({ wasOutage: false })
  await pause()
  assert.equal(keys.isBusy('key', use('exchange')), false)
})

test('a lane that has waited yields the key to the others that wait, and not to itself', async () => {
  const { keys } = start()
  const poll = keys.begin('key', 'exchange')
  for (const lane of ['chain:base', 'chain:ethereum']) keys.isBusy('key', use(lane))
  poll?.end({ wasOutage: false })
  await pause()
  keys.begin('key', 'chain:base')?.end({ wasOutage: false })
  await pause()
  assert.equal(keys.begin('key', 'chain:base'), null, 'the other network waits')
  keys.begin('key', 'chain:ethereum')?.end({ wasOutage: false })
  await pause()
  assert.notEqual(keys.begin('key', 'chain:ethereum'), null, 'no other lane waits')
})

test('a key rests for 400 ms after an outage, for polls and for requests', async () => {
  const { keys, wait } = start()
  keys.begin('key', 'exchange')?.end({ wasOutage: true })
  await pause()
  wait(399)
  assert.equal(keys.begin('key', 'exchange'), null)
  await assert.rejects(
    keys.request('key', async () => 'sent'),
    busy,
  )
  wait(1)
  assert.equal(await keys.request('key', async () => 'sent'), 'sent')
  assert.notEqual(keys.begin('key', 'exchange'), null)
})

test('a key does not rest after a poll that the exchange answered', async () => {
  const { keys } = start()
  keys.begin('key', 'exchange')?.end({ wasOutage: false })
  await pause()
  assert.notEqual(keys.begin('key', 'exchange'), null)
})

test('a clock that is set back stops no key', async () => {
  const { keys, wait } = start()
  keys.begin('key', 'exchange')?.end({ wasOutage: true })
  await pause()
  wait(-3_600_000)
  assert.notEqual(keys.begin('key', 'exchange'), null)
})

test('after a request a key with due transfers is free for polls only, for a second', async () => {
  const { keys, wait } = start()
  keys.isBusy('key', use('exchange'))
  assert.equal(await keys.request('key', async () => 'first'), 'first')
  await pause()
  const send = async () => 'second'
  await assert.rejects(keys.request('key', send), busy)
  wait(999)
  await assert.rejects(keys.request('key', send), busy)
  wait(1)
  assert.equal(await keys.request('key', send), 'second')
  await pause()
  assert.notEqual(keys.begin('key', 'exchange'), null)
})

test('requests follow each other at once if the key has had no due transfer for a minute', async () => {
  const { keys, wait } = start()
  const sendTwo = async (key: string) => {
    const sent = [await keys.request(key, async () => 'first')]
    await pause()
    return [...sent, await keys.request(key, async () => 'second')]
  }
  assert.deepEqual(await sendTwo('never polled'), ['first', 'second'])
  keys.isBusy('key', use('exchange'))
  wait(60_000)
  assert.deepEqual(await sendTwo('key'), ['first', 'second'])
})

test('a request may pass between two calls of a poll, which keeps the key', async () => {
  const { keys } = start()
  const poll = keys.begin('key', 'exchange')
  const request = keys.request('key', async () => 'sent')
  await poll?.letRequestPass()
  assert.equal(await request, 'sent')
  assert.equal(keys.begin('key', 'exchange'), null)
})

test('one request waits for a key, and a second one is refused', async () => {
  const { keys } = start()
  const poll = keys.begin('key', 'exchange')
  const first = keys.request('key', async () => 'first')
  await assert.rejects(
    keys.request('key', async () => 'second'),
    busy,
  )
  poll?.end({ wasOutage: false })
  assert.equal(await first, 'first')
})

test('a request that fails is refused to its caller, and frees the key', async () => {
  const { keys } = start()
  const fail = () => Promise.reject(new Error('no connection'))
  await assert.rejects(keys.request('key', fail), /no connection/)
  await pause()
  const poll = keys.begin('key', 'exchange')
  const queued = keys.request('key', fail)
  poll?.end({ wasOutage: false })
  await assert.rejects(queued, /no connection/)
  await pause()
  assert.notEqual(keys.begin('key', 'exchange'), null)
})

test('the accounts of a key are known until it was unused for more than a minute', () => {
  const { keys, wait } = start()
  const accountsOf = (key: string) => {
    const poll = keys.begin(key, 'exchange')
    const accounts = keys.accounts()
    poll?.end({ wasOutage: false })
    return accounts
  }
  keys.isBusy('early', use('exchange', 'early account'))
  wait(1)
  keys.isBusy('late', use('exchange', 'late account'))
  wait(60_000)
  // The time of cleaning. A key is forgotten after more than a minute.
  keys.isBusy('other', use('exchange', 'other account'))
  assert.deepEqual([accountsOf('early'), accountsOf('late')], [[], ['late account']])
})

test('a key in use is remembered, and one that was used by a wrong clock is not', () => {
  const { keys, wait } = start()
  keys.begin('in use', 'exchange')
  keys.isBusy('in use', use('exchange'))
  keys.isBusy('unused', use('exchange', 'unused account'))
  wait(-3_600_000)
  keys.isBusy('other', use('exchange', 'other account'))
  assert.equal(keys.begin('in use', 'exchange'), null)
  keys.begin('unused', 'exchange')
  assert.deepEqual(keys.accounts(), ['account'])
})

test('accounts with the same API key have one key, and an exchange’s keys are not those of another', () => {
  const byApiKey = keyOf('kraken', { apiKey: 'a', accessToken: 't' }, 'account')
  assert.equal(byApiKey, keyOf('kraken', { apiKey: 'a', accessToken: 'u' }, 'another'))
  assert.notEqual(byApiKey, keyOf('okx', { apiKey: 'a', accessToken: 't' }, 'account'))
  const byToken = keyOf('coinbase', { accessToken: 't' }, 'account')
  assert.equal(byToken, keyOf('coinbase', { accessToken: 't' }, 'another'))
  assert.notEqual(byToken, keyOf('coinbase', { accessToken: 'u' }, 'account'))
  assert.notEqual(keyOf('coinbase', {}, 'account'), keyOf('coinbase', {}, 'another'))
})

test('a look-up of an exchange waits for the key of its account', async () => {
  const { keys } = start()
  const { exchange } = scriptedExchange()
  const lookedUp: string[][] = []
  const getWithdrawal = async (_: unknown, accountId: string, id: string) => {
    lookedUp.push([accountId, id])
    return undefined
  }
  const limited = oneRequestPerKey({ ...exchange, getWithdrawal }, keys)
  assert.equal(limited.type, exchange.type)
  const poll = keys.begin(keyOf(exchange.type, { apiKey: 'a' }, 'account'), exchange.type)
  const waiting = limited.getWithdrawal({ apiKey: 'a' }, 'account', 'w-1')
  await limited.getWithdrawal({ apiKey: 'b' }, 'another', 'w-2')
  assert.deepEqual(lookedUp, [['another', 'w-2']])
  poll?.end({ wasOutage: false })
  await waiting
  assert.deepEqual(lookedUp.at(-1), ['account', 'w-1'])
})
