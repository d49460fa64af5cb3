// The explorer's pages over the sandbox's chains, and the start page of the API server.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Hono } from 'hono'
import { createPublicClient, type Hex, http } from 'viem'
import { openHotWallet } from '../../../sandbox/exchange/hot-wallet.ts'
import { mountExplorer, mountStartPage } from '../../../sandbox/explorer/explorer.ts'
import { ApiError } from '../../../server/contract/errors.ts'
import type { AppEnv } from '../../../server/http/request-context.ts'
import { networkCatalogue } from '../../../server/networks/catalogue.ts'
import { baseId } from '../../support/native-flow.ts'
import { type FundedFolder, takeFundedFolder } from '../../support/shared-chain.ts'

let taken: FundedFolder
let wallet: string
let sent: Hex
const app = new Hono<AppEnv>()
const recipient = `0x${'12'.repeat(20)}`
const explorer = `/sandbox/explorer/${baseId}`
app.onError((error, context) => context.text(error instanceof ApiError ? error.type : String(error), 404))
before(async () => {
  taken = await takeFundedFolder()
  wallet = openHotWallet(taken.folder).address
  sent = await payFromWallet()
  mountExplorer(app, {
    networks: networkCatalogue('sandbox'),
    rpcUrls: new Map(Object.entries(taken.chain.urls)),
    names: new Map([[wallet.toLowerCase(), 'Sandbox Exchange']]),
  })
  mountStartPage(app, [{ name: 'Demo shop', url: 'http://localhost:4001/', about: 'A site.' }])
})
after(() => taken.end())

async function payFromWallet(): Promise<Hex> {
  const client = createPublicClient({ transport: http(taken.chain.urls.base), pollingInterval: 100 })
  const payment = {
    chainId: await client.getChainId(),
    nonce: 0,
    to: recipient,
    value: 1_500_000_000_000_000_001n,
    data: '0x',
  }
  const { raw } = await openHotWallet(taken.folder).sign(payment)
  const hash = await client.sendRawTransaction({ serializedTransaction: raw as Hex })
  await client.waitForTransactionReceipt({ hash })
  return hash
}

const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await app.request(path, { headers })
  return { status: response.status, location: response.headers.get('location'), text: await response.text() }
}

test('the list of networks has those with a local chain only', async () => {
  const { text } = await read('/sandbox/explorer')
  assert.match(text, />Base<\/a> Sandbox chain \d+, block \d+/)
  assert.doesNotMatch(text, /Bitcoin/)
})

test('a network lists its latest transactions, and each has a page', async () => {
  const { text } = await read(explorer)
  assert.ok(text.includes(`${explorer}/tx/${sent}`))
  assert.match(text, /<strong>1\.500000000000000001 ETH<\/strong> to <a href="[^"]+" title="0x1212/)
  const page = (await read(`${explorer}/tx/${sent}`)).text
  assert.match(page, /<span class="state done">Success<\/span>/)
  assert.match(page, /Confirmations<\/dt><dd>\d+ \(3 required\)/)
  assert.match(page, /<time datetime="[^"]+Z">[^<]+ UTC<\/time>/)
})

test('an address has its balances and its name', async () => {
  const { text } = await read(`${explorer}/address/${wallet}`)
  assert.match(text, /Sandbox Exchange/)
  assert.match(text, /<dd>[\d.]*[1-9][\d.]* ETH<\/dd>/)
  assert.match(text, /<dd>[\d.]+ USDC<\/dd>/)
  assert.ok(text.includes(sent))
  assert.match((await read(`${explorer}/address/${recipient}`)).text, /<dd>1\.500000000000000001 ETH<\/dd>/)
})

test('the search leads to a transaction or an address, and shows foreign text as text', async () => {
  const search = (query: string) => read(`${explorer}/search?q=${encodeURIComponent(query)}`)
  const hash = `0x${'1'.repeat(64)}`
  assert.equal((await search(` ${wallet} `)).location, `${explorer}/address/${wallet}`)
  assert.equal((await search(hash)).location, `${explorer}/tx/${hash}`)
  assert.match((await read(`${explorer}/tx/${hash}`)).text, /Not found on this chain/)
  const { status, text } = await search('<img src=x>')
  assert.equal(status, 404)
  assert.ok(text.includes('&lt;img src=x&gt;') && !text.includes('<img'))
})

test('paths of no network or address do not exist', async () => {
  for (const path of ['/sandbox/explorer/none', `${explorer}/address/0x12`, `${explorer}/tx/${'z'.repeat(50)}`]) {
    assert.deepEqual([(await read(path)).status, (await read(path)).text], [404, 'routeNotFound'], path)
  }
})

test('the root is a page with links for browsers, and an unknown path for other clients', async () => {
  const page = await read('/', { accept: 'text/html,application/xhtml+xml' })
  assert.equal(page.status, 200)
  assert.match(page.text, /<a href="http:\/\/localhost:4001\/">Demo shop<\/a>/)
  assert.equal((await read('/', { accept: 'application/json' })).status, 404)
  assert.equal((await read('/', { accept: '*/*' })).status, 404)
})
