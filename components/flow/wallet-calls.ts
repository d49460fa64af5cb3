// The calls of a flow with a wallet. A request to the wallet's user has no time limit, and is never repeated automatically.

import { cleanText, type FoundWallet, type Wallets } from '../protocol/wallet-messages.ts'
import type { Calls } from './call-types.ts'
import type { EventOf } from './flow-event.ts'
import { type LinkApi, LinkRefusal } from './link-api.ts'
import { proveAddress } from './prove-address.ts'
import { sendWithWallet } from './send-with-wallet.ts'
import { isSameAddress, readAccounts } from './wallet-accounts.ts'
import { connectWalletBridge } from './wallet-bridge-client.ts'
import { walletRefusal } from './wallet-problems.ts'
import type { WalletRequestFn } from './wallet-sender.ts'

/** Most wallets announce themselves at once. */
const discoveryMs = 600

/** Identifier and account of the wallet in use, for a reload. Neither is a secret. */
interface SavedWallet {
  rdns: string
  address: string
}

const key = 'transfer-link:wallet'

export function createWalletCalls(connectBridge: (site: string) => Promise<Wallets>) {
  let bridge: Promise<Wallets> | null = null
  let chosen: FoundWallet | null = null

  return {
    findWallets: async ({ site, account, accessToken }, { api, dispatch, wait }, signal) => {
      bridge ??= connectBridge(site)
      const expected = accessToken === undefined ? {} : await expectWallet(api, accessToken)
      const wallets = await bridge
      const again = await findSaved(wallets, account && loadWallet(), (ms) => wait(ms, signal))
      if (account && again) {
        chosen = again
        return { type: 'accountOpened', account }
      }
      const stop = wallets.onChange(() => dispatch({ type: 'walletsFound', wallets: wallets.list() }))
      signal.addEventListener('abort', stop)
      return { type: 'walletsFound', wallets: wallets.list(), ...expected }
    },
    connectWallet: async ({ wallet, expected, confirmedAddress }, { api, unnamedWallet }) => {
      const wallets = await bridge
      if (wallets === null) throw walletRefusal(null, wallet.name)
      const shared = await readAccounts[wallet.family](requestFrom(wallets, wallet), false).catch((error: unknown) => {
        throw walletRefusal(error, wallet.name)
      })
      const address = shared.find((each) => expected !== null && isSameAddress(each, expected)) ?? shared[0]
      if (address === undefined) throw walletRefusal('walletNoAccount', wallet.name)
      const fields = { address, walletName: wallet.name || unnamedWallet }
      const connection = await api.post<EventOf<'connectionAnswered'>['connection']>('connect', {
        type: 'DeFiWallet',
        fields,
        ...(confirmedAddress && { confirmedAddress }),
      })
      chosen = wallet
      saveWallet({ rdns: wallet.rdns, address })
      return { type: 'connectionAnswered', connection }
    },
    proveAddress: async ({ call: _, site, ...subject }, { api, wait }, signal) => {
      bridge ??= connectBridge(site)
      const wallets = await bridge
      // A reload continues with the wallet that was in use.
      chosen ??= await findSaved(wallets, loadWallet(), (ms) => wait(ms, signal))
      if (chosen === null) throw walletRefusal('walletDisconnected', '')
      await proveAddress(requestFrom(wallets, chosen), api, { wallet: chosen, subject })
      return { type: 'walletProved' }
    },
    sendWithWallet: async ({ call: _, ...order }, deps, signal) =>
      sendWithWallet({ wallets: await bridge, wallet: chosen, order }, deps, signal),
  } satisfies Partial<Calls>
}

/** The calls to the wallets around this page. */
export const walletCalls = createWalletCalls(connectWalletBridge)

/** An invalid token names no address: then any account may be connected, as without a token. */
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
  matches: (wallet: FoundWallet) => boolean,
  wait: (ms: number) => Promise<void>,
) {
  if (wallets.list().some(matches)) return
  let stop = () => {}
  const found = new Promise<void>((resolve) => {
    stop = wallets.onChange(() => {
      if (wallets.list().some(matches)) resolve()
    })
  })
  await Promise.race([found, wait(discoveryMs)])
  stop()
}

/** The wallet in use before the reload, if it still shares the same account. Makes no request to the user. */
async function findSaved(
  wallets: Wallets,
  saved: SavedWallet | null,
  wait: (ms: number) => Promise<void>,
): Promise<FoundWallet | null> {
  await untilFound(wallets, ({ rdns }) => !saved || rdns === saved.rdns, wait)
  if (saved === null) return null
  const { rdns, address } = saved
  const wallet = wallets.list().find((each) => each.rdns === rdns)
  if (wallet === undefined) return null
  const accounts = await readAccounts[wallet.family](requestFrom(wallets, wallet), true).catch(() => [])
  return accounts.some((each) => isSameAddress(each, address)) ? wallet : null
}

function saveWallet(wallet: SavedWallet) {
  try {
    sessionStorage.setItem(key, JSON.stringify(wallet))
  } catch {
    // After a reload the user connects again.
  }
}

function loadWallet(): SavedWallet | null {
  try {
    const { rdns, address } = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof address === 'string' ? { rdns: cleanText(rdns, 100), address } : null
  } catch {
    return null
  }
}
