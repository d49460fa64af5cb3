// A wallet on Solana only signs what the server has written, and the server sends it. What was signed too late for the chain is
// asked for once more, written anew.

import { shorten } from '../texts/format.ts'
import { asRefusal, type Reported, type Way } from './ask-wallet.ts'
import type { Problem } from './link-answers.ts'
import { LinkRefusal } from './link-api.ts'
import { walletRefusal } from './wallet-problems.ts'

interface Account {
  address: string
  chains: string[]
}

export const signOnSolana: Way = {
  async prepare(ask, { request: { from, chainId }, chain }, name) {
    const facts = { account: shorten(from), network: chain.chainName }
    const find = async (isSilent: boolean) =>
      accountsIn(await ask('solana:connect', [isSilent])).find(({ address }) => address === from)
    try {
      const account = (await find(true).catch(() => undefined)) ?? (await find(false))
      if (account === undefined) throw walletRefusal('walletOtherAccount', name, facts)
      if (!account.chains.includes(chainId)) throw walletRefusal('walletOtherNetwork', name, facts)
    } catch (error) {
      throw asRefusal(error, name, facts)
    }
  },
  ask: (ask, { request }) =>
    ask('solana:signTransaction', [request.from, request.chainId, 'transaction' in request && request.transaction]),
  async report(transaction, { transfer }, { api, wait }) {
    const { transferId } = transfer
    if (typeof transaction !== 'string') throw walletRefusal('walletFailed', transfer.fromName)
    // Told again until it has arrived: the same is never sent twice. Whoever is told that it has not, and it has, would sign
    // another, and pay once more.
    for (let tries = 0; ; tries++) {
      try {
        const { walletRequest, ...seen } = await api.post<Reported & { walletRequest: Reported['again'] }>(
          'wallet/signed',
          { transferId, transaction },
        )
        return { ...seen, again: walletRequest ?? null }
      } catch (error) {
        if (error instanceof LinkRefusal && isLastWord(error.problem, tries)) throw error
        await wait(1000 * 2 ** Math.min(tries, 4), new AbortController().signal)
      }
    }
  },
  // Without its signature there is nothing that anybody could send.
  hasNotSent: () => true,
}

/** Where the server has no node it has sent nothing; of any other trouble of its own, or with too many calls, nobody can tell. */
function isLastWord({ httpStatus, errorType }: Problem, tries: number): boolean {
  return errorType === 'networkUnavailable' ? tries >= 4 : httpStatus < 500 && httpStatus !== 429
}

/** What reads as an account, in the order in which the wallet tells them. */
export function accountsIn(told: unknown): Account[] {
  const accounts = (Array.isArray(told) ? told : []) as (Partial<Record<string, unknown>> | null)[]
  return accounts.flatMap((account) => {
    const { address, chains } = account ?? {}
    if (typeof address !== 'string' || !/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return []
    return [{ address, chains: Array.isArray(chains) ? chains.filter((chain) => typeof chain === 'string') : [] }]
  })
}
