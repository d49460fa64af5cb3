// The hosted page's end of the wallet bridge: the wallets of the site's page where there is one around it, its own where it is
// a page by itself. Whatever comes over the port is the word of another page.

import { serveWallets } from '../embed/wallet-bridge-host.ts'
import { openChannel } from '../protocol/link-channel.ts'
import {
  type FoundWallet,
  isAllowed,
  readWalletMessage,
  WalletRefusal,
  type Wallets,
} from '../protocol/wallet-messages.ts'

type MessagePortMessage = { type: 'walletPort'; nonce: string; port: MessagePort }

const handshakeMs = 3000

/** `site` is the origin that the server registered for the link: no other window is spoken to. */
export async function connectWalletBridge(site: string): Promise<Wallets> {
  return overPort((window.parent !== window && (await requestPort(site))) || localPort())
}

/** The page has found its own: what a site around it cannot lend may still be in reach. */
function localPort(): MessagePort {
  const { port1, port2 } = new MessageChannel()
  serveWallets(port1)
  return port2
}

/** Null where the site's copy of the shell knows nothing of wallets. */
function requestPort(site: string): Promise<MessagePort | null> {
  if (!URL.canParse(site)) return Promise.resolve(null)
  const nonce = crypto.randomUUID()
  return new Promise((resolve) => {
    const end = (port: MessagePort | null) => {
      clearTimeout(timer)
      channel.close()
      resolve(port)
    }
    const channel = openChannel<MessagePortMessage, { type: 'walletBridge'; nonce: string }>({
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
        if (!isAllowed(method, params)) throw new Error(`${method} is not asked of wallets`)
        const id = ++last
        waiting.set(id, { resolve, reject })
        port.postMessage({ id, wallet, method, params })
      }),
  }
}
