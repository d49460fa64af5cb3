// What the samples of the reference need to succeed: the values that replace their examples, by the endpoint's id. Each sample gets
// new ones, because codes, previews and tokens can be used once.
import { openSolanaAccounts } from '../../sandbox/wallet/solana-accounts.ts'
import { readTransaction, transactionOf } from '../../server/chains/solana-message.ts'
import { openSession } from './link-session.ts'
import { baseId, newLink, preview, signIn, toBase, untilEnded } from './native-flow.ts'
import { clientHeaders, type TestServer } from './test-server.ts'
import { connectWallet, testWallet } from './wallet.ts'

export interface SampleValues {
  /** By the example in the sample. */
  replace?: Record<string, string>
  /** Of a session that the sample continues. */
  session?: string
}

/** Null if the machine lacks what it needs. */
type Prepare = (server: TestServer) => Promise<SampleValues | null>

/** Of the path, and of the ids of transfers in bodies. */
const pathId = 'c9a1f0d3-52b5-4e1c-9c0e-6f0a7a2b8d41'
const previewId = '0b8f3c5e-6f51-4d0f-9a53-2f1f4c2d7e10'
const accountId = '2f6f2f0a-7c7e-4b1b-8b73-94f1d3b5a0c7'
const authToken = 'at-sandbox-EXAMPLE'
const endpoints = '/api/v1/webhooks/endpoints'

const withToken: Prepare = async (server) => ({ replace: { [authToken]: await signIn(server, 'user_good') } })

const withSession: Prepare = async (server) => ({ session: (await openSession(server)).token })

async function withAccount(server: TestServer, example: string, name = ''): Promise<SampleValues> {
  const session = await openSession(server)
  return { session: session.token, replace: { [example]: `${name}${await session.accountOf('user_good')}` } }
}

let ended: Promise<SampleValues> | undefined

/** The samples only read it, so one is enough. */
const withTransfer: Prepare = async (server) => {
  ended ??= endedTransfer(server)
  return ended
}

async function endedTransfer(server: TestServer): Promise<SampleValues> {
  const session = await openSession(server)
  const { body } = await session.preview(await session.accountOf('user_good'), '5')
  const { transferId } = (await session.execute(body.content.preview.previewId)).body.content.transfer
  await untilEnded(server, transferId)
  return { session: session.token, replace: { [pathId]: transferId } }
}

const withWebhook: Prepare = async (server) => ({ replace: { [pathId]: await newWebhook(server) } })

/** A sign-in that waits for a code. */
const withConnection: Prepare = async (server) => {
  const session = await openSession(server)
  const { connectionId } = (await session.connect('user_mfa')).body.content
  return { session: session.token, replace: { [pathId]: connectionId } }
}

export const preparations: Record<string, Prepare> = {
  configureTransfer: withToken,
  previewTransfer: withToken,
  async executeTransfer(server) {
    const token = await signIn(server, 'user_good')
    const { PreviewId } = (await preview(server, token, '5')).body.PreviewResult
    return { replace: { [authToken]: token, [previewId]: PreviewId } }
  },
  async fetchTokens(server) {
    const { linkId, authCode } = await newLink(server, { ToAddresses: [toBase], TokenDelivery: 'server' })
    const { sessionToken } = (await server.post('/api/v1/link/session', { authCode }, {})).body.content
    const fields = { username: 'user_good', password: 'pass_good' }
    await server.inSession(sessionToken, 'POST', '/api/v1/link/connect', { type: 'sandbox', fields })
    return { replace: { [pathId]: linkId } }
  },
  readTransfer: withTransfer,
  async refreshToken(server) {
    const { authData } = (await (await openSession(server)).connect('user_good')).body.content
    return { replace: { 'rt-sandbox-EXAMPLE': authData.refresh_token } }
  },
  deleteAccount: withToken,
  readWebhook: withWebhook,
  changeWebhook: withWebhook,
  deleteWebhook: withWebhook,
  rotateWebhookSecret: withWebhook,
  testWebhook: withWebhook,
  listWebhookDeliveries: withWebhook,
  async replayWebhook(server) {
    const id = await newWebhook(server)
    const { deliveryId } = (await server.post(`${endpoints}/${id}/test`)).body.content
    return { replace: { [pathId]: id, '0d1f6c44-93f5-8b0c-8d56-7a4f3b2e1c90': deliveryId } }
  },
  openLink: async (server) => ({ replace: { 'ac-sandbox-EXAMPLE': (await newLink(server)).authCode } }),
  resumeLink: withSession,
  endLinkSession: withSession,
  openFullPage: (server) => withAccount(server, accountId),
  followFullPage: withSession,
  listLinkIntegrations: withSession,
  connectAccount: withSession,
  readConnection: async (server) => {
    const session = await openSession(server)
    const { connectionId } = (await session.connect('user_device_login')).body.content
    return { session: session.token, replace: { [pathId]: connectionId } }
  },
  submitCode: withConnection,
  resendCode: withConnection,
  async openAccount(server) {
    return { ...(await withSession(server)), ...(await withToken(server)) }
  },
  async enterRedirect(server) {
    const session = await openSession(server)
    const { redirectUrl } = (await session.post('connect', { type: 'coinbase', fields: {} })).body.content
    return { replace: { 'state=example': new URL(redirectUrl).search.slice(1) } }
  },
  listHoldings: (server) => withAccount(server, 'accountId=example', 'accountId='),
  previewLinkTransfer: (server) => withAccount(server, accountId),
  async executeLinkTransfer(server) {
    const session = await openSession(server)
    const { body } = await session.preview(await session.accountOf('user_good'), '5')
    return { session: session.token, replace: { [previewId]: body.content.preview.previewId } }
  },
  async resendToUser(server) {
    const session = await openSession(server)
    const { body } = await session.preview(await session.accountOf('user_mfa_transfer'), '5')
    await session.execute(body.content.preview.previewId)
    return { session: session.token, replace: { [previewId]: body.content.preview.previewId } }
  },
  async reportSent(server) {
    const { session, transferId, walletRequest } = await walletPayment(server)
    const hash = await testWallet(server).send(walletRequest)
    return { session: session.token, replace: { [pathId]: transferId, [`0x${'5e'.repeat(32)}`]: hash } }
  },
  async reportSigned(server) {
    const signed = await solanaPayment(server)
    if (signed === null) return null
    const { session, transferId, transaction } = signed
    const example = 'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAED'
    return { session: session.token, replace: { [pathId]: transferId, [example]: transaction } }
  },
  async reportDeclined(server) {
    const { session, transferId } = await walletPayment(server)
    return { session: session.token, replace: { [pathId]: transferId } }
  },
  async createWalletChallenge(server) {
    const session = await openSession(server)
    return { session: session.token, replace: { [accountId]: await connectWallet(session, testWallet(server)) } }
  },
  async proveWallet(server) {
    const session = await openSession(server)
    const wallet = testWallet(server)
    const order = { accountId: await connectWallet(session, wallet), networkId: baseId }
    const { challengeId, message } = (await session.post('wallet/challenge', order)).body.content
    const signature = await wallet.account.signMessage({ message })
    return {
      session: session.token,
      replace: { '1f0f5a0e-6c1e-4c53-8d0e-0f6a2b9c7d11': challengeId, [`0x${'5e'.repeat(65)}`]: signature },
    }
  },
  async expectWallet(server) {
    const fields = { address: testWallet(server).account.address, walletName: 'Sandbox Wallet' }
    const { body } = await (await openSession(server)).post('connect', { type: 'DeFiWallet', fields })
    return { ...(await withSession(server)), replace: { [authToken]: body.content.authData.auth_token } }
  },
  requestPayment: withSession,
  readLinkTransfer: withTransfer,
  followLinkTransfer: withTransfer,
}

let payments = 0

/** A payment that the wallet was requested to send. Each has another amount, because equal ones at the same time are refused. */
async function walletPayment(server: TestServer) {
  const session = await openSession(server)
  const accountId = await connectWallet(session, testWallet(server))
  const { body } = await session.preview(accountId, String(++payments))
  const { transfer, walletRequest } = (await session.execute(body.content.preview.previewId)).body.content
  return { session, transferId: transfer.transferId, walletRequest }
}

async function solanaPayment(server: TestServer) {
  const network = server.deps.networks.byKey('solana')
  if (network === undefined || server.deps.solana?.has('solana') !== true) return null
  const [main, savings] = openSolanaAccounts(server.folder)
  const entry = { NetworkId: network.id, Symbol: 'USDC', Address: savings?.address }
  const session = await openSession(server, { ToAddresses: [entry] })
  const fields = { address: main?.address, walletName: 'Sandbox Wallet' }
  const [{ accountId }] = (await session.post('connect', { type: 'DeFiWallet', fields })).body.content.accounts
  const order = { accountId, networkId: network.id, symbol: 'USDC', amount: String(++payments) }
  const { preview: previewed } = (await session.post('preview', order)).body.content
  const { transfer, walletRequest } = (await session.execute(previewed.previewId)).body.content
  const message = readTransaction(Buffer.from(walletRequest.transaction, 'base64'))?.message ?? new Uint8Array()
  const transaction = Buffer.from(transactionOf(message, main?.sign(message))).toString('base64')
  return { session, transferId: transfer.transferId, transaction }
}

/** A client can have 16. */
async function newWebhook(server: TestServer): Promise<string> {
  const { content } = (await server.get(endpoints)).body
  for (const { id } of content.endpoints) await server.request('DELETE', `${endpoints}/${id}`, clientHeaders)
  return (await server.post(endpoints, { url: 'https://shop.example/webhooks' })).body.content.id
}
