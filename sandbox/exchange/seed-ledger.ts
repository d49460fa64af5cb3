import { findAsset, unitsOf } from './assets.ts'
import type { ExchangeDatabase } from './database.ts'
import type { Ledger } from './ledger.ts'
import { logins } from './logins.ts'

/** Deposits every login's portfolio, once. */
export function seedLedger(database: ExchangeDatabase, ledger: Ledger): void {
  const has = database.prepare('select 1 from balance where account_id = ? and asset = ?')
  database.transaction(() => {
    for (const { accounts, portfolio } of logins) {
      for (const account of accounts) {
        for (const [symbol, amount] of Object.entries(portfolio)) {
          const asset = findAsset(symbol)
          if (asset !== undefined && has.get(account.id, symbol) === undefined) {
            ledger.deposit(account.id, symbol, unitsOf(amount, asset))
          }
        }
      }
    }
  })()
}
