// Sandbox Exchange as a subject of the adapters' suites: one account, whose id is known from the sign-in.

import { faultRules } from '../../sandbox/exchange/faults.ts'
import type { Exchange } from '../../server/exchanges/exchange.ts'
import { sandbox } from '../../server/exchanges/sandbox/sandbox.ts'
import { networkCatalogue } from '../../server/networks/catalogue.ts'
import { withdrawalOptions } from '../../server/transfers/withdrawal-options.ts'
import { connected, type EmulatorExchange } from './emulator-exchange.ts'
import { startTestExchange } from './test-exchange.ts'

const accountId = 'good-main'
const catalogue = networkCatalogue('sandbox')

export function sandboxBrand(baseUrl: string): Exchange {
  const exchange = sandbox(baseUrl)
  return {
    ...exchange,
    // It returns all routes of the exchange; the engine decides which of them can be used.
    async holdings(credentials) {
      const holdings = await exchange.holdings(credentials, accountId)
      return holdings.map((holding) => ({
        ...holding,
        routes: withdrawalOptions(catalogue, holding).map(({ route }) => route),
      }))
    },
    quote: (credentials, _accountId, terms) => exchange.quote(credentials, accountId, terms),
    withdraw: (credentials, _accountId, order) => exchange.withdraw(credentials, accountId, order),
    getWithdrawal: (credentials, _accountId, id) => exchange.getWithdrawal(credentials, accountId, id),
    findWithdrawal: (credentials, _accountId, ...order) => exchange.findWithdrawal(credentials, accountId, ...order),
    listWithdrawals: (credentials, _accountId, since) => exchange.listWithdrawals(credentials, accountId, since),
  }
}

/** `hang` is left out: the adapter's timeout is as long as in production. */
export function isSandboxFault(name: string): boolean {
  return Object.hasOwn(faultRules, name) && name !== 'hang'
}

export async function startSandboxBrand(): Promise<EmulatorExchange> {
  const sandboxExchange = await startTestExchange()
  const { exchange, database } = await connected(
    (_tools, { baseUrl = '' }) => sandboxBrand(baseUrl),
    sandboxExchange.url,
    {
      now: 0,
    },
  )
  const { call, url } = sandboxExchange
  // The exchange does not record orders that a fault stopped before.
  let ordered = 0
  const withdraw: Exchange['withdraw'] = (...given) => {
    ordered++
    return exchange.withdraw(...given)
  }
  return {
    ...{ name: 'sandbox', url, sandbox: sandboxExchange, exchange: { ...exchange, withdraw } },
    // Those of the sign-in, and those issued later.
    async credentialsOf(username) {
      const { token } = await sandboxExchange.signIn(username)
      return { username, password: 'pass_good', accessToken: token }
    },
    async changeKey() {
      throw new Error('the sandbox brand has no keys')
    },
    async fault(faults) {
      const { status } = await call('PUT', '/console/faults', faults)
      if (status !== 200) throw new Error(`no such fault: ${JSON.stringify(faults)}`)
    },
    async counts() {
      const { withdrawals } = (await call('GET', '/console/withdrawals')).body
      return { ordered, made: withdrawals.length }
    },
    async close() {
      sandboxExchange.close()
      await database.close()
    },
  }
}
