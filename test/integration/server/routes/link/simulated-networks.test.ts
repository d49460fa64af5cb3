import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { networkCatalogue } from '../../../../../server/networks/catalogue.ts'
import { publishedAddresses } from '../../../../fixtures/addresses.ts'
import { proofTest } from '../../../../support/length.ts'
import { type LinkSession, openSession } from '../../../../support/link-session.ts'
import { until } from '../../../../support/test-exchange.ts'
import { startTestServer, type TestServer } from '../../../../support/test-server.ts'

const { all, byKey } = networkCatalogue('sandbox')
const tags: Record<string, string> = { xrp: '104729', stellar: 'invoice-17', ton: 'order:17' }
const transactionIds: Record<string, RegExp> = {
  solana: /^[1-9A-HJ-NP-Za-km-z]{86,88}$/,
  xrp: /^[0-9A-F]{64}$/,
}

/** Every token of every network but TEST, each to a published address. */
const destinations = all.flatMap(({ id, key, tokens }) => {
  const [Address] = publishedAddresses[key]?.right ?? []
  return tokens
    .filter(({ sandboxOnly }) => !sandboxOnly)
    .map(({ symbol }) => ({ NetworkId: id, Symbol: symbol, Address, ...(tags[key] && { AddressTag: tags[key] }) }))
})

let server: TestServer
let session: LinkSession
let accountId: string
before(async () => {
  server = await startTestServer()
  session = await openSession(server, { ToAddresses: destinations })
  accountId = await session.accountOf('user_networks')
})
after(() => server.stop())

test('user_networks can send every token of the catalogue on every network of it', async () => {
  const { holdings } = (await session.get(`holdings?accountId=${accountId}`)).body.content
  const listed = holdings.flatMap(({ symbol, networks }: { symbol: string; networks: Record<string, unknown>[] }) =>
    networks.filter(({ eligibleForTransfer }) => eligibleForTransfer).map(({ name }) => `${symbol} on ${name}`),
  )
  const expected = destinations.map(({ NetworkId, Symbol: symbol }) => `${symbol} on ${nameOf(NetworkId)}`)
  assert.deepEqual(listed.sort(), expected.sort())
})

test('a network without a local chain is marked as simulated, one with a chain is not', async () => {
  const { holdings } = (await session.get(`holdings?accountId=${accountId}`)).body.content
  const usdc = holdings.find(({ symbol }: { symbol: string }) => symbol === 'USDC')
  const simulated = usdc.networks.map(({ name, simulated }: Record<string, unknown>) => [name, simulated])
  assert.deepEqual(Object.fromEntries(simulated), {
    Ethereum: false,
    Base: false,
    ...{ Arbitrum: true, Optimism: true, Polygon: true, 'BNB Smart Chain': true, Avalanche: true },
    ...{ Solana: true, Stellar: true },
  })
})

test('every token and network has a distinct mark', async () => {
  const { holdings } = (await session.get(`holdings?accountId=${accountId}`)).body.content
  for (const { symbol, mark, networks } of holdings) {
    for (const each of [mark, ...networks.map((network: { mark: object }) => network.mark)]) {
      assert.match(each?.color ?? '', /^#[0-9a-f]{6}$/, symbol)
      assert.equal([...each.letter].length, 1, symbol)
    }
  }
})

proofTest(
  'a transfer on each simulated network ends on the exchange’s word, with an id of the network’s form',
  async () => {
    const simulated = all.filter(({ key }) => !server.deps.chains.has(key))
    const sent = await Promise.all(
      simulated.map(async ({ id: networkId, key, nativeSymbol: symbol }) => {
        const amount = ['BTC', 'ETH', 'BNB'].includes(symbol) ? '0.5' : '25'
        const { body, text } = await session.preview(accountId, amount, { networkId, symbol })
        assert.equal(body.content?.preview?.simulated, true, text)
        const { transfer } = (await session.execute(body.content.preview.previewId)).body.content
        assert.equal(transfer.addressTag, tags[key] ?? '')
        return { key, transferId: transfer.transferId }
      }),
    )
    for (const { key, transferId } of sent) {
      const poll = async () => (await session.get(`transfer/${transferId}`)).body.content.transfer
      const ended = await until(poll, ({ status }) => status !== 'Pending')
      assert.deepEqual([ended.status, ended.provedBy, ended.requiredConfirmations], ['Succeeded', 'exchange', 0], key)
      const evm = byKey(key)?.isEvm ? /^0x[0-9a-f]{64}$/ : /^[0-9a-f]{64}$/
      assert.match(ended.hash, transactionIds[key] ?? evm, key)
      const { timeline } = (await server.get(`/api/v1/transfers/${transferId}`)).body.content
      assert.equal(timeline.at(-1).detail.proof, 'exchange')
    }
    const { requests } = await (await fetch(`${server.exchangeUrl}/console/requests`)).json()
    const ordered = requests.map(({ body }: { body: Record<string, string> }) => [body.network, body.tag])
    for (const [key, tag] of Object.entries(tags))
      assert.ok(ordered.some((entry: string[]) => entry[0] === key && entry[1] === tag))
  },
)

test('a tag is required on the XRP Ledger, and may be none but its own', async () => {
  const network = byKey('xrp') ?? assert.fail()
  const [Address] = publishedAddresses.xrp?.right ?? []
  const link = (entry: object) =>
    server.post('/api/v1/cataloglink?userId=user-1&enableTransfers=true', {
      ToAddresses: [{ NetworkId: network.id, Symbol: 'XRP', Address, ...entry }],
    })
  const refused: [object, string, string][] = [
    [{}, 'tagRequired', 'ToAddresses[0].AddressTag'],
    [{ AddressTag: '4294967296' }, 'invalidTag', 'ToAddresses[0].AddressTag'],
    [{ AddressTag: '1&amount=9' }, 'invalidTag', 'ToAddresses[0].AddressTag'],
    [
      { Address: publishedAddresses.xrp?.mistyped[0], AddressTag: '1' },
      'addressChecksumFailed',
      'ToAddresses[0].Address',
    ],
    [{ Address: publishedAddresses.xrp?.wrong[0], AddressTag: '1' }, 'invalidAddress', 'ToAddresses[0].Address'],
    [
      { Address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', AddressTag: '1' },
      'addressOfOtherNetwork',
      'ToAddresses[0].Address',
    ],
  ]
  for (const [entry, errorType, field] of refused) {
    const { status, body } = await link(entry)
    assert.deepEqual([status, body.errorType, body.errorData.field], [400, errorType, field])
  }
  assert.equal((await link({ AddressTag: '0' })).status, 200)
})

function nameOf(id: string): string {
  return all.find((network) => network.id === id)?.name ?? ''
}
