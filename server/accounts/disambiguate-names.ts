import { plainText } from '../contract/plain-text.ts'
import type { ExchangeAccount } from '../exchanges/exchange.ts'

const fewestShown = 4

/** Names are the exchange's words, and made plain. Accounts of one sign-in that bear the same name get the end of their id beside it: nobody could choose between them. */
export function disambiguateNames(given: ExchangeAccount[]): ExchangeAccount[] {
  const accounts = given.map((account) => ({ ...account, name: plainText(account.name) }))
  return accounts.map((account) => {
    const others = accounts.filter((each) => each !== account && each.name === account.name)
    if (others.length === 0) return account
    return { ...account, name: `${account.name} (…${ownEnd(account, others)})` }
  })
}

/** As short as it may be to be nobody else's. */
function ownEnd({ externalId }: ExchangeAccount, others: ExchangeAccount[]): string {
  for (let length = fewestShown; length < externalId.length; length++) {
    const end = externalId.slice(-length)
    if (!others.some((each) => each.externalId.endsWith(end))) return end
  }
  return externalId
}
