// Reads the sends of a user's wallets. An order is looked up in the wallets of its asset, by its `idem`.

import { ExchangeFailure } from '../exchange-failure.ts'
import { failureBy } from '../kit/code-tables.ts'
import type { ExchangeCalls } from '../kit/exchange-calls.ts'
import type { ExchangeTools } from '../kit/tools.ts'
import type { Credentials } from '../sign-in.ts'
import type { SentOrder, Withdrawal } from '../withdrawal.ts'
import { coinbaseCodes, errorId } from './error-codes.ts'
import { allPages, pageSize } from './pages.ts'
import { coinbaseWithdrawal, Id, isSend, OneTransaction, Transactions } from './records.ts'
import { failures } from './tables.ts'
import { isCoin, listWallets } from './wallets.ts'

interface CoinbaseSends {
  byId(credentials: Credentials, withdrawalId: string): Promise<Withdrawal | undefined>
  byReference(credentials: Credentials, order: SentOrder): Promise<Withdrawal | undefined>
  list(credentials: Credentials, since: Date): Promise<Withdrawal[]>
}

export function coinbaseSends(tools: ExchangeTools, calls: ExchangeCalls): CoinbaseSends {
  /** The sends of one wallet since a time, newest first. */
  async function sendsOf(credentials: Credentials, walletId: string, since: Date): Promise<Withdrawal[]> {
    const call = { endpoint: `GET /v2/accounts/${walletId}/transactions`, credentials } as const
    const rows = await allPages(
      (after) => calls.read(Transactions, { ...call, params: { limit: pageSize, order: 'desc', ...after } }),
      (row) => new Date(row.created_at) < since,
    )
    return rows.filter(isSend).map((row) => coinbaseWithdrawal(tools, walletId, row))
  }

  return {
    async byId(credentials, withdrawalId) {
      const [walletId = '', id = ''] = withdrawalId.split(':')
      if (!Id.safeParse(walletId).success || !Id.safeParse(id).success) return undefined
      const response = await calls.request({ endpoint: `GET /v2/accounts/${walletId}/transactions/${id}`, credentials })
      const codes = coinbaseCodes(response)
      if (response.status === 404 && codes?.map(errorId).includes('not_found')) return undefined
      if (codes !== null) throw failureBy(failures, codes.map(errorId), response.status)
      const row = OneTransaction.safeParse(response.body).data
      if (row === undefined || row.id !== id || !isSend(row)) throw new ExchangeFailure('unavailable')
      return coinbaseWithdrawal(tools, walletId, row)
    },
    async byReference(credentials, { clientReference, since, symbol }) {
      const wallets = (await listWallets(calls, credentials)).filter((wallet) => wallet.currency.code === symbol)
      // Without its wallet, the order cannot be looked up.
      if (wallets.length === 0) throw new ExchangeFailure('unavailable')
      const made: Withdrawal[] = []
      for (const { id } of wallets) made.push(...(await sendsOf(credentials, id, since)))
      return made.find((entry) => entry.clientReference === clientReference)
    },
    async list(credentials, since) {
      const made: Withdrawal[] = []
      for (const { id } of (await listWallets(calls, credentials)).filter(isCoin)) {
        made.push(...(await sendsOf(credentials, id, since)))
      }
      return made
    },
  }
}
