// Coinbase's wallets. A user may have several of one currency. Only one of them sends.

import * as z from 'zod'
import type { ExchangeCalls } from '../kit/exchange-calls.ts'
import { AnyText, ShortText } from '../kit/response-parts.ts'
import type { Credentials } from '../sign-in.ts'
import { allPages, Pagination, pageSize } from './pages.ts'
import { Id, Money } from './records.ts'

const Wallet = z.object({
  id: Id,
  name: AnyText.nullish(),
  primary: z.boolean().nullish(),
  type: z.string(),
  balance: Money,
  currency: z.object({ code: ShortText, name: AnyText.nullish(), type: z.string().nullish() }),
  allow_withdrawals: z.boolean().nullish(),
})
export type Wallet = z.infer<typeof Wallet>
const Wallets = z.object({ data: z.array(Wallet), pagination: Pagination })

/** All wallets of a user. Throws an ExchangeFailure. */
export function listWallets(calls: ExchangeCalls, credentials: Credentials): Promise<Wallet[]> {
  const call = { endpoint: 'GET /v2/accounts', credentials } as const
  return allPages((after) => calls.read(Wallets, { ...call, params: { limit: pageSize, ...after } }))
}

export function isCoin({ type, currency }: Wallet): boolean {
  return type !== 'fiat' && currency.type !== 'fiat'
}

/** The wallet that sends: the primary one, else the one with the highest balance. Staked balances cannot be sent. */
export function sendable(wallets: readonly Wallet[]): Wallet | undefined {
  const free = wallets.filter((wallet) => wallet.type === 'wallet' && !/^staked /i.test(wallet.name ?? ''))
  const fullest = [...free].sort((a, b) => b.balance.amount.compare(a.balance.amount))[0]
  const primary = free.find((wallet) => wallet.primary === true && wallet.balance.amount.isPositive)
  return primary ?? fullest
}
