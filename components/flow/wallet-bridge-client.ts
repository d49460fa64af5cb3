// The hosted page's end of the wallet bridge: the wallets of the site's page, or of this window if the page is not framed. All
// messages on the port come from another page and are not trusted.

import { serveWallets } from '../embed/wallet-bridge-host.ts'
import { openChannel } from '../protocol/link-channel.ts'
import type { WalletBridgeRequest } from '../protocol/link-messages.ts'
import {
  type FoundWallet,
  isAllowed,
  readWalletMessage,
  WalletRefusal,
  type Wallets,
} from '../protocol/wallet-messages.ts'

type MessagePortMessage = { type: 'walletPort'; nonce: string; port: MessagePort }

const handshakeMs = 3000

/** `site` is the link's registered origin. No other window receives a message. */
export async function connectWalletBridge(site: string): Promise<Wallets> {
  return overPort((window.parent !== window && (await requestPort(site))) || localPort())
}

/** The wallets of this window, which may be reachable even if the site offers none. */
function localPort(): MessagePort {
  const { port1, port2 } = new MessageChannel()
  serveWallets(port1)
  return port2
}

/** Null if the site's copy of the shell has no wallet bridge. */
function requestPort(site: string): Promise<MessagePort | null> {
  if (!URL.canParse(site)) return Promise.resolve(null)
  const nonce = crypto.randomUUID()
  return new Promise((resolve) => {
    const end = (port: MessagePort | null) => {
      clearTimeout(timer)
      channel.close()
      resolve(port)
    }
    const channel = openChannel<MessagePortMessage, WalletBridgeRequest>({
      peer: () => window.parent,
      origin: new URL(site).origin,
      read: (data, ports) => readHandshake(data, ports, nonce),
      receive: ({ port }) => end(port),
    })
    const timer = setTimeout(() => end(null), handshakeMs)
    channel.send({ type: 'walletBridge', nonce })
  })
}

function readHandshake(data: unknown, [port]: readonly MessagePort[], nonce: string): MessagePortMessage | null {
  const { type, nonce: received } = (data ?? {}) as Record<string, unknown>
  return type === 'walletPort' && received === nonce && port !== undefined ? { type, nonce, port } : null
}

interface Waiting {
  resolve(result: unknown): void
  reject(refusal: WalletRefusal): void
}

export function overPort(port: MessagePort): Wallets {
  const waiting = new Map<number, Waiting>()
  const listeners = new Set<() => void>()
  let wallets: FoundWallet[] = []
  let last = 0

  port.onmessage = ({ data }) => {
    const message = readWalletMessage(data)
    if (message === null) return
    if (message.type === 'wallets') wallets = message.wallets
    if (message.type === 'wallets' || message.type === 'change') {
      for (const listener of listeners) listener()
      return
    }
    const call = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.type === 'answer') call?.resolve(message.result)
    else call?.reject(new WalletRefusal(message.code, message.message))
  }

  return {
    list: () => wallets,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    request: (wallet, method, params = []) =>
      new Promise((resolve, reject) => {
        if (!isAllowed(method, params)) throw new Error(`${method} is not allowed`)
        const id = ++last
        waiting.set(id, { resolve, reject })
        port.postMessage({ id, wallet, method, params })
      }),
  }
}
