// The seam for wallets that are no extension: a site adds one, and it stands in the list with those of the browser. Whatever
// reaches a wallet over a network of its own, and under a licence of its own, stays the site's to choose.

/** As EIP-1193 has it: what every wallet of a browser offers to a page. */
export interface WalletProvider {
  /** Rejects with an error that has a `code`: 4001 where the user said no. */
  request(call: { method: string; params?: unknown[] }): Promise<unknown>
  on?(event: 'accountsChanged' | 'chainChanged' | 'disconnect', listener: (value: unknown) => void): void
  removeListener?(event: 'accountsChanged' | 'chainChanged' | 'disconnect', listener: (value: unknown) => void): void
}

export interface WalletConnector {
  /** As users read it in the list: at most 40 characters. */
  name: string
  /** The wallet's own name in reverse domain notation, the same at every visit: a reload finds it again by it. */
  rdns: string
  /** A `data:` address of a square picture, smaller than 64 KB. Without one its first letter is shown. */
  icon?: string
  /**
   * Asked for when a user has come to the list of wallets, and not before. It shows its own windows, a QR code for instance,
   * when `eth_requestAccounts` comes.
   */
  provider: WalletProvider
}

/**
 * Puts a wallet into the list of every link that is opened on this page from now on. Returns how to take it out again.
 *
 * Asked of it are `eth_requestAccounts`, `eth_accounts`, `eth_chainId`, `wallet_switchEthereumChain`,
 * `wallet_addEthereumChain`, `eth_sendTransaction` and, for the one message that proves its address, `personal_sign`.
 */
export function addWalletConnector({ name, rdns, icon = '', provider }: WalletConnector): () => void {
  const info = { uuid: crypto.randomUUID(), name, rdns, icon }
  const announce = () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  addEventListener('eip6963:requestProvider', announce)
  announce()
  return () => removeEventListener('eip6963:requestProvider', announce)
}
