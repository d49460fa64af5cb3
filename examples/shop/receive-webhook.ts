// Receives a webhook: verifies it, ignores one that was received before, and credits the customer of a transfer that succeeded. The
// browser's events credit nothing, because a customer controls the browser.
import type { IncomingHttpHeaders } from 'node:http'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { assets, shopAddress, solanaAddress, solanaAssets } from './assets.ts'
import type { Credit, Ledger } from './ledger.ts'
import { parseUnits } from './units.ts'

type Transfer = {
  transferId: string
  userId: string
  networkId: string
  symbol: string
  toAddress: string
  amount: string
}
type Event = { id: string; type: string; data: Partial<Transfer> }

/** `body` is the raw body, because the signature covers its bytes. Returns the HTTP status: without a 2xx it is sent again. */
export function receiveWebhook(
  { body, headers }: { body: string; headers: IncomingHttpHeaders },
  { secret, ledger }: { secret: string; ledger: Ledger },
): number {
  if (!isGenuine(body, headers, secret)) return 401
  const { id, type, data } = JSON.parse(body, numbersAsText) as Event
  const credit = type === 'transfer.succeeded' ? creditOf(data as Transfer) : null
  ledger.record({ id, type, transferId: data.transferId ?? null, outcome: outcomeOf(type, credit) }, credit)
  return 204
}

function isGenuine(body: string, headers: IncomingHttpHeaders, secret: string): boolean {
  const webhook = new Webhook(secret)
  try {
    webhook.verify(body, headers as Record<string, string>)
    return true
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false
    throw error
  }
}

/** Null if the transfer did not go to the shop: a client may send transfers to other addresses, too. */
function creditOf({ userId, networkId, symbol, toAddress, amount }: Transfer): Credit | null {
  const isOnSolana = toAddress === solanaAddress
  // The letters of an EVM address have any case.
  if (!isOnSolana && toAddress.toLowerCase() !== shopAddress.toLowerCase()) return null
  const accepted = isOnSolana ? solanaAssets : assets
  const asset = accepted.find((each) => each.networkId === networkId && each.symbol === symbol)
  if (asset === undefined) return null
  // Throws if it is not an amount of this asset. The webhook is then not acknowledged, so it stays in the server's log.
  parseUnits(amount, asset.decimals)
  return { userId, asset, amount }
}

function outcomeOf(type: string, credit: Credit | null): string {
  if (credit !== null) return `Credited ${credit.amount} ${credit.asset.symbol} on ${credit.asset.network}`
  if (type === 'transfer.succeeded') return 'Not credited: the transfer did not go to the shop'
  if (type === 'transfer.failed') return 'Not credited: the transfer failed'
  return type.startsWith('transfer.') ? 'Not credited yet' : 'Ignored'
}

/** JSON.parse would round an amount of many digits, so every number is its text. */
function numbersAsText(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? context?.source : value
}
