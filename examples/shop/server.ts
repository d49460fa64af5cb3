// Northwind's backend. It serves the shop's page, creates links (only it has the client secret), and credits customers when a webhook
// reports their transfer. `npm start` runs it. To run it alone: `node examples/shop/server.ts`.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { readBalances, readSolanaBalances } from './balances.ts'
import { openLedger } from './ledger.ts'
import { createLink, LinkError } from './links.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { registerEndpoint } from './webhook-endpoint.ts'

const port = Number(process.env.DEMO_PORT ?? 4001)
const apiUrl = process.env.API_URL ?? 'http://localhost:4000'
const callbackUrl = `http://localhost:${port}/`
const clientId = process.env.CLIENT_ID ?? '7d0f2f6e-51b7-4b0e-9f2e-5b3d3c1f0a01'
const clientSecret = process.env.CLIENT_SECRET ?? 'sk_sandbox_demo'
const dataFolder = join(process.env.DATA_DIR ?? '.data', 'shop')
const webhookPath = '/webhooks/transfer-link'
const ledger = openLedger(dataFolder)
/** Null until the API server has registered the shop's endpoint. */
let webhookSecret: string | null = null
// "ethereum=http://…,base=http://…". Default: the sandbox's read-only proxies of its chains.
const rpcUrls = new Map(
  (process.env.RPC_URLS ?? '').split(',').map((pair) => pair.split(/=(.*)/s).slice(0, 2) as [string, string]),
)

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const publicFolder = join(import.meta.dirname, 'public')
const files = new Map(readdirSync(publicFolder).map((name) => [`/${name}`, join(publicFolder, name)]))
files.set('/', join(publicFolder, 'index.html'))
// The other examples share this backend. `npm run build -- --examples` builds them.
const exampleFolders = new Map(
  ['react', 'solid', 'svelte', 'vue'].map((name) => [name, join(import.meta.dirname, '..', name, 'dist')]),
)
exampleFolders.set('plain', join(import.meta.dirname, '../plain'))

const contentSecurityPolicy = [
  "default-src 'none'",
  `script-src 'self' ${apiUrl}`,
  "style-src 'self'",
  "img-src 'self' data:",
  // The Sandbox Wallet calls its server. A wallet in an extension is not subject to this policy.
  `connect-src 'self' ${apiUrl}`,
  `frame-src ${apiUrl}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', callbackUrl)
  const route = `${request.method} ${pathname}`
  if (route === 'POST /link') return sendLink(request, response)
  if (route === `POST ${webhookPath}`) return sendReceived(request, response)
  if (route === 'GET /account') return sendAccount(response, searchParams.get('userId') ?? '')
  if (route === 'GET /balance') return sendBalance(response, searchParams.get('network') === 'solana')
  const file = request.method === 'GET' ? (files.get(pathname) ?? exampleFile(pathname)) : undefined
  if (file === undefined) return sendJson(response, 404, { message: 'There is no such page.' })
  const body = readFileSync(file, 'utf8').replaceAll('{{api}}', apiUrl)
  response.writeHead(200, {
    'Content-Type': contentTypes[extname(file)] ?? 'application/octet-stream',
    'Content-Security-Policy': contentSecurityPolicy,
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-cache',
  })
  response.end(body)
}

function exampleFile(pathname: string): string | undefined {
  const [, example = '', name = ''] = /^\/(\w+)\/([\w-]+\.(?:html|js))?$/.exec(pathname) ?? []
  const folder = exampleFolders.get(example)
  const file = folder && join(folder, name || 'index.html')
  return file && existsSync(file) ? file : undefined
}

async function sendLink(request: IncomingMessage, response: ServerResponse): Promise<void> {
  // Another site's page must not create links for a visitor.
  const origin = request.headers.origin
  if (origin !== undefined && `${origin}/` !== callbackUrl)
    return sendJson(response, 403, { message: 'Pages of another origin may not request a link.' })
  const order = await readOrder(request)
  if (order === null) return sendJson(response, 400, { message: 'userId must be a UUID.' })
  try {
    const settings = { apiUrl, clientId, clientSecret, callbackUrl }
    const iFrameUrl = await createLink(order.userId, settings, order.to)
    sendJson(response, 200, { iFrameUrl })
  } catch (error) {
    if (!(error instanceof LinkError)) throw error
    sendJson(response, 502, { message: error.message })
  }
}

async function sendReceived(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readText(request, 1_000_000)
  if (body === null) return sendJson(response, 413, { message: 'The webhook is too large.' })
  // Anything but a 2xx makes Transfer Link send it again.
  if (webhookSecret === null) return sendJson(response, 503, { message: 'The shop has no webhook secret yet.' })
  const status = receiveWebhook({ body, headers: request.headers }, { secret: webhookSecret, ledger })
  response.writeHead(status).end()
}

/** In a real shop the customer comes from the session, and only the shop's operators see the log. */
function sendAccount(response: ServerResponse, userId: string): void {
  sendJson(response, 200, { balances: ledger.balances(userId), webhooks: ledger.log() })
}

async function sendBalance(response: ServerResponse, alsoOnSolana: boolean): Promise<void> {
  const balances = await readBalances(({ network, networkId }) => {
    return rpcUrls.get(network.toLowerCase()) ?? `${apiUrl}/sandbox/rpc/${networkId}`
  }).catch(() => null)
  if (balances === null)
    return sendJson(response, 502, { message: 'The balance cannot be read: the chain does not respond.' })
  const solanaUrl = rpcUrls.get('solana')
  const onSolana = solanaUrl === undefined || !alsoOnSolana ? [] : await readSolanaBalances(solanaUrl).catch(() => [])
  sendJson(response, 200, { balances: [...balances, ...onSolana] })
}

async function readOrder(request: IncomingMessage): Promise<{ userId: string; to: 'usual' | 'solana' } | null> {
  const text = await readText(request, 1000)
  try {
    const { userId, network } = JSON.parse(text ?? '') as { userId?: unknown; network?: unknown }
    if (typeof userId !== 'string' || !/^[0-9a-f-]{36}$/.test(userId)) return null
    return { userId, to: network === 'solana' ? 'solana' : 'usual' }
  } catch {
    return null
  }
}

/** Null if it is longer. */
async function readText(request: IncomingMessage, maximum: number): Promise<string | null> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > maximum) return null
  }
  return text
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  response.end(JSON.stringify(body))
}

/** Loopback only, IPv4 and IPv6: a browser may use either for `localhost`. */
function listen(host: string): Promise<void> {
  const server = createServer((request, response) => {
    respond(request, response).catch(() => sendJson(response, 500, { message: 'Something failed in the shop.' }))
  })
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (host === '::1' && error.code !== 'EADDRINUSE') return resolve() // a machine without IPv6
      const inUse = `Port ${port} is in use by another program. Stop it, or set DEMO_PORT to a free port.`
      console.error(error.code === 'EADDRINUSE' ? inUse : `The shop cannot listen on port ${port}: ${error.message}`)
      process.exit(1)
    })
    server.listen(port, host, resolve)
  })
}

// If the supervisor runs the shop, the shop ends with it.
process.on('disconnect', () => process.exit(0))
await Promise.all(['127.0.0.1', '::1'].map(listen))
if (process.send) process.send({ type: 'ready' })
else console.log(`Northwind is open on ${callbackUrl}`)
// The shop is open meanwhile. The API server may start later.
webhookSecret = await registerEndpoint({
  ...{ apiUrl, clientId, clientSecret },
  url: `http://localhost:${port}${webhookPath}`,
  file: join(dataFolder, 'webhook-secret.json'),
})
