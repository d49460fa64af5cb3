import type { TransferRow } from '../contract/console/transfers.ts'
import { plainText } from '../contract/plain-text.ts'
import { isSelfCustody } from '../exchanges/registry.ts'
import type { Transfer } from '../transfers/transfer-store.ts'
import { boundedText } from './bounded-text.ts'
import type { ClientNames } from './client-names.ts'
import type { ConsoleDeps } from './console-deps.ts'
import { stateView } from './state-words.ts'

export function transferRow(deps: Pick<ConsoleDeps, 'exchanges'>, transfer: Transfer, names: ClientNames): TransferRow {
  const { id, terms, clientId, userId, createdAt, attention } = transfer
  return {
    id,
    createdAt: createdAt.toISOString(),
    state: stateView(transfer.state),
    amount: terms.amount.toString(),
    symbol: plainText(terms.symbol),
    network: terms.networkName,
    from: originOf(deps, transfer),
    to: terms.toAddress,
    user: userId === '' ? null : boundedText(userId, 300),
    client: { id: clientId, name: names.get(clientId) ?? clientId },
    attention,
  }
}

/** The exchange, or that a wallet sends. */
export function originOf({ exchanges }: Pick<ConsoleDeps, 'exchanges'>, { exchangeType, terms }: Transfer): string {
  if (isSelfCustody(exchangeType))
    return `Wallet${terms.fromName === '' ? '' : ` (${boundedText(terms.fromName, 60)})`}`
  return exchanges.byType(exchangeType)?.name ?? exchangeType
}
