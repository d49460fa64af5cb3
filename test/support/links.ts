// Creates links like the demo shop's backend, with a test's changes, and tokens from earlier sign-ins.
import { randomUUID } from 'node:crypto'
import { assets, shopAddress } from '../../examples/shop/assets.ts'
import type { App } from './app.ts'

export interface Link {
  url: string
  iFrameUrl: string
  linkId: string
}

const credentials = {
  'X-Client-Id': '7d0f2f6e-51b7-4b0e-9f2e-5b3d3c1f0a01',
  'X-Client-Secret': 'sk_sandbox_demo',
}
const toShop = assets.map(({ networkId, symbol }) => ({ NetworkId: networkId, Symbol: symbol, Address: shopAddress }))

export async function createLink(app: App, body: object = {}, userId: string = randomUUID()): Promise<Link> {
  return post(app, linkPath(app.shopUrl, userId, true), { ToAddresses: toShop, ...body }, credentials)
}

/** A link of a registered site other than the shop. */
export async function createLinkOf(siteUrl: string, app: App): Promise<Link> {
  return post(app, linkPath(siteUrl, randomUUID(), true), { ToAddresses: toShop }, credentials)
}

/** A link that only connects an account. */
export async function createConnectLink(app: App): Promise<Link> {
  return post(app, linkPath(app.shopUrl, randomUUID(), false), {}, credentials)
}

/** Creates a link like the published clients of this API family. */
export async function createLinkToken(app: App, userId: string): Promise<string> {
  const toAddresses = toShop.map(({ NetworkId, Symbol: symbol, Address }) => ({
    networkId: NetworkId,
    symbol,
    address: Address,
  }))
  const body = { userId, callbackUrl: app.shopUrl, transferOptions: { toAddresses } }
  return (await post<{ linkToken: string }>(app, '/api/v1/linktoken', body, credentials)).linkToken
}

/** The same payment by link, requested by another user. */
export async function requestSamePayment(app: App, payment: { symbol: string; networkId: string; amount: string }) {
  const send = await openSession(app)
  return send<{ watched: boolean }>('payment', payment)
}

type Send = <Content>(path: string, body: object) => Promise<Content>

/** The calls of a link session, without a page. */
export async function openSession(app: App, userId: string = randomUUID()): Promise<Send> {
  const { iFrameUrl } = await createLink(app, {}, userId)
  const authCode = new URL(iFrameUrl).searchParams.get('auth_code')
  const { sessionToken } = await post<{ sessionToken: string }>(app, '/api/v1/link/session', { authCode })
  const authorization = { Authorization: `Bearer ${sessionToken}` }
  return (path, body) => post(app, `/api/v1/link/${path}`, body, authorization)
}

interface ConnectedWallet {
  accounts: { accountId: string }[]
  authData: { auth_token: string }
}

/** Connects an address without a wallet, as any program can. */
export async function nameWallet(send: Send, address: string) {
  const fields = { address, walletName: 'Sandbox Wallet' }
  const { accounts, authData } = await send<ConnectedWallet>('connect', { type: 'DeFiWallet', fields })
  return { accountId: accounts[0]?.accountId ?? '', token: authData.auth_token }
}

interface AccessToken {
  accountId: string
  accountName: string
  accessToken: string
  brokerType: string
  brokerName: string
}

/** The token that the shop received when its user connected an account earlier. It is valid only in links of that user. */
export async function accessTokenOf(
  app: App,
  username: string,
  userId: string,
  brokerType = 'sandbox',
): Promise<AccessToken> {
  const { iFrameUrl } = await createLink(app, {}, userId)
  const authCode = new URL(iFrameUrl).searchParams.get('auth_code')
  const { sessionToken } = await post<{ sessionToken: string }>(app, '/api/v1/link/session', { authCode })
  const fields = { username, password: 'pass_good' }
  const authorization = { Authorization: `Bearer ${sessionToken}` }
  const { authData } = await post<{ authData: { accessToken: { accountTokens: Token[]; brokerName: string } } }>(
    app,
    '/api/v1/link/connect',
    { type: brokerType, fields },
    authorization,
  )
  const { accountTokens, brokerName } = authData.accessToken
  const [token] = accountTokens
  if (token === undefined) throw new Error(`${username} has no account`)
  return { ...token.account, accessToken: token.accessToken, brokerType, brokerName }
}

interface Token {
  account: { accountId: string; accountName: string }
  accessToken: string
}

function linkPath(callbackUrl: string, userId: string, enableTransfers: boolean): string {
  return `/api/v1/cataloglink?${new URLSearchParams({ userId, callbackUrl, enableTransfers: String(enableTransfers) })}`
}

async function post<Content>({ apiUrl }: App, path: string, body: object, headers = {}): Promise<Content> {
  const response = await fetch(apiUrl + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const { content, message } = (await response.json()) as { content: Content; message: string }
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${message}`)
  return content
}
