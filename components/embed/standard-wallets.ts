// Solana wallets, which register through the Wallet Standard. The bridge offers two methods in place of the standard's features:
// `solana:connect` and `solana:signTransaction`. A wallet only signs.

import type { FoundWallet } from '../protocol/wallet-messages.ts'

/** The features in use, and the provider that each wallet is converted to. */
export interface Provider {
  request(call: { method: string; params: unknown[] }): Promise<unknown>
  on?(name: string, listener: () => void): void
  removeListener?(name: string, listener: () => void): void
}

interface StandardAccount {
  address: string
  chains: string[]
}

interface StandardWallet {
  name: string
  icon: string
  chains: string[]
  accounts: StandardAccount[]
  features: {
    'standard:connect'?: { connect(input?: { silent: boolean }): Promise<{ accounts: StandardAccount[] }> }
    'standard:events'?: { on(name: 'change', listener: () => void): () => void }
    'solana:signTransaction'?: {
      signTransaction(input: {
        account: StandardAccount
        chain: string
        transaction: Uint8Array
      }): Promise<{ signedTransaction: Uint8Array }[]>
    }
  }
}

type Add = (info: Partial<FoundWallet>, provider: Provider) => void

/** Wallets register when the page or the wallet is ready, whichever is later. Returns a function that stops discovery. */
export function findStandardWallets(add: Add, attempt: (act: () => void) => void): () => void {
  const found = new Set<StandardWallet>()
  let isOver = false
  const take = (wallet: StandardWallet) => {
    if (isOver || found.has(wallet) || !wallet.chains.some((chain) => chain.startsWith('solana:'))) return
    found.add(wallet)
    const { name, icon } = wallet
    add({ name, rdns: name, icon, family: 'solana' }, providerOf(wallet))
  }
  const page = {
    register(...wallets: StandardWallet[]) {
      for (const wallet of wallets) attempt(() => take(wallet))
      return () => {}
    },
  }
  const name = 'wallet-standard:register-wallet'
  const hear = ({ detail }: CustomEventInit) => attempt(() => detail(page))
  addEventListener(name, hear as EventListener)
  dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: page }))
  return () => {
    isOver = true
    removeEventListener(name, hear as EventListener)
  }
}

function providerOf(wallet: StandardWallet): Provider {
  let stop = () => {}
  return {
    async request({ method, params: [first, chain, text] }) {
      const { features } = wallet
      const signing = features['solana:signTransaction']
      if (!signing) throw { code: 4200 }
      try {
        if (method === 'solana:connect') {
          const response = await features['standard:connect']?.connect({ silent: first === true })
          return response?.accounts.map(({ address, chains }) => ({ address, chains }))
        }
        const account = wallet.accounts.find(({ address }) => address === first)
        if (!account) throw { code: 4100 }
        const transaction = Uint8Array.from(atob(text as string), (letter) => letter.charCodeAt(0))
        const [signed] = await signing.signTransaction({ account, chain: chain as string, transaction })
        return signed && btoa(String.fromCharCode(...signed.signedTransaction))
      } catch (error) {
        const { code, message } = (error ?? {}) as { code?: number; message?: string }
        // Not every wallet sets an error code.
        const isNo = !Number.isInteger(code) && /reject|den(y|ied)|cancel|declin/i.test(message ?? '')
        throw { code: isNo ? 4001 : code, message }
      }
    },
    on(name, listener) {
      if (name === 'accountsChanged') stop = wallet.features['standard:events']?.on('change', listener) ?? stop
    },
    removeListener: () => stop(),
  }
}
