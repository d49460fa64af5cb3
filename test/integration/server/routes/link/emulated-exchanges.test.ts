// Every real exchange over the link's endpoints, against the sandbox's emulator of it: from the sign-in to a final receipt.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fillInPages } from '../../../../support/emulator-exchange.ts'
import { shareOf } from '../../../../support/length.ts'
import { type LinkSession, openSession } from '../../../../support/link-session.ts'
import { recipient } from '../../../../support/native-flow.ts'
import { caller, until } from '../../../../support/test-exchange.ts'
import { startTestServer, type TestServer } from '../../../../support/test-server.ts'

/** By the API's name of the exchange: the emulator's. */
const emulators: Record<string, string> = {
  coinbase: 'coinbase',
  kraken: 'kraken',
  binanceInternational: 'binance',
  okx: 'okx',
  bybit: 'bybit',
  kuCoin: 'kuCoin',
  gateIo: 'gateIo',
  bitget: 'bitget',
}
/** Exchanges with several sites: the key of this login belongs to one that is not the default. */
const otherSites: Record<string, string> = { okx: 'eea', bybit: 'eu', kuCoin: 'au', gateIo: 'eu' }
const loginAtOtherSite = 'user_accounts'

let server: TestServer
before(async () => {
  server = await startTestServer({ realExchanges: true })
  const exchange = caller(server.exchangeUrl)
  const saved = { login: 'user_good', label: 'the shop', network: 'base', address: recipient }
  // Kraken sends to saved addresses only.
  await exchange.call('POST', '/console/addresses', saved)
})
after(() => server.stop())

async function keyOf(emulator: string, login: string) {
  const { body } = await caller(server.exchangeUrl).call('GET', '/console/api-keys')
  const found = body.apiKeys.find((each: Record<string, string>) => each.emulator === emulator && each.login === login)
  return found ?? assert.fail(`${login} has no key for ${emulator}`)
}

async function connectByKey(session: LinkSession, type: string, login: string) {
  const { integrations } = (await session.get('integrations')).body.content
  const { auth } = integrations.find((each: { type: string }) => each.type === type) ?? assert.fail(`no ${type}`)
  const { key, secret, passphrase, site } = await keyOf(emulators[type] ?? '', login)
  const known: Record<string, string> = { apiKey: key, apiSecret: secret, passphrase, site }
  const names: string[] = auth.fields.map(({ name }: { name: string }) => name)
  const fields = Object.fromEntries(names.flatMap((name) => (known[name] ? [[name, known[name]]] : [])))
  return session.post('connect', { type, fields })
}

async function connectOnPages(session: LinkSession, type: string, login: string) {
  const { redirectUrl, connectionId } = (await session.post('connect', { type, fields: {} })).body.content
  const below = (url: string) => url.replace('http://localhost:4000', '')
  const away = await server.get(below(redirectUrl), { 'sec-fetch-site': 'same-origin' })
  const cookie = (away.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const back = await fillInPages(away.headers.get('location') ?? '', login)
  await server.get(below(back.href), { cookie })
  return session.get(`connect/${connectionId}`)
}

const connect = (session: LinkSession, type: string, login: string) =>
  type === 'coinbase' ? connectOnPages(session, type, login) : connectByKey(session, type, login)

async function sendFrom(session: LinkSession, accountId: string, amount: string) {
  const previewed = await session.preview(accountId, amount)
  assert.equal(previewed.status, 200, previewed.text)
  const executed = await session.execute(previewed.body.content.preview.previewId)
  const { transferId } = executed.body.content.transfer ?? assert.fail(executed.text)
  const poll = async () => (await session.get(`transfer/${transferId}`)).body.content.transfer
  return until(poll, ({ status }) => status !== 'Pending')
}

shareOf(Object.entries(emulators), 2).forEach(([type, emulator], index) => {
  test(`${type}: an account connects, and its transfer succeeds on the sandbox's chain`, async () => {
    const session = await openSession(server)
    const response = await connect(session, type, 'user_good')
    assert.equal(response.body.content?.state, 'connected', response.text)
    const ended = await sendFrom(session, response.body.content.accounts[0].accountId, `${21 + index}.5`)
    assert.equal(ended.status, 'Succeeded', JSON.stringify(ended))
    assert.match(ended.hash, /^0x[0-9a-f]{64}$/)
    const { orders } = (await caller(server.exchangeUrl).call('GET', `/console/emulators/${emulator}/orders`)).body
    assert.deepEqual(
      orders.map(({ requests, withdrawals }: Record<string, number>) => [requests, withdrawals]),
      [[1, 1]],
    )
  })
})

for (const [type, emulator] of shareOf(Object.entries(emulators), 2)) {
  test(`${type}: an address that has to be saved leads to the sandbox exchange, where it can be saved`, async () => {
    const session = await openSession(server)
    const { body, text } = await connect(session, type, 'user_whitelist')
    assert.equal(body.content?.state, 'connected', text)
    const previewed = await session.preview(body.content.accounts[0].accountId, '25.5')
    const executed = await session.execute(previewed.body.content.preview.previewId)
    const { outcome, errorData } = executed.body.content
    assert.equal(outcome, 'addressWhitelistRequired', executed.text)
    assert.equal(errorData.url, `${server.exchangeUrl}/address-book?emulator=${emulator}`)
    const page = await (await fetch(errorData.url)).text()
    assert.match(page, /<h1>Address book of \w+/)
  })
}

for (const [type, site] of shareOf(Object.entries(otherSites), 1)) {
  test(`${type}: a key of another site connects at that site`, async () => {
    const { key } = await keyOf(emulators[type] ?? '', loginAtOtherSite)
    const change = { key, site }
    assert.equal((await caller(server.exchangeUrl).call('PATCH', '/console/api-keys', change)).status, 200)
    const session = await openSession(server)
    const { text, body } = await connectByKey(session, type, loginAtOtherSite)
    assert.equal(body.content?.state, 'connected', text)
    const holdings = await session.get(`holdings?accountId=${body.content.accounts[0].accountId}`)
    assert.equal(holdings.status, 200, holdings.text)
  })
}
