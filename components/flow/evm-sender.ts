// A wallet on an EVM network sends the transaction itself. It has to be on that network, and returns the transaction's hash.

import { WalletRefusal } from '../protocol/wallet-messages.ts'
import { shorten } from '../texts/format.ts'
import type { CallDeps } from './call-types.ts'
import { LinkRefusal } from './link-api.ts'
import type { Transfer, WalletChain } from './transfer-responses.ts'
import { hasNotSent, toWalletRefusal, walletRefusal } from './wallet-problems.ts'
import type { PrepareInput, WalletReport, WalletRequestFn, WalletSender } from './wallet-sender.ts'

/** Codes for a network that the wallet does not know. Some wallets wrap the error, and some return "not authorized". */
const unknownChainCodes = new Set([4902, -32603, 4100])

export const evmSender: WalletSender = {
  async prepare(input) {
    const { callWallet, name } = input
    const { request, chain } = input.order
    const hasAccount = async (method: string) =>
      addressesIn(await callWallet(method)).some((address) => address.toLowerCase() === request.from.toLowerCase())
    const facts = { account: shorten(request.from), network: chain.chainName }
    const requireAccount = async () => {
      if (!(await hasAccount('eth_accounts')) && !(await hasAccount('eth_requestAccounts')))
        throw walletRefusal('walletOtherAccount', name, facts)
    }
    try {
      await requireAccount()
      await switchToChain(input)
      // A wallet may report success and stay on its network, and the user may have changed the account meanwhile.
      await requireAccount()
      if (!(await isOnChain(callWallet, chain))) throw walletRefusal('walletOtherNetwork', name, facts)
    } catch (error) {
      throw toWalletRefusal(error, name, facts)
    }
  },
  request: (callWallet, { request }) => callWallet('eth_sendTransaction', [request]),
  report: (hash, { transfer }, deps) => reportHash(hash, transfer, deps),
  hasNotSent,
}

async function switchToChain({ callWallet, order: { chain }, showStage }: PrepareInput) {
  const { chainId } = chain
  if (await isOnChain(callWallet, chain)) return
  const switchChain = () => callWallet('wallet_switchEthereumChain', [{ chainId }])
  showStage('switching')
  try {
    await switchChain()
  } catch (error) {
    if (!(error instanceof WalletRefusal)) throw error
    // The wallet has no such method: the user has to switch.
    if (error.code === 4200) throw new WalletRefusal(4901, error.message)
    if (!unknownChainCodes.has(error.code)) throw error
    if (chain.rpcUrl === null) throw new WalletRefusal(4902, error.message)
    showStage('adding')
    await callWallet('wallet_addEthereumChain', [chainDescription(chain)])
    // Not every wallet switches to a network that it has added.
    if (!(await isOnChain(callWallet, chain))) await switchChain()
  }
}

async function isOnChain(callWallet: WalletRequestFn, { chainId }: WalletChain): Promise<boolean> {
  return Number(await callWallet('eth_chainId')) === Number(chainId)
}

function chainDescription({ chainId, chainName, nativeCurrency, rpcUrl, explorerUrl }: WalletChain) {
  return {
    chainId,
    chainName,
    nativeCurrency,
    rpcUrls: [rpcUrl],
    ...(explorerUrl && { blockExplorerUrls: [explorerUrl] }),
  }
}

/** Repeated until the server has it: from then on the server polls this transaction. */
async function reportHash(hash: unknown, transfer: Transfer, { api, wait }: CallDeps): Promise<WalletReport> {
  const { transferId } = transfer
  if (typeof hash !== 'string' || !/^0x[0-9a-f]{64}$/i.test(hash)) return { transfer }
  for (let tries = 0; tries < 5; tries++) {
    try {
      return await api.post<{ transfer: Transfer }>('wallet/sent', { transferId, hash })
    } catch (error) {
      // The server also searches the chain without a hash.
      if (error instanceof LinkRefusal) return { transfer }
      await wait(1000 * 2 ** tries, new AbortController().signal)
    }
  }
  return { transfer }
}

/** The valid addresses, in the wallet's order. */
export function addressesIn(accounts: unknown): string[] {
  const texts = Array.isArray(accounts) ? accounts : []
  return texts.filter((text) => typeof text === 'string' && /^0x[0-9a-f]{40}$/i.test(text))
}
