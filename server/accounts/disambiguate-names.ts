import { plainText } from '../contract/plain-text.ts'
import type { ExchangeAccount } from '../exchanges/sign-in.ts'

const fewestShown = 4

/** Cleans the exchange's account names. Accounts with equal names get the end of their id appended. */
export function disambiguateNames(given: ExchangeAccount[]): ExchangeAccount[] {
  const accounts = given.map((account) => ({ ...account, name: plainText(account.name) }))
  return accounts.map((account) => {
    const others = accounts.filter((each) => each !== account && each.name === account.name)
    if (others.length === 0) return account
    return { ...account, name: `${account.name} (…${ownEnd(account, others)})` }
  })
}

/** The shortest ending that is unique. */
function ownEnd({ externalId }: ExchangeAccount, others: ExchangeAccount[]): string {
  for (let length = fewestShown; length < externalId.length; length++) {
    const end = externalId.slice(-length)
    if (!others.some((each) => each.externalId.endsWith(end))) return end
  }
  return externalId
}
