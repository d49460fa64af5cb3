// The page where a user saves an address, for an emulated exchange. The emulator has a separate address book, so an address saved on
// the real exchange's site has no effect there.

import type { Exchange } from '../exchange.ts'

/** The same exchange, whose required actions lead to this address book. */
export function withAddressBook(exchange: Exchange, url: string): Exchange {
  const { resendForOrder } = exchange
  return {
    ...exchange,
    async quote(...args) {
      const quote = await exchange.quote(...args)
      const { requiredAction } = quote
      return requiredAction === undefined ? quote : { ...quote, requiredAction: linkAddressBook(url, requiredAction) }
    },
    withdraw: async (...args) => linkAddressBook(url, await exchange.withdraw(...args)),
    ...(resendForOrder && {
      async resendForOrder(...args) {
        const action = await resendForOrder(...args)
        return action && linkAddressBook(url, action)
      },
    }),
  }
}

function linkAddressBook<Result extends { kind: string }>(url: string, result: Result): Result {
  return result.kind === 'addressWhitelistRequired' ? { ...result, url } : result
}
