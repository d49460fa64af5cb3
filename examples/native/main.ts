// Transfers an asset without a user interface, with the requests of a backend in order. Run it beside `npm start`.
// Amounts are decimal text and are written into the JSON unchanged, because a JavaScript number would lose digits.

import { call } from './call.ts'
import { balanceOnChain } from './chain.ts'

const [symbol, decimals, amount] = ['USDC', 6, '12.345678'] as const
const usage = `Usage: npm run example:native    transfers ${amount} ${symbol} in the sandbox, beside a running "npm start"

  PORT                        the port of the server on this machine (4000)
  API_URL                     the URL of a server on another machine
  CLIENT_ID, CLIENT_SECRET    the credentials of your app (those of the demo app)`
const [word] = process.argv.slice(2)
if (word !== undefined) {
  const isHelp = word === '--help' || word === '-h'
  console[isHelp ? 'log' : 'error'](isHelp ? usage : `There is no option ${word}.\n\n${usage}`)
  process.exit(isHelp ? 0 : 2)
}

const clientId = process.env.CLIENT_ID ?? '7d0f2f6e-51b7-4b0e-9f2e-5b3d3c1f0a01'
const client = { 'X-Client-Id': clientId, 'X-Client-Secret': process.env.CLIENT_SECRET ?? 'sk_sandbox_demo' }
const destination = '0xA38f54bf7d4A991dc7BD3b8cfAd5c54d557D4E61'

// The networks and their tokens. The ids are static, so a real client stores them.
type Network = { id: string; name: string; supportedTokens: string[] }
const networks = await call<{ content: { networks: Network[] } }>('GET', '/api/v1/transfers/managed/networks', {
  headers: client,
})
const network = networks.content.networks.find(
  ({ name, supportedTokens }) => name === 'Base' && supportedTokens.includes(symbol),
)
if (!network) throw new Error(`No network named Base supports ${symbol}.`)
const toAddresses = [{ NetworkId: network.id, Symbol: symbol, Address: destination }]

// Opens a link here instead of in a browser, and connects an account with it.
const link = await call<{ content: { url: string } }>(
  'POST',
  '/api/v1/cataloglink?userId=native-example&enableTransfers=true',
  { headers: client, body: { ToAddresses: toAddresses } },
)
const authCode = new URL(link.content.url).searchParams.get('auth_code')
const session = await call<{ content: { sessionToken: string } }>('POST', '/api/v1/link/session', {
  body: { authCode },
})
const bearer = { Authorization: `Bearer ${session.content.sessionToken}` }
const signIn = { type: 'sandbox', fields: { username: 'user_good', password: 'pass_good' } }
type Connection = { content: { state: string; authData: { auth_token: string } } }
const connection = await call<Connection>('POST', '/api/v1/link/connect', { headers: bearer, body: signIn })
const fromAuthToken = connection.content.authData.auth_token

// Configure returns the assets that can be sent, preview returns the cost, and execute sends.
const from = { FromAuthToken: fromAuthToken, FromType: 'sandbox' }
type Holding = { symbol: string; networks: { id: string; eligibleForTransfer: boolean }[] }
const configured = await call<{ content: { holdings: Holding[] } }>('POST', '/api/v1/transfers/managed/configure', {
  headers: client,
  body: { ...from, ToAddresses: toAddresses },
})
const routes = configured.content.holdings.find((holding) => holding.symbol === symbol)?.networks
if (!routes?.some((route) => route.id === network.id && route.eligibleForTransfer))
  throw new Error(`${symbol} cannot be sent to this address.`)

const terms = JSON.stringify({ ...from, NetworkId: network.id, Symbol: symbol, ToAddress: destination })
const preview = await call<{ PreviewResult: { PreviewId: string; ContractAddress: string } }>(
  'POST',
  '/api/v1/transfers/managed/preview',
  { headers: client, body: terms.replace(/\}$/, `,"Amount":${amount}}`) },
)
const { PreviewId: previewId, ContractAddress: contract } = preview.PreviewResult
const before = await balanceOnChain(network, contract, destination)
const executed = await call<{ TransferResult: { TransferId: string } }>('POST', '/api/v1/transfers/managed/execute', {
  headers: client,
  body: { fromAuthToken, fromType: 'sandbox', previewId },
})

// An accepted transfer is pending until the chain has confirmed it.
type Transfer = { status: string; hash: string; message?: string | null }
const path = `/api/v1/transfers/${executed.TransferResult.TransferId}`
let transfer: Transfer
do {
  await new Promise((resolve) => setTimeout(resolve, 500))
  transfer = (await call<{ content: Transfer }>('GET', path, { headers: client })).content
} while (transfer.status === 'Pending')
if (transfer.status !== 'Succeeded') throw new Error(`The transfer ended as ${transfer.status}: ${transfer.message}`)

const [whole, fraction = ''] = amount.split('.')
const sent = BigInt(whole + fraction.padEnd(decimals, '0'))
const after = await balanceOnChain(network, contract, destination)
console.log(`Transaction ${transfer.hash}`)
console.log(`Destination ${destination}: ${before} before, ${after} after, in millionths of a ${symbol}`)
if (after - before !== sent) throw new Error(`The balance should have risen by exactly ${amount} ${symbol}.`)
console.log(`The balance on ${network.name} rose by exactly ${amount} ${symbol}.`)
