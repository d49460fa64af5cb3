// The two kinds of Bitget accounts. Classic accounts use API v2 only, unified accounts v3 only, and users can switch at any time. Reads
// follow a switch. A withdrawal is sent only to the kind of account that was quoted.

import * as z from 'zod'
import { BoundedMap } from '../../cache/bounded-map.ts'
import { Amount } from '../../contract/amount.ts'
import { ExchangeFailure } from '../exchange-failure.ts'
import type { ExchangeCalls } from '../kit/exchange-calls.ts'
import { AmountText, inData, ShortText } from '../kit/response-parts.ts'
import { fingerprintOfKey } from '../kit/tools.ts'
import type { Credentials, ExchangeAccount } from '../sign-in.ts'
import { otherMode } from './tables.ts'

export type AccountMode = 'classic' | 'unified'

const Settings = inData(z.looseObject({}))
const ClassicInfo = inData(z.object({ userId: ShortText, authorities: z.array(z.string()) }))
const UnifiedInfo = inData(z.object({ uid: ShortText, permType: z.string(), permissions: z.array(z.string()) }))
const Balance = z.object({
  coin: ShortText,
  available: AmountText,
  frozen: AmountText.nullish(),
  locked: AmountText.nullish(),
})
type Balance = z.infer<typeof Balance>
const Balances = inData(z.array(Balance))
const UnifiedBalances = inData(z.object({ assets: z.array(Balance) }))
const MaxWithdrawal = inData(z.object({ coin: ShortText, totalMaxWithdrawal: AmountText }))

interface AvailableBalance {
  symbol: string
  available: Amount
}

export interface Balances {
  /** Balances that can be withdrawn, and balances without a route. */
  withdrawable: AvailableBalance[]
  /** Balances of wallets that withdrawals do not use. */
  elsewhere: AvailableBalance[]
}

export interface BitgetAccounts {
  /** The kind of account, cached if known. Throws an ExchangeFailure. */
  modeOf(credentials: Credentials): Promise<AccountMode>
  /** The kind of account, requested from Bitget. Throws an ExchangeFailure. */
  detectMode(credentials: Credentials): Promise<AccountMode>
  /** The kind of account that this process read last. */
  modeRead(credentials: Credentials): AccountMode
  /** Caches the kind of account after Bitget refused the other one. */
  noteMode(credentials: Credentials, mode: AccountMode): void
  /** Reads from the current kind of account, also after a switch. Throws what `read` throws. */
  readIn<T>(credentials: Credentials, read: (mode: AccountMode) => Promise<T>): Promise<T>
  open(credentials: Credentials): Promise<ExchangeAccount | 'missingExchangePermission'>
  /** `isCarried`: whether the asset has a route. Throws an ExchangeFailure. */
  balances(credentials: Credentials, isCarried: (symbol: string) => boolean): Promise<Balances>
}

const maximumCached = 5_000

export function bitgetAccounts(calls: ExchangeCalls): BitgetAccounts {
  // Not `memoize`: entries do not expire, and rejections of other calls change them. An entry may be outdated: Bitget then refuses the
  // call with a code that states the current kind.
  const cachedModes = new BoundedMap<string, AccountMode>(maximumCached)
  const keyOf = ({ apiKey = '' }: Credentials) => fingerprintOfKey('bitget', apiKey)

  function noteMode(credentials: Credentials, mode: AccountMode): void {
    cachedModes.set(keyOf(credentials), mode)
  }

  async function detectMode(credentials: Credentials): Promise<AccountMode> {
    const mode = await calls.read(Settings, { endpoint: 'GET /api/v3/account/settings', credentials }).then(
      () => 'unified' as const,
      (error: unknown) => modeStated(error) ?? Promise.reject(error),
    )
    noteMode(credentials, mode)
    return mode
  }

  const modeRead = (credentials: Credentials) => cachedModes.get(keyOf(credentials)) ?? 'classic'

  async function readIn<T>(credentials: Credentials, read: (mode: AccountMode) => Promise<T>): Promise<T> {
    const mode = modeRead(credentials)
    try {
      return await read(mode)
    } catch (error) {
      const stated = modeStated(error)
      if (stated === undefined || stated === mode) throw error
      noteMode(credentials, stated)
      return read(stated)
    }
  }

  async function open(credentials: Credentials): Promise<ExchangeAccount | 'missingExchangePermission'> {
    if ((await detectMode(credentials)) === 'classic') {
      const { userId, authorities } = await calls.read(ClassicInfo, {
        endpoint: 'GET /api/v2/spot/account/info',
        credentials,
      })
      // Wallet withdrawal, with write access.
      if (!authorities.includes('wwow')) return 'missingExchangePermission'
      await classicBalances(credentials)
      return { externalId: userId, name: 'Spot' }
    }
    const { uid, permType, permissions } = await calls.read(UnifiedInfo, {
      endpoint: 'GET /api/v3/account/info',
      credentials,
    })
    if (permType === 'read-only' || !permissions.includes('withdraw')) return 'missingExchangePermission'
    // Later reads require the permission to read the account. Check it at sign-in.
    await calls.read(Balances, { endpoint: 'GET /api/v3/account/funding-assets', credentials })
    return { externalId: uid, name: 'Unified' }
  }

  const classicBalances = (credentials: Credentials) =>
    calls.read(Balances, { endpoint: 'GET /api/v2/spot/account/assets', credentials })

  async function inClassic(credentials: Credentials): Promise<Balances> {
    const [spot, funding] = await Promise.all([
      classicBalances(credentials),
      calls.read(Balances, { endpoint: 'GET /api/v2/account/funding-assets', credentials }),
    ])
    return { withdrawable: availableBalances(spot), elsewhere: availableBalances(funding) }
  }

  /** A withdrawal uses several wallets. Bitget states the maximum that they provide together. */
  async function inUnified(credentials: Credentials, isCarried: (symbol: string) => boolean): Promise<Balances> {
    const [funding, { assets }] = await Promise.all([
      calls.read(Balances, { endpoint: 'GET /api/v3/account/funding-assets', credentials }),
      calls.read(UnifiedBalances, { endpoint: 'GET /api/v3/account/assets', credentials }),
    ])
    const sums = new Map<string, Amount>()
    for (const { symbol, available } of availableBalances([...funding, ...assets])) {
      sums.set(symbol, (sums.get(symbol) ?? Amount.zero).add(available))
    }
    const mostOf = async (symbol: string) => {
      const endpoint = 'GET /api/v3/account/max-withdrawal'
      return (await calls.read(MaxWithdrawal, { endpoint, credentials, params: { coin: symbol } })).totalMaxWithdrawal
    }
    const withdrawable = [...sums].map(async ([symbol, sum]) => ({
      symbol,
      available: isCarried(symbol) ? await mostOf(symbol) : sum,
    }))
    return { withdrawable: await Promise.all(withdrawable), elsewhere: [] }
  }

  return {
    detectMode,
    modeRead,
    noteMode,
    readIn,
    open,
    modeOf: async (credentials) => cachedModes.get(keyOf(credentials)) ?? detectMode(credentials),
    balances: (credentials, isCarried) =>
      readIn(credentials, (mode) => (mode === 'classic' ? inClassic(credentials) : inUnified(credentials, isCarried))),
  }
}

/** The kind of account that a rejection states; undefined for any other failure. */
function modeStated(error: unknown): AccountMode | undefined {
  return error instanceof ExchangeFailure ? otherMode(error.code) : undefined
}

function availableBalances(balances: Balance[]): AvailableBalance[] {
  return balances
    .filter(({ available, frozen, locked }) => [available, frozen, locked].some((amount) => amount?.isZero === false))
    .map(({ coin, available }) => ({ symbol: coin.toUpperCase(), available }))
}
