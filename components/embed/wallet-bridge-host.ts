// Gives the hosted page in the frame access to the wallets of the site's page: most browser wallets announce themselves only to
// the top page. Loaded when the hosted page requests it, and closed with its window. Makes no request on its own; the wallet
// shows every request to its user.

import {
  cleanIcon,
  cleanText,
  type FoundWallet,
  isAllowedFor,
  readWalletCall,
  type WalletMessage,
  walletsAtMost,
} from '../protocol/wallet-messages.ts'
import { findStandardWallets, type Provider } from './standard-wallets.ts'

interface ServedWallet extends FoundWallet {
  provider: Provider
}

const internalError = -32603
const notAllowed = 4200
const gone = 4900

/** Answers the frame's handshake with one end of a channel. All further messages use the channel. */
export function serveFrame(frame: Window, origin: string, nonce: string): () => void {
  const { port1, port2 } = new MessageChannel()
  const stop = serveWallets(port1)
  frame.postMessage({ type: 'walletPort', nonce }, origin, [port2])
  return stop
}

/** Returns a function that removes all wallet listeners and closes the port. */
export function serveWallets(port: MessagePort): () => void {
  const served: ServedWallet[] = []
  const stops: (() => void)[] = []
  const send = (word: WalletMessage) => port.postMessage(word)
  const list = () => send({ type: 'wallets', wallets: served.map(({ provider: _, ...wallet }) => wallet) })

  const add = (info: Partial<FoundWallet>, provider: Provider) => {
    if (typeof provider?.request !== 'function' || served.some((each) => each.provider === provider)) return
    if (served.length === walletsAtMost) return
    const { name, rdns, icon, family = 'evm' } = info
    const id = String(served.length + 1)
    served.push({ id, name: cleanText(name, 40), rdns: cleanText(rdns, 100), icon: cleanIcon(icon), family, provider })
    for (const change of ['accountsChanged', 'chainChanged', 'disconnect'] as const) {
      const notify = () => send({ type: 'change', wallet: id, name: change })
      attempt(() => provider.on?.(change, notify))
      stops.push(() => attempt(() => provider.removeListener?.(change, notify)))
    }
    list()
  }
  stops.push(findWallets(add), findStandardWallets(add, attempt))

  port.onmessage = async ({ data }) => {
    const call = readWalletCall(data)
    if (call === null) return
    const { id, method, params } = call
    const wallet = served.find((each) => each.id === call.wallet)
    if (wallet === undefined) return send({ type: 'refusal', id, code: gone, message: 'There is no such wallet.' })
    if (!isAllowedFor(wallet, call)) return send({ type: 'refusal', id, code: notAllowed, message: 'Not allowed.' })
    try {
      send({ type: 'answer', id, result: plain(await wallet.provider.request({ method, params: plain(params) })) })
    } catch (error) {
      // Reading the error may throw as well. The user must not wait for a response forever.
      let refusal = { code: internalError, message: '' }
      attempt(() => {
        refusal = readError(error)
      })
      send({ type: 'refusal', id, ...refusal })
    }
  }
  list()
  return () => {
    for (const stop of stops) stop()
    port.close()
  }
}

/** Wallets announce themselves on request, or when ready (EIP-6963). `window.ethereum` comes last. */
function findWallets(add: (info: Partial<FoundWallet>, provider: Provider) => void): () => void {
  let isAnnounced = false
  const hear = ({ detail }: CustomEventInit) =>
    attempt(() => {
      isAnnounced = true
      add(detail.info, detail.provider)
    })
  const name = 'eip6963:announceProvider'
  addEventListener(name, hear as EventListener)
  dispatchEvent(new Event('eip6963:requestProvider'))
  const old = setTimeout(() => {
    const { ethereum } = window as { ethereum?: Provider }
    if (!isAnnounced && ethereum) attempt(() => add({}, ethereum))
  }, 300)
  return () => {
    clearTimeout(old)
    removeEventListener(name, hear as EventListener)
  }
}

/** Plain data only: a port refuses functions and class instances. */
function plain<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value ?? null))
}

/** Some wallets wrap the original error. */
function readError(error: unknown): { code: number; message: string } {
  const { code, message, data, cause } = (error ?? {}) as Record<string, Record<string, Record<string, unknown>>>
  const codes = [data?.originalError?.code, cause?.code, code] as unknown[]
  const found = codes.find(Number.isInteger) as number | undefined
  return { code: found ?? internalError, message: cleanText(message, 300) }
}

/** An exception inside a wallet must not break the bridge. */
function attempt(act: () => void) {
  try {
    act()
  } catch {}
}
