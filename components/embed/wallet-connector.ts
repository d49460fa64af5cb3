// The extension point for wallets that are not browser extensions: a site adds one, and the list shows it beside the browser's
// wallets. The site chooses the library that reaches the wallet, with its network and licence.

/** An EIP-1193 provider, as every browser wallet offers to a page. */
export interface WalletProvider {
  /** Rejects with an error that has a `code`: 4001 if the user declined. */
  request(call: { method: string; params?: unknown[] }): Promise<unknown>
  on?(event: 'accountsChanged' | 'chainChanged' | 'disconnect', listener: (value: unknown) => void): void
  removeListener?(event: 'accountsChanged' | 'chainChanged' | 'disconnect', listener: (value: unknown) => void): void
}

export interface WalletConnector {
  /** The name in the list, at most 40 characters. */
  name: string
  /** The wallet's identifier in reverse domain notation, the same at every visit: a reload finds the wallet by it. */
  rdns: string
  /** A `data:` URL of a square picture, smaller than 64 KB. Without a picture the list shows the first letter. */
  icon?: string
  /**
   * Called when a user opens the list of wallets. The provider shows its windows, for example a QR code, when
   * `eth_requestAccounts` is called.
   */
  provider: WalletProvider
}

/**
 * Adds a wallet to the list of every link that is opened on this page from now on. Returns a function that removes it.
 *
 * The provider receives `eth_requestAccounts`, `eth_accounts`, `eth_chainId`, `wallet_switchEthereumChain`,
 * `wallet_addEthereumChain`, `eth_sendTransaction` and, for the message that proves its address, `personal_sign`.
 */
export function addWalletConnector({ name, rdns, icon = '', provider }: WalletConnector): () => void {
  const info = { uuid: crypto.randomUUID(), name, rdns, icon }
  const announce = () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  addEventListener('eip6963:requestProvider', announce)
  announce()
  return () => removeEventListener('eip6963:requestProvider', announce)
}
