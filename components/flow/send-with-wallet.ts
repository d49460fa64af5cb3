// Sends one transfer with the connected wallet: on the right network, from the right account, and once. The wallet's response is
// only a hint. The server watches the chain itself, also when the wallet never responds.

import type { FoundWallet, Wallets } from '../protocol/wallet-messages.ts'
import type { CallDeps } from './call-types.ts'
import { evmSender } from './evm-sender.ts'
import type { WalletOrder } from './flow-context.ts'
import type { EventOf, FlowEvent } from './flow-event.ts'
import type { WalletStage } from './flow-state.ts'
import { LinkRefusal } from './link-api.ts'
import { solanaSender } from './solana-sender.ts'
import type { Transfer } from './transfer-responses.ts'
import { walletRefusal } from './wallet-problems.ts'
import type { WalletReport, WalletRequestFn } from './wallet-sender.ts'

interface SendInput {
  wallets: Wallets | null
  wallet: FoundWallet | null
  order: WalletOrder
}

/** Requests that wallets still show to the user, by transfer. A second request for a transfer could pay twice. */
const openRequests = new Map<string, Promise<unknown>>()
const pollEveryMs = 2500
/** More often than a user is too late in a row. */
const maxRequests = 5

export async function sendWithWallet(input: SendInput, deps: CallDeps, signal: AbortSignal): Promise<FlowEvent> {
  const { wallets, wallet, order } = input
  const { api, dispatch } = deps
  const name = wallet?.name ?? ''
  const { transferId } = order.transfer
  const sender = 'transaction' in order.request ? solanaSender : evmSender
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

  const showStage = (stage: WalletStage) => {
    if (!signal.aborted) dispatch({ type: 'walletProgressed', stage })
  }

  /** Null if the user left the step before the payment was requested. */
  const requestOnce = async (current: WalletOrder): Promise<WalletReport | null> => {
    const callWallet: WalletRequestFn = (method, params) => wallets.request(wallet.id, method, params)
    if (!openRequests.has(transferId)) {
      if (openRequests.size > 0) throw walletRefusal('walletPending', name)
      await sender.prepare({ callWallet, order: current, name, showStage })
      if (signal.aborted) return null
      openRequests.set(
        transferId,
        sender.request(callWallet, current).finally(() => openRequests.delete(transferId)),
      )
    }
    showStage('confirming')
    return sender.report(await openRequests.get(transferId), current, deps)
  }

  const send = async (): Promise<FlowEvent> => {
    try {
      let current = order
      for (let requests = 0; requests < maxRequests; requests++) {
        const report = await requestOnce(current)
        if (report === null || (report.again && signal.aborted))
          return end({ type: 'walletProgressed', stage: 'opening' })
        if (report.again) {
          current = { ...current, request: report.again }
          continue
        }
        const sent = end({ type: 'walletSent', transfer: report.transfer } as const)
        // The user left the step here and confirmed in the wallet: this result is no longer awaited.
        if (signal.aborted) dispatch(sent)
        return sent
      }
      throw walletRefusal('walletRejected', name)
    } catch (error) {
      if (error instanceof LinkRefusal) return refuse(error)
      if (sender.hasNotSent(error)) await decline().catch(() => {})
      return refuse(walletRefusal(error, name, { network: order.chain.chainName }))
    }
  }
  return Promise.race([send(), pollUntilSent(order, deps, signal).then(end)])
}

/** Polls until the transaction is on the chain: a wallet whose response was lost has sent it all the same. */
async function pollUntilSent({ transfer }: WalletOrder, { api, wait }: CallDeps, signal: AbortSignal) {
  const path = `transfer/${encodeURIComponent(transfer.transferId)}`
  for (;;) {
    await wait(pollEveryMs, signal)
    if (signal.aborted) return { type: 'walletProgressed', stage: 'opening' } as const
    const polled = await api.get<EventOf<'transferPolled'>>(path, signal).catch(() => null)
    if (polled !== null && (polled.transfer.hash !== '' || polled.transfer.status !== 'Pending'))
      return { type: 'walletSent', transfer: polled.transfer } as const
  }
}
