import { Amount } from '../contract/amount.ts'
import { type SeenPayments, seenPaymentsQuery } from '../contract/console/seen-payments.ts'
import type { Transfer } from '../transfers/transfer-store.ts'
import { type Seen, seenPayments } from '../wallets/seen-payments.ts'
import { boundedText } from './bounded-text.ts'
import type { ConsoleDeps } from './console-deps.ts'
import { readEndpoint } from './console-endpoint.ts'
import { knownTransfer } from './known-transfer.ts'

const shown = 20

export const readSeenPayments = readEndpoint({
  path: '/api/transfers/:id/seen-payments',
  role: 'viewer',
  query: seenPaymentsQuery,
  async respond({ deps, params, input }) {
    const transfer = await knownTransfer(deps, params.id)
    return viewOf(deps, transfer, await seenPayments(deps, transfer, input.after))
  },
})

function viewOf(deps: ConsoleDeps, transfer: Transfer, seen: Seen): SeenPayments {
  const { terms } = transfer
  const found = 'payments' in seen ? seen.payments : []
  const payments = found.slice(0, shown).map(({ hash, from, units }) => ({
    ...{ hash, from, symbol: boundedText(terms.symbol, 20) },
    amount: Amount.fromBaseUnits(units, terms.decimals).toString(),
    explorerUrl: deps.explorerUrl(terms.networkId, hash) || null,
  }))
  const more = found.length > shown ? ` ${found.length - shown} more payments are not shown.` : ''
  return { payments, text: `${searched(transfer, seen)}${more}`, next: seen.kind === 'searched' ? seen.next : null }
}

function searched({ terms: { symbol, networkName } }: Transfer, seen: Seen): string {
  const what = boundedText(symbol, 20)
  switch (seen.kind) {
    case 'searched': {
      if (seen.toBlock < seen.fromBlock) return 'There is no block since the request.'
      const blocks = `blocks ${seen.fromBlock} to ${seen.toBlock} since the request`
      return seen.payments.length === 0
        ? `In ${blocks}, no ${what} was paid to the address that belongs to no transfer.`
        : `Payments in ${what} to the address that belong to no transfer, in ${blocks}. The nearest amounts come first.`
    }
    case 'newest':
      return seen.payments.length === 0
        ? `Among the newest ${seen.atMost} transactions of the address, none since the request has paid ${what} and belongs to no transfer.`
        : `Payments in ${what} that belong to no transfer, among the newest ${seen.atMost} transactions of the address. The nearest amounts come first.`
    case 'coin':
      return `Payments in ${what} leave no log on ${networkName}, so they cannot be listed. Check the address in the explorer.`
    case 'noNode':
      return `No node of ${networkName} is configured.`
    case 'unreachable':
      return `The node of ${networkName} does not respond.`
    case 'noWatch':
      return 'The exchange sends this transfer. The address is searched for payments of wallets only.'
  }
}
