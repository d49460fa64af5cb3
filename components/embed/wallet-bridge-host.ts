// The wallets of a site's page, lent to the hosted page in its frame: browsers' wallets announce themselves to the page at the
// top, and most of them to no other. Loaded when the hosted page asks for it, gone with its window. It asks for nothing by
// itself: a wallet shows its own user what it is asked.

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

/** Answers the frame's handshake with one end of a channel. From then on nothing is said in the window. */
export function serveFrame(frame: Window, origin: string, nonce: string): () => void {
  const { port1, port2 } = new MessageChannel()
  const stop = serveWallets(port1)
  frame.postMessage({ type: 'walletPort', nonce }, origin, [port2])
  return stop
}

/** Returns how to stop: no wallet is listened to any more, and the port is closed. */
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
      // Even looking at what it threw may throw: its user must not wait for an answer for ever.
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

/** Wallets announce themselves when asked, or when they are ready (EIP-6963). One that only knows the old way comes last. */
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

/** No function, no object of a class, nothing that a port would refuse. */
function plain<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value ?? null))
}

/** Some wallets wrap what happened in an error of their own. */
function readError(error: unknown): { code: number; message: string } {
  const { code, message, data, cause } = (error ?? {}) as Record<string, Record<string, Record<string, unknown>>>
  const codes = [data?.originalError?.code, cause?.code, code] as unknown[]
  const found = codes.find(Number.isInteger) as number | undefined
  return { code: found ?? internalError, message: cleanText(message, 300) }
}

/** What a wallet does in the page must not break anything of ours. */
function attempt(act: () => void) {
  try {
    act()
  } catch {}
}
