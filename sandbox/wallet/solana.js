// The Sandbox Wallet on Solana, announced by the Wallet Standard. It signs transactions; the server sends them.

const chain = 'solana:localnet'

/** `wallet` is the part of wallet.js that both chain types share: accounts, state, confirmations, chosen errors and errors. */
export function announceOnSolana({ name, icon }, wallet) {
  let shared = []
  const listeners = new Set()

  const post = async (path, body) => {
    const response = await fetch(new URL(`wallet/${path}`, wallet.home), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return response.json()
  }
  const accountOf = ({ address }) => ({
    address,
    publicKey: new Uint8Array(32),
    chains: [wallet.read().connect === 'mainnet' ? 'solana:mainnet' : chain],
    features: ['solana:signTransaction'],
  })

  async function connect({ silent = false } = {}) {
    const { solana } = await wallet.facts()
    const { connected, account } = wallet.read()
    wallet.refuse('connect')
    // Without Solana in the sandbox there is no Solana account.
    if (solana.length === 0) throw wallet.rpcError(4200)
    if (!connected && silent) return { accounts: [] }
    if (!connected) await wallet.confirm('connect', { account: solana[account] })
    wallet.change({ connected: true })
    shared = [accountOf(solana[wallet.read().account])]
    for (const listener of listeners) listener({ accounts: shared })
    return { accounts: shared }
  }

  async function signTransaction(...inputs) {
    const { solana } = await wallet.facts()
    const { account, send } = wallet.read()
    wallet.refuse('send')
    return Promise.all(
      inputs.map(async (input) => {
        if (input.account.address !== solana[account].address) throw wallet.rpcError(4100)
        const transaction = btoa(String.fromCharCode(...input.transaction))
        const payment = await post('read', { transaction })
        await wallet.confirm('sign', { ...payment, account: solana[account], network: 'Solana' })
        const bytes = Uint8Array.from(input.transaction)
        // Changes the amount, or the last argument.
        if (send === 'otherBytes') bytes[bytes.length - 3] ^= 1
        const signer = send === 'otherKey' ? solana[(account + 1) % solana.length] : solana[account]
        const signed = await post('sign', {
          address: signer.address,
          transaction: btoa(String.fromCharCode(...bytes)),
        })
        return { signedTransaction: Uint8Array.from(atob(signed.transaction), (letter) => letter.charCodeAt(0)) }
      }),
    )
  }

  const announced = Object.freeze({
    version: '1.0.0',
    name,
    icon,
    chains: [chain, 'solana:mainnet'],
    get accounts() {
      return shared
    },
    features: {
      'standard:connect': { version: '1.0.0', connect },
      'standard:events': {
        version: '1.0.0',
        on(_, listener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      'solana:signTransaction': { version: '1.0.0', supportedTransactionVersions: ['legacy', 0], signTransaction },
    },
  })
  const register = (page) => page.register(announced)
  addEventListener('wallet-standard:app-ready', ({ detail }) => register(detail))
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
}
