// Asks the wallet for one transaction: on the right chain, from the right account, and once. What it answers is a hint; the
// server looks at the chain by itself, also when nothing is heard from the wallet any more.

import { type FoundWallet, WalletRefusal, type Wallets } from '../protocol/wallet-messages.ts'
import type { EffectDeps } from './effects.ts'
import type { WalletOrder } from './flow-context.ts'
import type { EventOf, FlowEvent } from './flow-event.ts'
import type { WalletStage } from './flow-state.ts'
import type { Transfer } from './link-answers.ts'
import { LinkRefusal } from './link-api.ts'
import { sendByWallet } from './send-by-wallet.ts'
import { signOnSolana } from './sign-on-solana.ts'
import { walletRefusal } from './wallet-problems.ts'

interface WalletOrderInput {
  wallets: Wallets | null
  wallet: FoundWallet | null
  order: WalletOrder
}

export type WalletRequestFn = (method: string, params?: unknown[]) => Promise<unknown>

/** How a wallet is asked on its kind of chain. */
export interface Way {
  /** Nothing has been asked for when this throws. */
  prepare(ask: WalletRequestFn, order: WalletOrder, name: string, tell: (stage: WalletStage) => void): Promise<void>
  ask(ask: WalletRequestFn, order: WalletOrder): Promise<unknown>
  /** Tells the server what the wallet has answered. With `again` it has to be asked once more, for that. */
  report(answer: unknown, order: WalletOrder, deps: EffectDeps): Promise<Reported>
  /** Whether a wallet that answered this has certainly not sent. */
  hasNotSent(error: unknown): boolean
}

export interface Reported {
  transfer: Transfer
  again?: WalletOrder['request'] | null
}

/** What wallets still show to their users, by transfer: asked a second time, the same could be paid twice. */
const open = new Map<string, Promise<unknown>>()
const lookEveryMs = 2500
/** More often than its owner can be too late in a row. */
const askedAtMost = 5

export async function askWallet(input: WalletOrderInput, deps: EffectDeps, signal: AbortSignal): Promise<FlowEvent> {
  const { wallets, wallet, order } = input
  const { api, dispatch } = deps
  const name = wallet?.name ?? ''
  const { transferId } = order.transfer
  const way = 'transaction' in order.request ? signOnSolana : sendByWallet
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

  /** Null once the page has given it up, before the wallet was asked. */
  const askFor = async (wanted: WalletOrder, tell: (stage: WalletStage) => void): Promise<Reported | null> => {
    const ask: WalletRequestFn = (method, params) => wallets.request(wallet.id, method, params)
    if (!open.has(transferId)) {
      if (open.size > 0) throw walletRefusal('walletPending', name)
      await way.prepare(ask, wanted, name, tell)
      if (signal.aborted) return null
      open.set(
        transferId,
        way.ask(ask, wanted).finally(() => open.delete(transferId)),
      )
    }
    tell('confirming')
    return way.report(await open.get(transferId), wanted, deps)
  }

  const sending = async (): Promise<FlowEvent> => {
    const tell = (stage: WalletStage) => {
      if (!signal.aborted) dispatch({ type: 'walletAsked', stage })
    }
    try {
      let wanted = order
      for (let times = 0; times < askedAtMost; times++) {
        const reported = await askFor(wanted, tell)
        if (reported === null || (reported.again && signal.aborted))
          return end({ type: 'walletAsked', stage: 'opening' })
        if (reported.again) {
          wanted = { ...wanted, request: reported.again }
          continue
        }
        const sent = end({ type: 'walletSent', transfer: reported.transfer } as const)
        // Given up here, and confirmed there: nobody waits for this answer any more.
        if (signal.aborted) dispatch(sent)
        return sent
      }
      throw walletRefusal('walletRejected', name)
    } catch (error) {
      if (error instanceof LinkRefusal) return refuse(error)
      if (way.hasNotSent(error)) await decline().catch(() => {})
      return refuse(walletRefusal(error, name, { network: order.chain.chainName }))
    }
  }
  return Promise.race([sending(), watch(order, deps, signal).then(end)])
}

/** For a problem that is found before anything is asked for. */
export function asRefusal(error: unknown, name: string, facts: Record<string, string>): unknown {
  return error instanceof WalletRefusal ? walletRefusal(error, name, facts) : error
}

/** Until the chain has it: a wallet whose answer was lost has sent all the same. */
async function watch({ transfer }: WalletOrder, { api, wait }: EffectDeps, signal: AbortSignal) {
  const path = `transfer/${encodeURIComponent(transfer.transferId)}`
  for (;;) {
    await wait(lookEveryMs, signal)
    if (signal.aborted) return { type: 'walletAsked', stage: 'opening' } as const
    const seen = await api.get<EventOf<'transferSeen'>>(path, signal).catch(() => null)
    if (seen !== null && (seen.transfer.hash !== '' || seen.transfer.status !== 'Pending'))
      return { type: 'walletSent', transfer: seen.transfer } as const
  }
}
