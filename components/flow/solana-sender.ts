// A wallet on Solana only signs the transaction that the server wrote, and the server sends it. If the signature comes too late
// for the chain, the server builds a new transaction and the wallet signs again.

import { shorten } from '../texts/format.ts'
import { LinkRefusal } from './link-api.ts'
import type { Problem } from './link-responses.ts'
import { toWalletRefusal, walletRefusal } from './wallet-problems.ts'
import type { WalletReport, WalletSender } from './wallet-sender.ts'

interface SigningAccount {
  address: string
  chains: string[]
}

export const solanaSender: WalletSender = {
  async prepare({ callWallet, order: { request, chain }, name }) {
    const { from, chainId } = request
    const facts = { account: shorten(from), network: chain.chainName }
    const find = async (isSilent: boolean) =>
      accountsIn(await callWallet('solana:connect', [isSilent])).find(({ address }) => address === from)
    try {
      const account = (await find(true).catch(() => undefined)) ?? (await find(false))
      if (account === undefined) throw walletRefusal('walletOtherAccount', name, facts)
      if (!account.chains.includes(chainId)) throw walletRefusal('walletOtherNetwork', name, facts)
    } catch (error) {
      throw toWalletRefusal(error, name, facts)
    }
  },
  request: (callWallet, { request }) =>
    callWallet('solana:signTransaction', [
      request.from,
      request.chainId,
      'transaction' in request && request.transaction,
    ]),
  async report(transaction, { transfer }, { api, wait }) {
    const { transferId } = transfer
    if (typeof transaction !== 'string') throw walletRefusal('walletFailed', transfer.fromName)
    // Repeated until the server has it: the same transaction is never sent twice. A user who reads "not sent" although it was
    // sent would sign another one, and pay twice.
    for (let tries = 0; ; tries++) {
      try {
        const { walletRequest, ...rest } = await api.post<WalletReport & { walletRequest: WalletReport['again'] }>(
          'wallet/signed',
          { transferId, transaction },
        )
        return { ...rest, again: walletRequest ?? null }
      } catch (error) {
        if (error instanceof LinkRefusal && isFinal(error.problem, tries)) throw error
        await wait(1000 * 2 ** Math.min(tries, 4), new AbortController().signal)
      }
    }
  },
  // Without the signature there is nothing to send.
  hasNotSent: () => true,
}

/** A server without a node has sent nothing. After its other failures, and after too many calls, the outcome is unknown. */
function isFinal({ httpStatus, errorType }: Problem, tries: number): boolean {
  return errorType === 'networkUnavailable' ? tries >= 4 : httpStatus < 500 && httpStatus !== 429
}

/** The valid accounts, in the wallet's order. */
export function accountsIn(response: unknown): SigningAccount[] {
  const accounts = (Array.isArray(response) ? response : []) as (Partial<Record<string, unknown>> | null)[]
  return accounts.flatMap((account) => {
    const { address, chains } = account ?? {}
    if (typeof address !== 'string' || !/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return []
    return [{ address, chains: Array.isArray(chains) ? chains.filter((chain) => typeof chain === 'string') : [] }]
  })
}
