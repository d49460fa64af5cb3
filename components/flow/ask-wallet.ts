// Asks the wallet for one transaction: on the right chain, from the right account, and once. What it answers is a hint; the
// server looks at the chain by itself, also when nothing is heard from the wallet any more.

import { shorten } from '../texts/format.ts'
import { type FoundWallet, WalletRefusal, type Wallets } from '../wallet-messages.ts'
import type { Surroundings } from './effects.ts'
import type { EventOf, FlowEvent } from './flow-event.ts'
import type { WalletOrder, WalletStage } from './flow-state.ts'
import type { Transfer, WalletChain } from './link-answers.ts'
import { LinkRefusal } from './link-api.ts'
import { hasNotSent, walletRefusal } from './wallet-problems.ts'

interface Asking {
  wallets: Wallets | null
  wallet: FoundWallet | null
  order: WalletOrder
}

type Ask = (method: string, params?: unknown[]) => Promise<unknown>

/** What wallets still show to their users, by transfer: asked a second time, the same could be paid twice. */
const open = new Map<string, Promise<unknown>>()
const lookEveryMs = 2500
/** What a wallet says of a chain that it does not know; some wrap it, and some call it not authorized. */
const unknownChain = new Set([4902, -32603, 4100])

export async function askWallet(asking: Asking, surroundings: Surroundings, signal: AbortSignal): Promise<FlowEvent> {
  const { wallets, wallet, order } = asking
  const { api, dispatch } = surroundings
  const name = wallet?.name ?? ''
  const { transferId } = order.transfer
  let isOver = false
  const end = <Event extends FlowEvent>(event: Event): Event => {
    isOver = true
    return event
  }
  const refuse = (refusal: LinkRefusal): FlowEvent => end({ type: 'walletRefused', problem: refusal.problem })
  if (wallets === null || wallet === null) return refuse(walletRefusal('walletDisconnected', name))

  const decline = async () => {
    if (isOver) return
    const { transfer } = await api.post<{ transfer: Transfer | null }>('wallet/declined', { transferId })
    if (transfer !== null) dispatch(end({ type: 'walletSent', transfer }))
  }
  signal.addEventListener('abort', () => decline().catch(() => {}))

  const sending = async (): Promise<FlowEvent> => {
    const ask: Ask = (method, params) => wallets.request(wallet.id, method, params)
    const tell = (stage: WalletStage) => {
      if (!signal.aborted) dispatch({ type: 'walletAsked', stage })
    }
    try {
      if (!open.has(transferId)) {
        if (open.size > 0) throw walletRefusal('walletPending', name)
        await prepare(ask, order, name, tell)
        if (signal.aborted) return end({ type: 'walletAsked', stage: 'opening' })
        open.set(
          transferId,
          ask('eth_sendTransaction', [order.request]).finally(() => open.delete(transferId)),
        )
      }
      tell('confirming')
      const hash = await open.get(transferId)
      const sent = end({ type: 'walletSent', transfer: await report(hash, order.transfer, surroundings) } as const)
      // Given up here, and confirmed there: nobody waits for this answer any more.
      if (signal.aborted) dispatch(sent)
      return sent
    } catch (error) {
      if (error instanceof LinkRefusal) return refuse(error)
      if (hasNotSent(error)) await decline().catch(() => {})
      return refuse(walletRefusal(error, name, { network: order.chain.chainName }))
    }
  }
  return Promise.race([sending(), watch(order, surroundings, signal).then(end)])
}

/** Nothing has been asked for when this throws. */
async function prepare(ask: Ask, { request, chain }: WalletOrder, name: string, tell: (stage: WalletStage) => void) {
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
    throw error instanceof WalletRefusal ? walletRefusal(error, name, facts) : error
  }
}

async function reachChain(ask: Ask, chain: WalletChain, tell: (stage: WalletStage) => void) {
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

async function isOn(ask: Ask, { chainId }: WalletChain): Promise<boolean> {
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
async function report(hash: unknown, transfer: Transfer, { api, wait }: Surroundings): Promise<Transfer> {
  const { transferId } = transfer
  if (typeof hash !== 'string' || !/^0x[0-9a-f]{64}$/i.test(hash)) return transfer
  for (let tries = 0; tries < 5; tries++) {
    try {
      return (await api.post<{ transfer: Transfer }>('wallet/sent', { transferId, hash })).transfer
    } catch (error) {
      // It searches the chain without a hash, too.
      if (error instanceof LinkRefusal) return transfer
      await wait(1000 * 2 ** tries, new AbortController().signal)
    }
  }
  return transfer
}

/** Until the chain has it: a wallet whose answer was lost has sent all the same. */
async function watch({ transfer }: WalletOrder, { api, wait }: Surroundings, signal: AbortSignal) {
  const path = `transfer/${encodeURIComponent(transfer.transferId)}`
  for (;;) {
    await wait(lookEveryMs, signal)
    if (signal.aborted) return { type: 'walletAsked', stage: 'opening' } as const
    const seen = await api.get<EventOf<'transferSeen'>>(path, signal).catch(() => null)
    if (seen !== null && (seen.transfer.hash !== '' || seen.transfer.status !== 'Pending'))
      return { type: 'walletSent', transfer: seen.transfer } as const
  }
}

/** Text that is an address, in the order in which the wallet tells them. */
export function addressesIn(accounts: unknown): string[] {
  const texts = Array.isArray(accounts) ? accounts : []
  return texts.filter((text) => typeof text === 'string' && /^0x[0-9a-f]{40}$/i.test(text))
}
