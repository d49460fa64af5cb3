// The wallet bridge: forged handshakes, calls that may not reach a wallet, and malformed messages of a site.
import type { Frame, Page } from 'playwright'
import {
  allowedMethods,
  isAllowedFor,
  readWalletCall,
  readWalletMessage,
} from '../../../components/protocol/wallet-messages.ts'
import { ownershipMessage, ownershipParams } from '../../../server/wallets/ownership-message.ts'

type Sample = Record<string, unknown>

const strangers: unknown[] = [null, true, '', 'x', -1, 0, 1.5, [], {}, [[]], 'javascript:alert(1)', 'x'.repeat(5000)]

/** Two wallets in the site's page that record every call: one for EVM, one for Solana. */
export const notedWallet = `
const noted = { request: async (call) => { accept('wallet: ' + call.method); return { call, run() {} } } }
const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { provider: noted,
  info: { uuid: 'u', name: 'Noted', rdns: 'test.noted', icon: 'https://evil.test/icon.png' } } }))
addEventListener('eip6963:requestProvider', announce)
announce()
const notes = (name) => async () => { accept('wallet: ' + name); return [{}] }
const standard = { name: 'Noted too', icon: '', chains: ['solana:mainnet'], accounts: [{ address: 'A', chains: [] }], features: {
  'standard:connect': { connect: notes('connect') }, 'standard:events': { on: () => () => {} },
  'solana:signTransaction': { signTransaction: notes('signTransaction') },
  'solana:signMessage': { signMessage: notes('signMessage') },
  'solana:signAndSendTransaction': { signAndSendTransaction: notes('signAndSendTransaction') } } }
addEventListener('wallet-standard:app-ready', ({ detail }) => detail.register(standard))
`

/** Runs before the shell: a site that does not respond, so the hosted page keeps waiting. */
export const silentSite = `
addEventListener('message', (event) => { if (globalThis.isSilent && event.data?.type === 'walletBridge') event.stopImmediatePropagation() })
`

const signer = `0x${'a'.repeat(40)}`
const ownText = ownershipMessage({
  ...{ app: 'Shop', address: signer, code: '1f0f5a0e-6c1e-4c53-8d0e-0f6a2b9c7d11' },
  expiresAt: new Date('2026-11-20T12:05:00Z'),
})

/** Calls that the bridge must refuse. */
const badCalls: unknown[] = [
  ...['eth_sign', 'personal_sign', 'eth_signTypedData_v4', 'wallet_requestPermissions', 'eth_sendRawTransaction'],
  ...['__proto__', 'constructor', 'toString', 'ETH_ACCOUNTS', 'eth_accounts ', ''],
].map((method, index) => ({ id: index + 1, wallet: '1', method, params: [] }))
/** Texts to sign that differ from the server's, and addresses that are not in the text. */
const badTexts: unknown[] = [
  ...[
    '',
    'Sign in',
    `${ownText}\n`,
    ` ${ownText}`,
    ownText.replace('moves nothing', 'moves all'),
    ownText.replace('0x', '0y'),
  ],
  ...[ownText.replace('App: Shop', 'App: Shop\nAddress: x'), ownText.replace('App: Shop', 'App: \u202eShop')],
]
  .map((text): unknown[] => ownershipParams(text as string, signer))
  .concat([
    ownershipParams(ownText, `0x${'b'.repeat(40)}`),
    [ownText, signer],
    [signer, ownershipParams(ownText, signer)[0]],
  ])
  .concat([[...ownershipParams(ownText, signer), 'more'], [ownershipParams(ownText, signer)[0]]])
  .map((params) => ({ id: 1, wallet: '1', method: 'personal_sign', params }))
/** Methods of the other chain type, methods that are not allowed, and accounts that the wallet does not have. */
const solanaCalls: unknown[] = [
  ...['solana:connect', 'solana:signTransaction'].map((method) => ({ id: 1, wallet: '1', method, params: [] })),
  ...[
    'solana:signMessage',
    'solana:signAndSendTransaction',
    'standard:connect',
    'connect',
    'solana:',
    ...allowedMethods,
  ]
    .filter((method) => !isAllowedFor({ family: 'solana' }, { method, params: [] }))
    .map((method) => ({ id: 1, wallet: '2', method, params: ['A', 'solana:mainnet', ''] })),
  ...strangers.map((params) => ({ id: 1, wallet: '2', method: 'solana:signTransaction', params })),
  ...strangers.map((address) => ({
    ...{ id: 1, wallet: '2', method: 'solana:signTransaction' },
    params: [address, 'solana:mainnet', address],
  })),
]

const goodCall: Sample = { id: 1, wallet: '1', method: 'eth_accounts', params: [] }
const brokenCalls = ['id', 'wallet', 'method', 'params'].flatMap((name) =>
  strangers.map((stranger) => ({ ...goodCall, [name]: stranger })),
)
/** Well-formed calls to a wallet or method that does not exist. */
const reachesNothing = (call: unknown) => {
  const read = readWalletCall(call)
  return read === null || read.wallet !== '1' || !isAllowedFor({ family: 'evm' }, read)
}
const forgedCalls = [...badTexts, ...[...badCalls, ...brokenCalls, ...strangers].filter(reachesNothing), ...solanaCalls]

const goodWords: Sample[] = [
  { type: 'wallets', wallets: [{ id: '1', name: 'A', rdns: 'a', icon: '' }] },
  { type: 'answer', id: 1, result: ['0x'] },
  { type: 'refusal', id: 1, code: 4001, message: 'no' },
  { type: 'change', wallet: '1', name: 'chainChanged' },
]
const brokenWords = goodWords.flatMap((word) =>
  Object.keys(word).flatMap((name) => strangers.map((stranger) => ({ ...word, [name]: stranger }))),
)
export const forgedWords = [...brokenWords, ...strangers].filter((word) => readWalletMessage(word) === null)

/** Sends on the hosted page's end of the real port. The last call is valid: when it arrives, all others have been read. */
export async function floodPort(hosted: Frame, count: number): Promise<number> {
  return hosted.evaluate(
    async ({ calls, last, count }) => {
      const received = new Promise<MessagePort>((resolve) =>
        addEventListener('message', ({ data, ports }) => {
          if (data?.type === 'walletPort' && data.nonce === 'flood') resolve(ports[0] as MessagePort)
        }),
      )
      parent.postMessage({ type: 'walletBridge', nonce: 'flood' }, '*')
      const port = await received
      for (let sent = 0; sent < count; sent++) port.postMessage(calls[sent % calls.length])
      const responded = new Promise<void>((resolve) => {
        port.onmessage = ({ data }) => data.type === 'answer' && data.id === last.id && resolve()
      })
      port.postMessage(last)
      await responded
      port.close()
      return count
    },
    { calls: forgedCalls, last: { ...goodCall, id: 4_000_000 }, count },
  )
}

/** A window, and its path to the hosted page. */
interface ForgedSender {
  where: Frame | Page
  target: 'parent' | 'opener' | 'link'
  nonce: string
}

/**
 * Ports that the hosted page must not accept while it waits for the site's: from other windows with the right nonce, and from the
 * right window with another nonce. Returns the names of the wallets that it lists at the end: those of the real port, sent last.
 */
export async function sendForgedHandshakes(page: Page, hosted: Frame, senders: ForgedSender[]): Promise<string[]> {
  await page.evaluate(() => Object.assign(globalThis, { isSilent: true }))
  await hosted.evaluate(() => {
    Object.assign(crypto, { randomUUID: () => 'known' })
    const scope = globalThis as unknown as { connectBridge(): unknown; connected: unknown }
    scope.connected = scope.connectBridge()
  })
  for (const { where, target, nonce } of senders)
    await (where as Page).evaluate(offerPort, { target, nonce, name: 'Forged' })
  await page.evaluate(offerPort, { target: 'link', nonce: 'known', name: 'True' } as Offer)
  await page.evaluate(() => Object.assign(globalThis, { isSilent: false }))
  return hosted.evaluate(async () => {
    type ConnectedWallets = { list(): { name: string }[]; onChange(listener: () => void): () => void }
    const wallets = await (globalThis as unknown as { connected: Promise<ConnectedWallets> }).connected
    while (wallets.list().length === 0) await new Promise<void>((resolve) => wallets.onChange(resolve))
    return wallets.list().map(({ name }) => name)
  })
}

interface Offer extends Omit<ForgedSender, 'where'> {
  name: string
}

/** Runs in a page. */
function offerPort({ target, nonce, name }: Offer) {
  const inSite = () =>
    window.top?.document.querySelector('transfer-link')?.shadowRoot?.querySelector('iframe')?.contentWindow
  const to = target === 'parent' ? window.parent : target === 'opener' ? window.opener : inSite()
  const { port1, port2 } = new MessageChannel()
  port1.postMessage({ type: 'wallets', wallets: [{ id: '1', name, rdns: '', icon: '' }] })
  to.postMessage({ type: 'walletPort', nonce }, '*', [port2])
}
