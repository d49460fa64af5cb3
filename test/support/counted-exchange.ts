// The scripted exchange, with a record of the requests that it receives.
import type { Exchange } from '../../server/exchanges/exchange.ts'
import { registryOf } from '../../server/exchanges/registry.ts'
import type { TransferDeps } from '../../server/transfers/transfer-deps.ts'
import type { Engine } from './engine.ts'

interface CountedExchange {
  /** The ids of the withdrawals that were looked up, in order, and how many listings were requested. */
  calls: { listed: number; lookedUp: string[] }
  deps: TransferDeps
}

/** `before` each look-up can throw, or never return. `changes` replaces parts of the exchange. */
export function countedExchange(
  { deps, script: { exchange } }: Engine,
  changes: Partial<Exchange> = {},
  before: (id: string, accessToken: string) => unknown = () => {},
): CountedExchange {
  const calls = { listed: 0, lookedUp: [] as string[] }
  const counted: Exchange = {
    ...exchange,
    async getWithdrawal(credentials, accountId, id) {
      calls.lookedUp.push(id)
      await before(id, credentials.accessToken ?? '')
      return exchange.getWithdrawal(credentials, accountId, id)
    },
    listWithdrawals(credentials, accountId, since) {
      calls.listed += 1
      return exchange.listWithdrawals(credentials, accountId, since)
    },
    ...changes,
  }
  return { calls, deps: { ...deps, exchanges: registryOf([counted]) } }
}
