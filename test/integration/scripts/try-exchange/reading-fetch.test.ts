// `npm run try-exchange` sends requests to its reading endpoints alone, whatever the code behind it calls.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emulatedLogin, signInAt, startEmulator } from '../../../../scripts/try-exchange/emulators.ts'
import { type ExchangeName, endpointOf, readingLists } from '../../../../scripts/try-exchange/reading-endpoints.ts'
import { readingFetch } from '../../../../scripts/try-exchange/reading-fetch.ts'
import { containsSecret } from '../../../../scripts/try-exchange/recording.ts'
import { redact } from '../../../../scripts/try-exchange/redact.ts'
import { runLiveChecks } from '../../../../scripts/try-exchange/run-live-checks.ts'
import { openSqlite } from '../../../../server/storage/sqlite.ts'
import { subjects } from '../../../proofs/broken-responses/subjects.ts'
import { orderOf, testTools } from '../../../support/emulator-exchange.ts'

const names = Object.keys(readingLists) as ExchangeName[]

for (const name of names) {
  test(`${name}: an order of the adapter is refused before it is sent`, async (t) => {
    const emulator = await startEmulator(name)
    t.after(() => emulator.close())
    const credentials = await signInAt(emulator)
    const order = await orderOf(emulator, credentials)
    const before = await emulator.counts()
    const send = globalThis.fetch
    const reading = readingFetch(readingLists[name], emulator.url)
    globalThis.fetch = reading.fetch
    const outcome = await emulator.exchange.withdraw(credentials, '', order)
    globalThis.fetch = send
    const after = await emulator.counts()
    assert.notEqual(outcome.kind, 'accepted')
    assert.equal(reading.refused.length, 1)
    assert.match(reading.refused[0] ?? '', /^POST \/.*(withdraw|transactions)/i)
    assert.deepEqual(after, before)
  })
}

test('bitget: the list has every reading request for a unified account', async (t) => {
  const unified = await startEmulator('bitgetUnified')
  t.after(() => unified.close())
  const credentials = await unified.credentialsOf(emulatedLogin)
  const send = globalThis.fetch
  const reading = readingFetch(readingLists.bitget, unified.url)
  globalThis.fetch = reading.fetch
  const steps = await runLiveChecks(unified.exchange, credentials, new Date())
  globalThis.fetch = send
  assert.deepEqual([reading.refused, steps.filter(({ ok }) => !ok)], [[], []])
})

test('the sign-in at every site of every exchange is on its list', async (t) => {
  const database = await openSqlite(':memory:')
  t.after(() => database.close())
  const tools = testTools(database, { now: Date.now() })
  const key = { apiKey: 'key', apiSecret: 'c2VjcmV0', passphrase: 'passphrase' }
  const send = globalThis.fetch
  let sent = 0
  for (const name of names.filter((each) => each !== 'coinbase')) {
    const exchange = subjects[name]?.adapter(tools, {}) ?? assert.fail(name)
    const sites = exchange.signIn.fields.find((field) => field.name === 'site')?.options ?? [{ value: '' }]
    for (const { value: site } of sites) {
      globalThis.fetch = async () => new Response('{}', { status: 500 })
      const reading = readingFetch(readingLists[name], null)
      globalThis.fetch = reading.fetch
      await exchange.startSignIn({ ...key, site }, { url: 'http://localhost/', state: '' }).catch(() => {})
      globalThis.fetch = send
      assert.deepEqual(reading.refused, [], `${name} ${site}`)
      sent += reading.responses.length
    }
  }
  assert.ok(sent >= names.length)
})

test('no list has an endpoint that orders, transfers, cancels, trades or saves', () => {
  for (const name of names) {
    for (const { method, path } of readingLists[name].endpoints) {
      assert.ok(method === 'GET' || name === 'kraken', `${name}: ${method} ${path}`)
      assert.doesNotMatch(
        path,
        /\/(apply|create|cancel\w*|orders?|trades?|transfer|add|delete|Withdraw|withdrawal)$/,
        path,
      )
    }
  }
  const kraken = [
    'GetApiKeyInfo',
    'BalanceEx',
    'WithdrawMethods',
    'WithdrawAddresses',
    'WithdrawInfo',
    'WithdrawStatus',
  ]
  assert.deepEqual(
    readingLists.kraken.endpoints.filter(({ method }) => method === 'POST').map(({ path }) => path),
    kraken.map((method) => `/0/private/${method}`),
  )
})

const requests: [ExchangeName, string, string][] = [
  ['kraken', 'POST', 'https://api.kraken.com/0/private/Withdraw'],
  ['kraken', 'POST', 'https://api.kraken.com/0/private/WithdrawStatus/../Withdraw'],
  ['kraken', 'POST', 'https://api.kraken.com/0/private/WithdrawCancel'],
  ['kraken', 'POST', 'https://api.kraken.com/0/private/WalletTransfer'],
  ['kraken', 'POST', 'https://api.kraken.example/0/private/BalanceEx'],
  ['kraken', 'POST', 'http://api.kraken.com/0/private/BalanceEx'],
  ['binance', 'POST', 'https://api.binance.com/sapi/v1/capital/withdraw/history'],
  ['coinbase', 'POST', 'https://api.coinbase.com/v2/accounts/1/transactions'],
  ['coinbase', 'GET', 'https://api.coinbase.com/v2/accounts//transactions'],
  ['gateIo', 'POST', 'https://api.gateio.ws/api/v4/withdrawals'],
]
for (const [name, method, url] of requests) {
  test(`${name}: ${method} ${url} is not sent`, async () => {
    const send = globalThis.fetch
    let sent = 0
    globalThis.fetch = async () => {
      sent++
      return new Response('{}')
    }
    const reading = readingFetch(readingLists[name], null)
    globalThis.fetch = send
    await assert.rejects(reading.fetch(url, { method }), /not on the list/)
    assert.deepEqual([sent, reading.refused.length], [0, 1])
  })
}

test('a reading request is sent, to the exchange or to the emulator', async () => {
  const send = globalThis.fetch
  const sent: string[] = []
  globalThis.fetch = async (input) => {
    sent.push(String(input))
    return new Response('{"status":0}')
  }
  const live = readingFetch(readingLists.binance, null)
  const emulated = readingFetch(readingLists.binance, 'http://127.0.0.1:4002/emulators/binance')
  globalThis.fetch = send
  await live.fetch('https://api.binance.com/api/v3/account?timestamp=1')
  await emulated.fetch('http://127.0.0.1:4002/emulators/binance/sapi/v1/system/status')
  await assert.rejects(emulated.fetch('https://api.binance.com/api/v3/account'))
  assert.equal(sent.length, 2)
  assert.ok(endpointOf(readingLists.coinbase, 'GET', '/v2/accounts/4f/transactions') !== undefined)
})

test('a passphrase with quotation marks that a response repeats is found in the recording', () => {
  const passphrase = 'my "good" pass'
  const text = redact(JSON.stringify({ error: [`Invalid passphrase ${passphrase}`] }))
  assert.equal(containsSecret(text, { passphrase }), true)
  assert.equal(containsSecret(text, { passphrase: 'another "good" pass' }), false)
})

test('a redacted response has its shape and no value', () => {
  const body = {
    result: { XXBT: { balance: '1204.0500', hold_trade: null }, USDC: { balance: '7' } },
    rows: [{ network: 'Base', status: 'Success', address: '0xDf979ae7', id: 'FTa-1', label: 'Ada', ok: true, n: 12.5 }],
  }
  const text = redact(JSON.stringify(body))
  const redacted = JSON.parse(text) as typeof body
  const row = redacted.rows[0]
  assert.match(redacted.result.XXBT.balance, /^[1-9]{2}0[1-9]\.0[1-9]00$/)
  assert.deepEqual([row?.network, row?.status, row?.ok, typeof row?.n], ['Base', 'Success', true, 'number'])
  assert.match(row?.address ?? '', /^0[a-z][A-Z][a-z]\d{3}[a-z]{2}\d$/)
  assert.ok(!text.includes('Ada') && !text.includes('FTa') && !text.includes('1204'))
})
