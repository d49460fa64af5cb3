// A wallet of an EVM chain sends by itself: it has to be on that chain, and tells the hash of what it has sent.

import { WalletRefusal } from '../protocol/wallet-messages.ts'
import { shorten } from '../texts/format.ts'
import { asRefusal, type Reported, type WalletRequestFn, type Way } from './ask-wallet.ts'
import type { EffectDeps } from './effects.ts'
import type { WalletStage } from './flow-state.ts'
import type { Transfer, WalletChain } from './link-answers.ts'
import { LinkRefusal } from './link-api.ts'
import { hasNotSent, walletRefusal } from './wallet-problems.ts'

/** What a wallet says of a chain that it does not know; some wrap it, and some call it not authorized. */
const unknownChain = new Set([4902, -32603, 4100])

export const sendByWallet: Way = {
  async prepare(ask, { request, chain }, name, tell) {
    const hasAccount = async (method: string) =>
      addressesIn(await ask(method)).some((address) => address.toLowerCase() === request.from.toLowerCase())
    const facts = { account: shorten(request.from), network: chain.chainName }
    const requireAccount = async () => {
      if (!(await hasAccount('eth_accounts')) && !(await hasAccount('eth_requestAccounts')))
        throw walletRefusal('walletOtherAccount', name, facts)
    }
    try {
      await requireAccount()
      await reachChain(ask, chain, tell)
      // A wallet may say yes and stay where it is, and its user may have changed the account meanwhile.
      await requireAccount()
      if (!(await isOn(ask, chain))) throw walletRefusal('walletOtherNetwork', name, facts)
    } catch (error) {
      throw asRefusal(error, name, facts)
    }
  },
  ask: (ask, { request }) => ask('eth_sendTransaction', [request]),
  report: (hash, { transfer }, deps) => report(hash, transfer, deps),
  hasNotSent,
}

async function reachChain(ask: WalletRequestFn, chain: WalletChain, tell: (stage: WalletStage) => void) {
  const { chainId } = chain
  if (await isOn(ask, chain)) return
  const change = () => ask('wallet_switchEthereumChain', [{ chainId }])
  tell('switching')
  try {
    await change()
  } catch (error) {
    if (!(error instanceof WalletRefusal)) throw error
    // Then its user has to.
    if (error.code === 4200) throw new WalletRefusal(4901, error.message)
    if (!unknownChain.has(error.code)) throw error
    if (chain.rpcUrl === null) throw new WalletRefusal(4902, error.message)
    tell('adding')
    await ask('wallet_addEthereumChain', [described(chain)])
    // Not every wallet goes to what it has added.
    if (!(await isOn(ask, chain))) await change()
  }
}

async function isOn(ask: WalletRequestFn, { chainId }: WalletChain): Promise<boolean> {
  return Number(await ask('eth_chainId')) === Number(chainId)
}

function described({ chainId, chainName, nativeCurrency, rpcUrl, explorerUrl }: WalletChain) {
  return {
    chainId,
    chainName,
    nativeCurrency,
    rpcUrls: [rpcUrl],
    ...(explorerUrl && { blockExplorerUrls: [explorerUrl] }),
  }
}

/** Told again until it has arrived: from then on the server knows where to look. */
async function report(hash: unknown, transfer: Transfer, { api, wait }: EffectDeps): Promise<Reported> {
  const { transferId } = transfer
  if (typeof hash !== 'string' || !/^0x[0-9a-f]{64}$/i.test(hash)) return { transfer }
  for (let tries = 0; tries < 5; tries++) {
    try {
      return await api.post<{ transfer: Transfer }>('wallet/sent', { transferId, hash })
    } catch (error) {
      // It searches the chain without a hash, too.
      if (error instanceof LinkRefusal) return { transfer }
      await wait(1000 * 2 ** tries, new AbortController().signal)
    }
  }
  return { transfer }
}

/** Text that is an address, in the order in which the wallet tells them. */
export function addressesIn(accounts: unknown): string[] {
  const texts = Array.isArray(accounts) ? accounts : []
  return texts.filter((text) => typeof text === 'string' && /^0x[0-9a-f]{40}$/i.test(text))
}
