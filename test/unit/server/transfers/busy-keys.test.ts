// Who uses a key next.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BusyKeys, busyKeys, KeyIsBusy } from '../../../../server/transfers/busy-keys.ts'

const pause = () => new Promise((resolve) => setImmediate(resolve))

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
  const use = (lane: string) => ({ accountId: 'account', lane })
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
