// The calls of a flow with a wallet. What a wallet's user is asked has no time limit, and is never asked twice by itself.

import { cleanText, type FoundWallet, type Wallets } from '../protocol/wallet-messages.ts'
import { texts } from '../texts/texts.ts'
import { askWallet, type WalletRequestFn } from './ask-wallet.ts'
import type { addCalls } from './effects.ts'
import type { EventOf } from './flow-event.ts'
import { type LinkApi, LinkRefusal } from './link-api.ts'
import { proveWallet } from './prove-wallet.ts'
import { accountsOf, isSameAddress } from './wallet-families.ts'
import { walletRefusal } from './wallet-problems.ts'

/** Most wallets announce themselves at once. */
const patienceMs = 600

/** The wallet in use, for a reload: what tells it from others, and its account. Neither is a secret. */
interface Kept {
  rdns: string
  address: string
}

const key = 'transfer-link:wallet'

export function walletCalls(borrow: (site: string) => Promise<Wallets>) {
  let borrowed: Promise<Wallets> | null = null
  let chosen: FoundWallet | null = null

  return {
    findWallets: async ({ site, account, accessToken }, { api, dispatch, wait }, signal) => {
      borrowed ??= borrow(site)
      const named = accessToken === undefined ? {} : await expectWallet(api, accessToken)
      const wallets = await borrowed
      const again = await findKept(wallets, account && recall(), (ms) => wait(ms, signal))
      if (account && again) {
        chosen = again
        return { type: 'accountOpened', account }
      }
      const stop = wallets.onChange(() => dispatch({ type: 'walletsFound', wallets: wallets.list() }))
      signal.addEventListener('abort', stop)
      return { type: 'walletsFound', wallets: wallets.list(), ...named }
    },
    connectWallet: async ({ wallet, expected, confirmedAddress }, { api }) => {
      const wallets = await borrowed
      if (wallets === null) throw walletRefusal(null, wallet.name)
      const shared = await accountsOf[wallet.family](requestFrom(wallets, wallet), false).catch((error: unknown) => {
        throw walletRefusal(error, wallet.name)
      })
      const address = shared.find((each) => expected !== null && isSameAddress(each, expected)) ?? shared[0]
      if (address === undefined) throw walletRefusal('walletNoAccount', wallet.name)
      const fields = { address, walletName: wallet.name || texts.wallets.unnamed }
      const connection = await api.post<EventOf<'connectionAnswered'>['connection']>('connect', {
        type: 'DeFiWallet',
        fields,
        ...(confirmedAddress && { confirmedAddress }),
      })
      chosen = wallet
      remember({ rdns: wallet.rdns, address })
      return { type: 'connectionAnswered', connection }
    },
    proveWallet: async ({ call: _, site, ...about }, { api, wait }, signal) => {
      borrowed ??= borrow(site)
      const wallets = await borrowed
      // A reload goes on with the wallet that was in use.
      chosen ??= await findKept(wallets, recall(), (ms) => wait(ms, signal))
      if (chosen === null) throw walletRefusal('walletDisconnected', '')
      await proveWallet(requestFrom(wallets, chosen), chosen, about, api)
      return { type: 'walletProved' }
    },
    askWallet: async ({ call: _, ...order }, deps, signal) =>
      askWallet({ wallets: await borrowed, wallet: chosen, order }, deps, signal),
    payment: async ({ call: _, ...body }, { api }) => ({
      type: 'paymentMade',
      payment: await api.post<EventOf<'paymentMade'>['payment']>('payment', body),
    }),
  } satisfies Parameters<typeof addCalls>[0]
}

/** A token that is not known names nothing: then any account may be connected, as without one. */
async function expectWallet(api: LinkApi, accessToken: string): Promise<{ expectedWallet?: string }> {
  return api.post<{ expectedWallet: string }>('wallet/expected', { accessToken }).catch((error: unknown) => {
    if (error instanceof LinkRefusal && error.problem.errorType === 'authTokenInvalid') return {}
    throw error
  })
}

const requestFrom =
  (wallets: Wallets, { id }: FoundWallet): WalletRequestFn =>
  (method, params) =>
    wallets.request(id, method, params)

async function untilFound(
  wallets: Wallets,
  isWanted: (wallet: FoundWallet) => boolean,
  wait: (ms: number) => Promise<void>,
) {
  if (wallets.list().some(isWanted)) return
  let stop = () => {}
  const found = new Promise<void>((resolve) => {
    stop = wallets.onChange(() => {
      if (wallets.list().some(isWanted)) resolve()
    })
  })
  await Promise.race([found, wait(patienceMs)])
  stop()
}

/** The wallet in use before, where it still shares the same account. The user is not asked for that. */
async function findKept(
  wallets: Wallets,
  kept: Kept | null,
  wait: (ms: number) => Promise<void>,
): Promise<FoundWallet | null> {
  await untilFound(wallets, ({ rdns }) => !kept || rdns === kept.rdns, wait)
  if (kept === null) return null
  const { rdns, address } = kept
  const wallet = wallets.list().find((each) => each.rdns === rdns)
  if (wallet === undefined) return null
  const accounts = await accountsOf[wallet.family](requestFrom(wallets, wallet), true).catch(() => [])
  return accounts.some((each) => isSameAddress(each, address)) ? wallet : null
}

function remember(kept: Kept) {
  try {
    sessionStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // Then a reload asks to connect again.
  }
}

function recall(): Kept | null {
  try {
    const { rdns, address } = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof address === 'string' ? { rdns: cleanText(rdns, 100), address } : null
  } catch {
    return null
  }
}
